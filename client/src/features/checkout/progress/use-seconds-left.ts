import { useEffect, useState } from 'react';

const secondsUntil = (instantMs: number): number =>
  Math.max(0, Math.ceil((instantMs - Date.now()) / 1_000));

/** Whole seconds until an instant, down to 0. */
export function useSecondsLeft(instantMs: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(instantMs));
  useEffect(() => {
    // Oftener than once a second, so that no number is skipped when a timer runs late.
    const timer = setInterval(() => setSecondsLeft(secondsUntil(instantMs)), 250);
    return () => clearInterval(timer);
  }, [instantMs]);
  return secondsLeft;
}
