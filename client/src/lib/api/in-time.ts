/**
 * Aborts a request that takes longer, or whose answer nobody waits for any more. What
 * `AbortSignal.timeout` and `AbortSignal.any` do, for browsers without them.
 * @param ms longest wait for the answer, its body included
 * @param outer aborts it too
 */
export async function inTime<T>(
  ms: number,
  request: (limited: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const limited = new AbortController();
  const giveUp = () => limited.abort();
  const timer = setTimeout(giveUp, ms);
  outer?.addEventListener('abort', giveUp);
  try {
    return await request(limited.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', giveUp);
  }
}
