import { useEffect, useState } from 'react';
import { untilWorthAsking } from '#client/lib/failures/worth-asking';

/** A picture that did not come so often is one that does not exist. */
const MOST_ATTEMPTS = 6;

/**
 * Whether a picture can be shown. One that did not come, or broke off, is asked for again, past what
 * the browser has kept of it; one that the server has not got is given up.
 * @param address of the picture as it is known; another one begins anew
 * @returns what the picture is to call where it fails, with the file that was asked for
 */
export function usePicture(address: string | null): [boolean, (file: string) => void] {
  const [failure, setFailure] = useState<{ address: string | null; file: string } | null>(null);
  const hasFailed = failure !== null && failure.address === address;
  useEffect(() => {
    if (failure === null) return;
    const left = new AbortController();
    const bring = async () => {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        await untilWorthAsking(attempt, left.signal);
        const answer = await fetch(failure.file, { cache: 'reload' }).catch(() => null);
        if (answer?.status === 200 && !left.signal.aborted) return setFailure(null);
        if (answer && answer.status < 500) return;
      }
    };
    void bring();
    return () => left.abort();
  }, [failure]);
  return [!hasFailed, (file) => setFailure({ address, file })];
}
