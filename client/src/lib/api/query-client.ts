import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isBrowser } from '../browser/page-drawing';

/**
 * No retry, no refetch on focus, never stale unless a query says otherwise. Without
 * a network a query fails at once and the page says so, rather than wait in silence; what failed is
 * asked for again when the network is back.
 */
export function createQueryClient(): QueryClient {
  if (isBrowser) followNetwork();
  return new QueryClient({
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
}

/**
 * The library believes in a network until it hears of its end. A page shows before our code runs: the
 * end may have come by then, and its return would be no news.
 */
function followNetwork(): void {
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(navigator.onLine);
    window.addEventListener('online', tell);
    window.addEventListener('offline', tell);
    tell();
    return () => {
      window.removeEventListener('online', tell);
      window.removeEventListener('offline', tell);
    };
  });
}
