/**
 * Which of several tabs follows a payment: the one the voter looked at last. The lock is a Web Lock,
 * so it ends with its tab, crashed ones too. Without Web Locks every tab follows for itself.
 */
const lockName = (paymentId: string): string => `payment ${paymentId}`;

const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Absent on pages without TLS, whatever the types say. */
const lockManager = (): LockManager | undefined => navigator.locks;

/**
 * Takes the payment over, from another tab if need be.
 *
 * @param onLost called when another tab takes it in turn
 * @returns releases the lock
 */
export function holdTabLock(paymentId: string, onLost: () => void): () => void {
  const released = new AbortController();
  const untilReleased = () =>
    new Promise<void>((resolve) => {
      if (released.signal.aborted) resolve();
      else released.signal.addEventListener('abort', () => resolve());
    });
  lockManager()
    ?.request(lockName(paymentId), { steal: true }, untilReleased)
    .catch((error: unknown) => {
      if (isAborted(error) && !released.signal.aborted) onLost();
    });
  return () => released.abort();
}

/**
 * Calls back once no other tab holds the payment any more.
 *
 * @returns stops waiting
 */
export function awaitTabLock(paymentId: string, onFree: () => void): () => void {
  const stopped = new AbortController();
  lockManager()
    ?.request(lockName(paymentId), { signal: stopped.signal }, () => {
      if (!stopped.signal.aborted) onFree();
    })
    .catch(() => {}); // stopped, or no locks here
  return () => stopped.abort();
}

/**
 * Of several tabs that learn of a receipt at the same moment, one shows it.
 * @returns whether this one does; it keeps the right for as long as it is open
 */
export const claimReceipt = (paymentId: string): Promise<boolean> =>
  new Promise((resolve) => {
    const locks = lockManager();
    if (!locks) return resolve(true);
    const keep = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => {});
    };
    // Refused in a page that is not secure, for instance: better twice than not at all.
    locks.request(`receipt ${paymentId}`, { ifAvailable: true }, keep).catch(() => resolve(true));
  });
