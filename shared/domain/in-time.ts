/**
 * Aborts a request with a `TimeoutError` when it takes too long, or when its caller aborts it.
 * Replaces `AbortSignal.timeout` and `AbortSignal.any`, which some browsers lack; besides, in Node
 * 20 the timeout of such a pair is lost at the next garbage collection, so that the request hangs.
 * @param ms longest wait for the response, its body included
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
    () => limited.abort(new DOMException('No response in time', 'TimeoutError')),
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
