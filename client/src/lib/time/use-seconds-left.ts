import { useEffect, useState } from 'react';

const secondsUntil = (instantMs: number, now: () => number): number =>
  Math.max(0, Math.ceil((instantMs - now()) / 1_000));

/**
 * Whole seconds until an instant, down to 0.
 * @param now the clock that the instant is of
 */
export function useSecondsLeft(instantMs: number, now: () => number = Date.now): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(instantMs, now));
  useEffect(() => {
    // Oftener than once a second, so that no number is skipped when a timer runs late.
    const timer = setInterval(() => setSecondsLeft(secondsUntil(instantMs, now)), 250);
    return () => clearInterval(timer);
  }, [instantMs, now]);
  return secondsLeft;
}
