import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isBrowser } from '../browser/page-render';

/**
 * Queries are not retried, not refetched on focus, and never stale unless they say otherwise. A
 * query without a network fails at once and the page says so; failed queries are repeated when the
 * network is back.
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
 * The library assumes a network until it receives the `offline` event. A page is visible before our
 * code runs: that event may have passed by then, and the `online` event would have no effect.
 */
function followNetwork(): void {
  onlineManager.setEventListener((setOnline) => {
    const update = () => setOnline(navigator.onLine);
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    update();
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  });
}
