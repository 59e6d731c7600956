import type { OpenPayment } from '../../model/open-payments';
import {
  type CardEvent,
  firstCheck,
  IDLE,
  isChecking,
  type PaymentProgress,
} from './payment-progress';

/**
 * Handles the card's part of the flow. By the time the provider responds, a status check of this
 * tab, or another tab, may be following the payment.
 */
export function afterCardEvent(progress: PaymentProgress, event: CardEvent): PaymentProgress {
  switch (event.type) {
    case 'cardSubmitted':
      return progress.phase === 'idle' ? { phase: 'submittingCard' } : progress;
    case 'cardWithdrawn':
      return progress.phase === 'submittingCard' || progress.phase === 'confirmingCard'
        ? IDLE
        : progress;
    case 'cardAttempted':
      return progress.phase === 'submittingCard'
        ? { phase: 'confirmingCard', ...cardPayment(event.paymentId) }
        : progress;
    case 'bankReopened':
      return isChecking(progress) && progress.method === 'card'
        ? { phase: 'confirmingCard', ...cardPayment(progress.paymentId) }
        : progress;
    case 'cardPaid':
      return isForThisTab(progress, event.verification.paymentId)
        ? { phase: 'verifyingCard', ...event.verification }
        : progress;
    case 'cardDeclined':
      return isForThisTab(progress, event.paymentId) ||
        (progress.phase === 'elsewhere' && progress.paymentId === event.paymentId)
        ? declined(event.message)
        : progress;
    case 'cardUnsettled':
      return isForThisTab(progress, event.paymentId) ? unsettled(event.paymentId) : progress;
    case 'cardVerified':
      return progress.phase === 'verifyingCard'
        ? {
            phase: 'loadingReceipt',
            ...cardPayment(event.paymentId),
            receiptCode: event.receiptCode,
          }
        : progress;
  }
}

const cardPayment = (paymentId: string): OpenPayment => ({ paymentId, method: 'card' });

const declined = (message: string | null): PaymentProgress => ({
  phase: 'idle',
  failure: { stage: 'confirmation', method: 'card', message },
});

const unsettled = (paymentId: string | null): PaymentProgress =>
  paymentId === null
    ? IDLE
    : { phase: 'polling', order: null, ...firstCheck(cardPayment(paymentId)) };

/** True when this tab follows the payment, or the voter gave it up too early. */
function isForThisTab(progress: PaymentProgress, paymentId: string | null): boolean {
  if (progress.phase === 'idle') return true;
  const isFollowing =
    progress.phase === 'confirmingCard' ||
    progress.phase === 'verifyingCard' ||
    isChecking(progress);
  return isFollowing && progress.paymentId === paymentId;
}
