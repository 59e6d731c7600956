import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { ApiError } from '#client/lib/api/request';
import type { PublicConfig } from '#shared/contracts/config';
import type { ErrorCode } from '#shared/contracts/errors';
import { refetchOffer } from './use-fresh-offer';

/** Errors about what the organiser can change at any time, or the server meanwhile knows. */
const CONFIGURED = new Set<ErrorCode>([
  'voting-closed',
  'method-off',
  'operator-unavailable',
  'price-changed',
  'validation',
  'unavailable',
  // An older server does not know the path of this provider.
  'not-found',
]);

/** True when the refetched configuration has what the server meant. */
function isTold(code: ErrorCode, shown: PublicConfig, latest: PublicConfig): boolean {
  if (code === 'voting-closed') return !latest.voting.isOpen;
  if (code === 'method-off') return !isEqual(shown.methods, latest.methods);
  return code === 'price-changed' && !isEqual(shown.prices, latest.prices);
}

const isEqual = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Refetches what a rejected payment shows to be stale, for two seconds at most.
 * @returns a function that tells whether the page now says so itself
 */
export function useRefetchOutdated(): (error: unknown) => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback(
    async (error) => {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'nominations-invalid') {
        void queryClient.invalidateQueries({ queryKey: ['/api/nominations/artist'] });
      }
      if (code === null || !CONFIGURED.has(code)) return false;
      const shown = queryClient.getQueryData(publicConfigQuery.queryKey);
      await refetchOffer(queryClient);
      const latest = queryClient.getQueryData(publicConfigQuery.queryKey);
      return shown !== undefined && latest !== undefined && isTold(code, shown, latest);
    },
    [queryClient],
  );
}
