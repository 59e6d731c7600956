import { useQueryClient } from '@tanstack/react-query';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { ApiError } from '#client/lib/api/request';
import type { ErrorCode } from '#shared/contracts/errors';

/** Errors about settings that the organiser can change at any time. */
const CONFIGURED = new Set<ErrorCode>([
  'voting-closed',
  'method-off',
  'price-changed',
  'validation',
]);

/** Refetches what a rejected payment shows to be stale. */
export function useRefetchOutdated() {
  const queryClient = useQueryClient();
  return (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null;
    if (code !== null && CONFIGURED.has(code)) {
      void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    }
    if (code === 'nominations-invalid') {
      void queryClient.invalidateQueries({ queryKey: ['/api/nominations/artist'] });
    }
  };
}
