import { type Dispatch, useEffect } from 'react';
import { openPaymentIn, type PaymentEvent, type PaymentProgress } from './model/payment-progress';
import {
  forgetPayment,
  onStoredPaymentChange,
  onVoterReturn,
  storePayment,
} from './model/pending-payment';
import { awaitTabLock, holdTabLock } from './model/tab-lock';

/** Keeps the payment's id in browser storage, and makes sure that only one tab follows it. */
export function useOneTab(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const payment = openPaymentIn(progress);
  const paymentId = payment?.paymentId ?? null;
  const method = payment?.method ?? null;
  const isElsewhere = progress.phase === 'elsewhere';

  useEffect(() => {
    if (paymentId === null || method === null) return;
    storePayment({ paymentId, method });
    return () => forgetPayment(paymentId);
  }, [paymentId, method]);

  useEffect(() => {
    if (paymentId === null || isElsewhere) return;
    return holdTabLock(paymentId, () => dispatch({ type: 'tabLockLost' }));
  }, [paymentId, isElsewhere, dispatch]);

  useEffect(() => {
    if (paymentId === null || !isElsewhere) return;
    const takeOver = () => dispatch({ type: 'tabLockTaken' });
    const stopWaiting = awaitTabLock(paymentId, takeOver);
    const stopWatching = onVoterReturn(takeOver);
    return () => {
      stopWaiting();
      stopWatching();
    };
  }, [paymentId, isElsewhere, dispatch]);

  useEffect(
    () =>
      onStoredPaymentChange(({ before, after }) => {
        // Another tab has finished its own payment; a reload must still find this one.
        if (after === null && paymentId !== null && method !== null && paymentId !== before) {
          storePayment({ paymentId, method });
        }
        dispatch({ type: 'storedPaymentChanged', before, after });
      }),
    [paymentId, method, dispatch],
  );
}
