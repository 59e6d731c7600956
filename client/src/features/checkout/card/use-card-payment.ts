import type { PaymentIntentResult } from '@stripe/stripe-js';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#client/lib/api/request';
import { dismissToast } from '#client/ui/overlay/toast';
import { refreshEarlier } from '../progress/model/earlier-payments';
import { initiationErrorTextKey, isAboutOutdatedPage } from '../progress/model/payment-error';
import type { CardEvent } from '../progress/model/payment-progress';
import { showCardError, showInitiationError } from '../progress/model/payment-toasts';
import { usePaymentProgress } from '../progress/use-payment-progress';
import { useRefetchOutdated } from '../use-refetch-outdated';
import { type CardOutcome, confirmAgain, type PayByCardDeps, payByCard } from './model/pay-by-card';

/** Pays with the content of the fields; the payment progress handles the rest. */
export function useCardPayment() {
  const { dispatch } = usePaymentProgress();
  const refetchOutdated = useRefetchOutdated();
  const [isProcessing, setIsProcessing] = useState(false);
  /** The payment being confirmed by the provider. */
  const confirming = useRef<string | null>(null);

  useEffect(
    () => () => {
      // The response may never arrive once the form is gone.
      if (confirming.current) dispatch({ type: 'cardUnsettled', paymentId: confirming.current });
    },
    [dispatch],
  );

  const pay = async (deps: Omit<PayByCardDeps, 'onAttempted'>) => {
    setIsProcessing(true);
    // The toast said what was missing.
    dismissToast();
    dispatch({ type: 'cardSubmitted' });
    const outcome = await payByCard({
      ...deps,
      // Stored and locked to this tab before it returns: a reload, or another tab, must find it.
      onAttempted: (paymentId) => {
        confirming.current = paymentId;
        flushSync(() => dispatch({ type: 'cardAttempted', paymentId }));
      },
    }).catch((error: unknown): CardOutcome => ({ type: 'refused', error }));
    confirming.current = null;
    reportOutcome(dispatch, outcome);
    // The page tells in its own place what has changed.
    const isTold = outcome.type === 'refused' && (await refetchOutdated(outcome.error));
    if (!isTold) showOutcome(outcome);
    if (isEarlierPaid(outcome)) refreshEarlier();
    setIsProcessing(false);
  };

  /** Opens the bank's window again; the payment progress shows that it is open. */
  const reopenBank = async (
    payment: { paymentId: string; clientSecret: string },
    openBankWindow: () => Promise<PaymentIntentResult>,
  ) => {
    confirming.current = payment.paymentId;
    dispatch({ type: 'bankReopened' });
    const outcome = await confirmAgain(payment, openBankWindow);
    confirming.current = null;
    reportOutcome(dispatch, outcome);
  };

  return { isProcessing, pay, reopenBank };
}

/** Returns the message for a rejected attempt whose error code has its own text. */
function namedRefusal(error: unknown) {
  const textKey = initiationErrorTextKey(error);
  const isNamed = textKey === 'checkout.error.earlier-paid' || isAboutOutdatedPage(textKey);
  return isNamed ? textKey : null;
}

const isEarlierPaid = (outcome: CardOutcome): boolean =>
  outcome.type === 'refused' &&
  outcome.error instanceof ApiError &&
  outcome.error.code === 'earlier-paid';

function reportOutcome(dispatch: Dispatch<CardEvent>, outcome: CardOutcome): void {
  switch (outcome.type) {
    case 'paid':
      dispatch({ type: 'cardPaid', verification: outcome.verification });
      break;
    case 'declined':
      dispatch({ ...outcome, type: 'cardDeclined' });
      break;
    case 'unsettled':
      dispatch({ type: 'cardUnsettled', paymentId: outcome.paymentId });
      break;
    default:
      dispatch({ type: 'cardWithdrawn' });
  }
}

/**
 * Shows a message, except for outcomes that the fields, the panel, the failed set-up or the receipt
 * show.
 */
function showOutcome(outcome: CardOutcome): void {
  switch (outcome.type) {
    case 'refill':
      showCardError('refill');
      break;
    case 'refused': {
      const refusal = namedRefusal(outcome.error);
      if (refusal) showInitiationError(refusal);
      else showCardError('unexpected');
      break;
    }
    case 'unsettled':
      if (outcome.isUnexpected) showCardError('unexpected');
      break;
  }
}
