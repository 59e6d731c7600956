import { type Dispatch, useEffect } from 'react';
import { useSupportContact } from '#client/lib/use-event';
import { useRefetchTotals, verifyCard } from './api';
import { waitAfterLoss } from './model/next-progress';
import type { PaymentEvent, PaymentProgress } from './model/payment-progress';
import { showUnconfirmed } from './model/payment-toasts';

/** Makes the server verify a card payment that succeeded in the browser. */
export function useCardVerification(
  progress: PaymentProgress,
  dispatch: Dispatch<PaymentEvent>,
): void {
  const verification = progress.phase === 'verifyingCard' ? progress : null;
  const refetchTotals = useRefetchTotals();
  const contact = useSupportContact();
  useEffect(() => {
    if (verification === null) return;
    const { paymentId, isApproved } = verification;
    let isOutdated = false;
    const isAnswered = (outcome: string) => outcome !== 'no-answer' || paymentId !== null;
    /** A payment without an id cannot be checked in any other way. */
    const verify = async (lostCount = 0): ReturnType<typeof verifyCard> => {
      const answer = await verifyCard(verification);
      if (isOutdated || isAnswered(answer.outcome)) return answer;
      await new Promise((resolve) => setTimeout(resolve, waitAfterLoss(lostCount + 1)));
      return verify(lostCount + 1);
    };
    void verify().then((answer) => {
      if (isOutdated) return;
      if (answer.outcome === 'paid') {
        const { paymentId: paidId, receiptCode } = answer;
        dispatch({ type: 'cardVerified', paymentId: paidId, receiptCode });
        return refetchTotals();
      }
      if (answer.outcome === 'unfinished' && !isApproved) {
        return dispatch({ type: 'cardDeclined', paymentId, message: null });
      }
      // Possibly charged: followed until the outcome is known.
      dispatch({ type: 'cardUnsettled', paymentId });
      if (answer.outcome === 'no-answer') showUnconfirmed(contact);
    });
    return () => {
      isOutdated = true;
    };
  }, [verification, dispatch, refetchTotals, contact]);
}
