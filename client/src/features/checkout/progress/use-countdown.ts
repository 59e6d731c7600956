import { type Dispatch, useEffect, useState } from 'react';
import { type PaymentEvent, type PaymentProgress, waitingOrderOf } from './model/payment-progress';

/** How long the waiting overlay stays open. */
export const WAITING_MS = 20_000;

/** Closes the waiting overlay when its time is up. */
export function useCountdownEnd(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const submittedAt = waitingOrderOf(progress)?.submittedAt ?? null;
  useEffect(() => {
    if (submittedAt === null) return;
    const timer = setTimeout(
      () => dispatch({ type: 'countdownEnded' }),
      submittedAt + WAITING_MS - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [submittedAt, dispatch]);
}

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
