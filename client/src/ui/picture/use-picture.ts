import { useEffect, useState } from 'react';
import { waitForRetry } from '#client/lib/failures/wait-for-retry';

/** After this many failures a picture counts as missing. */
const MAX_ATTEMPTS = 6;

/**
 * Returns whether a picture can be shown. One that failed to load or was truncated is requested
 * again, bypassing the browser's cache; one that the server does not have is given up.
 * @param address of the picture; another one starts over
 * @returns the state, and a function to call with the requested file when the picture fails
 */
export function usePicture(address: string | null): [boolean, (file: string) => void] {
  const [failure, setFailure] = useState<{ address: string | null; file: string } | null>(null);
  const hasFailed = failure !== null && failure.address === address;
  useEffect(() => {
    if (failure === null) return;
    const unmounted = new AbortController();
    const retry = async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        await waitForRetry(attempt, unmounted.signal);
        const answer = await fetch(failure.file, { cache: 'reload' }).catch(() => null);
        if (answer?.status === 200 && !unmounted.signal.aborted) return setFailure(null);
        if (answer && answer.status < 500) return;
      }
    };
    void retry();
    return () => unmounted.abort();
  }, [failure]);
  return [!hasFailed, (file) => setFailure({ address, file })];
}
