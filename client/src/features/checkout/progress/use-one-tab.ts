import { type Dispatch, useEffect } from 'react';
import { awaitClaim, holdClaim } from './payment-claim';
import { type PaymentEvent, type PaymentProgress, pendingPaymentIdOf } from './payment-progress';
import { forgetPaymentId, onStoredPaymentChange, storePaymentId } from './pending-payment';
import { onVoterReturn } from './voter-return';

/** Keeps the payment's id in browser storage, and one tab only following it. */
export function useOneTab(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const paymentId = pendingPaymentIdOf(progress);
  const isElsewhere = progress.phase === 'elsewhere';

  useEffect(() => {
    if (paymentId === null) return;
    storePaymentId(paymentId);
    return () => forgetPaymentId(paymentId);
  }, [paymentId]);

  useEffect(() => {
    if (paymentId === null || isElsewhere) return;
    return holdClaim(paymentId, () => dispatch({ type: 'claimLost' }));
  }, [paymentId, isElsewhere, dispatch]);

  useEffect(() => {
    if (paymentId === null || !isElsewhere) return;
    const takeOver = () => dispatch({ type: 'claimTaken' });
    const stopWaiting = awaitClaim(paymentId, takeOver);
    const stopWatching = onVoterReturn(takeOver);
    return () => {
      stopWaiting();
      stopWatching();
    };
  }, [paymentId, isElsewhere, dispatch]);

  useEffect(
    () =>
      onStoredPaymentChange(({ before, after }) => {
        // Another tab is done with a payment of its own; ours is still to be found by a reload.
        if (after === null && paymentId !== null && paymentId !== before) storePaymentId(paymentId);
        dispatch({ type: 'storedPaymentChanged', before, after });
      }),
    [paymentId, dispatch],
  );
}
