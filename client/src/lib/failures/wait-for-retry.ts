/** Delays in ms of the first retries; then every ten seconds. */
const RETRY_DELAYS_MS = [2_000, 5_000];
const LATER_RETRY_DELAY_MS = 10_000;

/**
 * Waits until a retry makes sense: some seconds, or until the network is back, the visitor returns
 * to the page, or presses something.
 * @param attempt number of retries so far
 * @param stop ends the wait and the retries
 */
export const waitForRetry = (attempt: number, stop?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const listeners = new AbortController();
    const retry = () => {
      listeners.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(retry, RETRY_DELAYS_MS[attempt] ?? LATER_RETRY_DELAY_MS);
    const { signal } = listeners;
    window.addEventListener('online', retry, { signal });
    document.addEventListener('visibilitychange', retry, { signal });
    document.addEventListener('click', retry, { signal, capture: true });
    stop?.addEventListener(
      'abort',
      () => {
        listeners.abort();
        clearTimeout(timer);
      },
      { signal },
    );
  });
