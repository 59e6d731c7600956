import { type Dispatch, useEffect } from 'react';
import { useSupportContact } from '#client/lib/use-event';
import { useRecount, verifyCard } from './api';
import type { PaymentEvent, PaymentProgress } from './model/payment-progress';
import { showUnconfirmed } from './model/payment-toasts';

/** Has the server confirm a card payment that went through in the browser. */
export function useCardVerification(
  progress: PaymentProgress,
  dispatch: Dispatch<PaymentEvent>,
): void {
  const verification = progress.phase === 'verifyingCard' ? progress : null;
  const recount = useRecount();
  const contact = useSupportContact();
  useEffect(() => {
    if (verification === null) return;
    const { paymentId, isApproved } = verification;
    let isOutdated = false;
    void verifyCard(verification).then((answer) => {
      if (isOutdated) return;
      if (answer.outcome === 'paid') {
        const { paymentId: paidId, receiptCode } = answer;
        dispatch({ type: 'cardVerified', paymentId: paidId, receiptCode });
        return recount();
      }
      if (answer.outcome === 'unfinished' && !isApproved) {
        return dispatch({ type: 'cardDeclined', paymentId, message: null });
      }
      // Perhaps charged: followed until it is known.
      dispatch({ type: 'cardUnsettled', paymentId });
      if (answer.outcome === 'no-answer') showUnconfirmed(contact);
    });
    return () => {
      isOutdated = true;
    };
  }, [verification, dispatch, recount, contact]);
}
