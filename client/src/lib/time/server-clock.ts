/** A header tells whole seconds: what is closer than this is right. */
const PRECISION_MS = 1_500;

let offsetMs = 0;
let isRead = false;

/** Whether the server has told the time since the page was opened. */
export const isServerClockKnown = (): boolean => isRead;

/** The moment by the server's clock, which decides when voting opens and closes. */
export const serverNow = (): number => Date.now() + offsetMs;

/**
 * Corrects our clock by what an answer says, which must be nobody's copy.
 * @param askedAt by our clock
 */
export function readServerClock(answer: Response, askedAt: number): void {
  const told = Date.parse(answer.headers.get('Date') ?? '');
  if (Number.isNaN(told)) return;
  isRead = true;
  const answeredAt = (askedAt + Date.now()) / 2;
  const difference = told + 500 - answeredAt;
  offsetMs = Math.abs(difference) < PRECISION_MS ? 0 : difference;
}
