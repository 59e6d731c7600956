import { useQueryClient } from '@tanstack/react-query';

/**
 * Queries never become stale on their own, and a change to the catalogue may affect any list or
 * figure.
 */
export function useRefreshCatalog(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => !['/api/auth/user', '/api/config'].includes(String(queryKey[0])),
    });
}
