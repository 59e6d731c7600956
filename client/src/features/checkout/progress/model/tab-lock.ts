/**
 * Decides which of several tabs follows a payment: the one that the voter used last. The lock is a
 * Web Lock, so it ends with its tab, even after a crash. Without Web Locks every tab follows on its
 * own.
 */
const lockName = (paymentId: string): string => `payment ${paymentId}`;

const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Absent on pages without TLS, despite the types. */
const lockManager = (): LockManager | undefined => navigator.locks;

/**
 * Takes the lock, from another tab if necessary.
 *
 * @param onLost called when another tab takes it in turn
 * @returns a function that releases the lock
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
 * Calls back once no other tab holds the payment's lock.
 *
 * @returns a function that stops waiting
 */
export function awaitTabLock(paymentId: string, onFree: () => void): () => void {
  const stopped = new AbortController();
  lockManager()
    ?.request(lockName(paymentId), { signal: stopped.signal }, () => {
      if (!stopped.signal.aborted) onFree();
    })
    .catch(() => {}); // Stopped, or locks are not available.
  return () => stopped.abort();
}

/**
 * Makes sure that only one of several tabs shows a receipt that they receive at the same moment.
 * @returns true for the tab that shows it, which holds the lock for as long as it is open
 */
export const claimReceipt = (paymentId: string): Promise<boolean> =>
  new Promise((resolve) => {
    const locks = lockManager();
    if (!locks) return resolve(true);
    const keep = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => {});
    };
    // Rejected on an insecure page, for example: better to show it twice than not at all.
    locks.request(`receipt ${paymentId}`, { ifAvailable: true }, keep).catch(() => resolve(true));
  });
