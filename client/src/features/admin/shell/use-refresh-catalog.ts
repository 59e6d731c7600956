import { useQueryClient } from '@tanstack/react-query';

/** Nothing is ever stale by itself; a change to the catalogue may show in any list or figure. */
export function useRefreshCatalog(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => !['/api/auth/user', '/api/config'].includes(String(queryKey[0])),
    });
}
