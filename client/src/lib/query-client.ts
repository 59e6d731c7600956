import { QueryClient } from '@tanstack/react-query';

/** No retry, no refetch on focus, never stale unless a query says otherwise (spec, section 7). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false },
    },
  });
