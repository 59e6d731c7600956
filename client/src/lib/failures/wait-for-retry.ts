/** Delays in ms of the first retries; then every ten seconds. */
const RETRY_DELAYS_MS = [2_000, 5_000];
const LATER_RETRY_DELAY_MS = 10_000;

/**
 * Waits until a retry makes sense: some seconds, or until the network is back, the visitor returns
 * to the page, or presses something.
 * @param attempt number of retries so far
 * @param given ends the wait and the retries
 */
export const waitForRetry = (attempt: number, given?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const ask = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(ask, RETRY_DELAYS_MS[attempt] ?? LATER_RETRY_DELAY_MS);
    const { signal } = over;
    window.addEventListener('online', ask, { signal });
    document.addEventListener('visibilitychange', ask, { signal });
    document.addEventListener('click', ask, { signal, capture: true });
    given?.addEventListener(
      'abort',
      () => {
        over.abort();
        clearTimeout(timer);
      },
      { signal },
    );
  });
