import { useQueryClient } from '@tanstack/react-query';

/**
 * Returns a function that refetches everything a change to the catalogue may affect: any list or
 * figure. Queries never become stale on their own.
 */
export function useRefreshCatalog(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => !['/api/auth/user', '/api/config'].includes(String(queryKey[0])),
    });
}
