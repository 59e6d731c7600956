import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import type { PaymentFacts } from '#shared/domain/payment-words';

/** Selects what the words for a supporter say about a payment. */
export function factsOf(history: AdminPaymentHistory, isVotingOpen: boolean): PaymentFacts {
  const { payment, returned, isRefundPending } = history;
  const { status, provider: method, amount: amountMinor, currency, totalVotes: votes } = payment;
  const inPart = returned.filter(({ kind }) => kind === 'in-part');
  return {
    status,
    method,
    money: { amountMinor, currency },
    votes,
    artists: payment.artists,
    startedAt: payment.createdAt,
    attemptedAt: payment.attemptedAt,
    completedAt: payment.completedAt,
    failureReason: payment.failureReason,
    receiptCode: payment.receiptCode,
    phoneNumber: payment.phoneNumber,
    flags: payment.flags,
    isRefundPending,
    returnedInPart: inPart.reduce((sum, { amount }) => sum + amount, 0),
    refundReference: returned.find(({ kind }) => kind === 'by-hand')?.reference ?? null,
    isChecked: payment.nextCheckAt !== null,
    isVotingOpen,
  };
}
