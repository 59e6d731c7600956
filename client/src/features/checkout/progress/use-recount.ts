import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** For a payment just completed: the totals on every page count its votes from now on. */
export function useRecount(): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/nominations'),
      }),
    [queryClient],
  );
}
