/** Tolerance in ms: the header has whole seconds. */
const PRECISION_MS = 1_500;

let offsetMs = 0;
let isRead = false;

/** True once the server's time is known. */
export const isServerClockKnown = (): boolean => isRead;

/** Returns the current time by the server's clock, which decides when voting opens and closes. */
export const serverNow = (): number => Date.now() + offsetMs;

/**
 * Corrects the offset by the time in a response, which must not come from a cache.
 * @param askedAt time of the request by the browser's clock
 */
export function readServerClock(answer: Response, askedAt: number): void {
  const serverMs = Date.parse(answer.headers.get('Date') ?? '');
  if (Number.isNaN(serverMs)) return;
  isRead = true;
  const answeredAt = (askedAt + Date.now()) / 2;
  const difference = serverMs + 500 - answeredAt;
  offsetMs = Math.abs(difference) < PRECISION_MS ? 0 : difference;
}
