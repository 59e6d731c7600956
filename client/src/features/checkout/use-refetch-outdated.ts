import { useQueryClient } from '@tanstack/react-query';
import { publicConfigQuery } from '../../lib/api/public-config';
import { ApiError } from '../../lib/api/request';

/** Fetches again what the refusal of a payment shows to be outdated. */
export function useRefetchOutdated() {
  const queryClient = useQueryClient();
  return (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'voting-closed') {
      void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    }
    if (code === 'nominations-invalid') {
      void queryClient.invalidateQueries({ queryKey: ['/api/nominations/artist'] });
    }
  };
}
