import { type Dispatch, useEffect } from 'react';
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
