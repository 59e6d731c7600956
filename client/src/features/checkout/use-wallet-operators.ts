import { useQuery } from '@tanstack/react-query';
import { publicConfigQuery } from '#client/lib/api/public-config';
import type { WalletOperator } from '#shared/domain/phone';

const ALL: readonly WalletOperator[] = ['mtn', 'orange'];

/** Operators whose wallets are accepted; all of them until the server has responded. */
export function useWalletOperators(): readonly WalletOperator[] {
  const { data: config } = useQuery(publicConfigQuery);
  const operators = config?.mobileMoneyOperators ?? [];
  return operators.length > 0 ? operators : ALL;
}

/** Operators whose wallets nobody can charge at the moment. */
export const useWalletsDown = (): readonly WalletOperator[] =>
  useQuery(publicConfigQuery).data?.mobileMoneyDown ?? [];
