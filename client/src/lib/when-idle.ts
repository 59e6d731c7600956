import { useEffect } from 'react';
import { brought } from './failures/brought';

/** Nothing waits for longer than this, however busy the page is. Safari has no idle callback. */
const LATEST_MS = 2_000;

/**
 * Calls back when the page has time, and the line has brought what matters more.
 * @returns takes it back
 */
export function whenIdle(callback: () => void): () => void {
  let takeBack = () => {};
  let isTakenBack = false;
  void brought('next').then(() => {
    if (!isTakenBack) takeBack = whenPageIsIdle(callback);
  });
  return () => {
    isTakenBack = true;
    takeBack();
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
 * A line that has brought nothing for so long is not needed by what somebody is doing. Longer than a
 * phone takes to approve: on EDGE the answer would come behind all that can wait.
 */
const QUIET_MS = 8_000;

/** Calls back, later than `whenIdle`, for what this visit can do without. */
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

/** Fetches code ahead of the press that needs it. */
export function useIdleImport(load: () => Promise<unknown>): void {
  useEffect(() => {
    // What cannot be loaded now is loaded when it is needed.
    return whenIdle(() => void load().catch(() => {}));
  }, [load]);
}
