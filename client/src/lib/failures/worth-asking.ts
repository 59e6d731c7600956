/** What did not come is asked for again after so long, and then every ten seconds. */
const ASK_AGAIN_MS = [2_000, 5_000];
const AND_THEN_MS = 10_000;

/**
 * Waits until it is worth asking again for what did not come: some seconds; or the network is back,
 * somebody comes back to the page, or presses something.
 * @param attempt how often it was asked for again so far
 * @param given ends the wait, and whatever was to follow it
 */
export const untilWorthAsking = (attempt: number, given?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const ask = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(ask, ASK_AGAIN_MS[attempt] ?? AND_THEN_MS);
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
