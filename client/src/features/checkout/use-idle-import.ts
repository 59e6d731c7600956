import { useEffect } from 'react';

/** Not part of the checkout's first load; fetched when it is chosen, or when there is time. */
export const importCardForm = () => import('./card');

/** Safari has no idle callback; by then the page has shown itself there too. */
const FALLBACK_DELAY_MS = 2_000;

function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback);
  return () => cancelIdleCallback(handle);
}

/** Fetches code ahead of the press that needs it; null fetches nothing. */
export function useIdleImport(load: (() => Promise<unknown>) | null): void {
  useEffect(() => {
    if (!load) return;
    // What cannot be loaded now is loaded when it is needed.
    return whenIdle(() => void load().catch(() => {}));
  }, [load]);
}
