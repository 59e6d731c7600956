import { type Dispatch, useEffect } from 'react';
import type { PaymentEvent, PaymentProgress } from './model/payment-progress';

/** How long the waiting overlay stays open, in ms. */
export const WAITING_MS = 20_000;

/** Closes the waiting overlay when its time is up. */
export function useCountdownEnd(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const since = progress.phase === 'polling' ? (progress.order?.since ?? null) : null;
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(
      () => dispatch({ type: 'countdownEnded' }),
      since + WAITING_MS - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [since, dispatch]);
}
