import { useEffect } from 'react';
import { earlyLoad } from './failures/early-loads';

/** Longest wait in ms, however busy the page is. Safari has no idle callback. */
const LATEST_MS = 2_000;

/**
 * Calls back when the page is idle and more important files have loaded.
 * @returns a function that cancels it
 */
export function whenIdle(callback: () => void): () => void {
  let cancel = () => {};
  let isCancelled = false;
  void earlyLoad('next').then(() => {
    if (!isCancelled) cancel = whenPageIsIdle(callback);
  });
  return () => {
    isCancelled = true;
    cancel();
  };
}

function whenPageIsIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * In ms: a connection that has been silent for this long is not needed by the visitor. Longer than
 * approving on a phone takes: on EDGE the response would queue behind everything that can wait.
 */
const QUIET_MS = 8_000;

/** Calls back later than `whenIdle`, for what this visit can do without. */
export function whenQuiet(callback: () => void): void {
  whenIdle(() => {
    let timer = setTimeout(quiet, QUIET_MS);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(quiet, QUIET_MS);
    });
    function quiet() {
      observer.disconnect();
      callback();
    }
    observer.observe({ type: 'resource' });
  });
}

/** Prefetches code before the press that needs it. */
export function useIdleImport(load: () => Promise<unknown>): void {
  useEffect(() => {
    // What fails to load now is loaded when it is needed.
    return whenIdle(() => void load().catch(() => {}));
  }, [load]);
}
