import { useEffect, useState } from 'react';

const secondsUntil = (instantMs: number, now: () => number): number =>
  Math.max(0, Math.ceil((instantMs - now()) / 1_000));

/**
 * Returns the whole seconds until an instant, down to 0.
 * @param now the clock to compare the instant with
 */
export function useSecondsLeft(instantMs: number, now: () => number = Date.now): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(instantMs, now));
  useEffect(() => {
    // More often than once a second, so that no number is skipped when a timer runs late.
    const timer = setInterval(() => setSecondsLeft(secondsUntil(instantMs, now)), 250);
    return () => clearInterval(timer);
  }, [instantMs, now]);
  return secondsLeft;
}
