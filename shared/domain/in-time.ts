/**
 * Aborts a request that takes longer, with a `TimeoutError`, or whose answer nobody waits for any more.
 * What `AbortSignal.timeout` and `AbortSignal.any` do, for browsers without them; and in Node 20 the
 * limit of such a pair is lost with the next collection of garbage, so that the request hangs.
 * @param ms longest wait for the answer, its body included
 * @param outer aborts it too
 */
export async function inTime<T>(
  ms: number,
  request: (limited: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const limited = new AbortController();
  const giveUp = () => limited.abort(outer?.reason);
  const timer = setTimeout(
    () => limited.abort(new DOMException('No answer in time', 'TimeoutError')),
    ms,
  );
  if (outer?.aborted) giveUp();
  outer?.addEventListener('abort', giveUp);
  try {
    return await request(limited.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', giveUp);
  }
}
