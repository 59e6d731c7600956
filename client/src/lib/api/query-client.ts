import { QueryClient } from '@tanstack/react-query';

/**
 * No retry, no refetch on focus, never stale unless a query says otherwise. Without
 * a network a query fails at once and the page says so, rather than wait in silence; what failed is
 * asked for again when the network is back.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false },
    },
  });
