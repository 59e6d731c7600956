/**
 * Which of several tabs follows a payment: the one the voter looked at last. A claim is a Web Lock,
 * so it ends with its tab, crashed ones too. Where the browser has none every tab follows for itself.
 */
const claimName = (paymentId: string): string => `payment ${paymentId}`;

const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Absent on pages without TLS, whatever the types say. */
const lockManager = (): LockManager | undefined => navigator.locks;

/**
 * Takes the payment over, from another tab if need be.
 *
 * @param onLost called when another tab takes it in turn
 * @returns gives the claim back
 */
export function holdClaim(paymentId: string, onLost: () => void): () => void {
  const givenBack = new AbortController();
  const untilGivenBack = () =>
    new Promise<void>((resolve) => {
      if (givenBack.signal.aborted) resolve();
      else givenBack.signal.addEventListener('abort', () => resolve());
    });
  lockManager()
    ?.request(claimName(paymentId), { steal: true }, untilGivenBack)
    .catch((error: unknown) => {
      if (isAborted(error) && !givenBack.signal.aborted) onLost();
    });
  return () => givenBack.abort();
}

/**
 * Calls back once no other tab holds the payment any more.
 *
 * @returns stops waiting
 */
export function awaitClaim(paymentId: string, onFree: () => void): () => void {
  const stopped = new AbortController();
  lockManager()
    ?.request(claimName(paymentId), { signal: stopped.signal }, () => {
      if (!stopped.signal.aborted) onFree();
    })
    .catch(() => {}); // stopped, or no locks here
  return () => stopped.abort();
}
