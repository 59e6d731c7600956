import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Receipt, ReceiptLookupBody } from '#shared/contracts/receipts';
import { call } from '../../lib/api/request';

export const receiptByCode = (receiptCode: string) =>
  queryOptions({
    queryKey: ['/api/payment/receipt', receiptCode],
    queryFn: ({ signal }) =>
      call('GET /api/payment/receipt/:receiptCode', { params: { receiptCode }, signal }),
  });

export const lookUpReceipts = (body: ReceiptLookupBody) =>
  call('POST /api/receipts/lookup', { body });

/** A receipt as it was brought, or as it is by now. */
export function useReceipt(brought: Receipt) {
  const queryClient = useQueryClient();
  const query = receiptByCode(brought.payment.receiptCode);
  const { data: receipt } = useQuery({ ...query, initialData: brought });
  const refresh = () => queryClient.fetchQuery({ ...query, staleTime: 0 });
  return { receipt, refresh };
}
