import { useEffect } from 'react';

/** Nothing waits for longer than this, however busy the page is. Safari has no idle callback. */
const LATEST_MS = 2_000;

/**
 * Calls back when the page has time.
 * @returns takes it back
 */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: LATEST_MS });
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
