import type { FailureReason, PaymentStatus } from '#shared/domain/payment';
import type { Concern, ProviderReport } from '../providers/provider';

export interface PaymentFacts {
  status: PaymentStatus;
  amount: number;
  currency: string;
  completedAt: Date | null;
}

/** A contradiction that nobody but an administrator can settle. */
export type Flag = 'amount-mismatch' | 'failed-after-completion' | Concern;

export type Decision =
  | { change: 'none' }
  | { change: 'complete' }
  | { change: 'fail'; reason: FailureReason }
  | { change: 'reverse'; reason: FailureReason }
  | { change: 'flag'; flag: Flag };

/** Once reversed, always reversed: a late "paid" about money that went back counts nothing. */
export const isReversed = ({ status, completedAt }: Pick<PaymentFacts, 'status' | 'completedAt'>) =>
  status === 'failed' && completedAt !== null;

const NOTHING: Decision = { change: 'none' };

/** What a provider's report does to a payment (design, section 5). Pure; the transaction obeys it. */
export function nextState(payment: PaymentFacts, report: ProviderReport): Decision {
  if (isReversed(payment)) return NOTHING;

  switch (report.outcome) {
    case 'paid':
      if (report.money.amountMinor !== payment.amount || report.money.currency !== payment.currency)
        return { change: 'flag', flag: 'amount-mismatch' };
      // From `failed` too: providers do turn a failure into a success.
      return payment.status === 'completed' ? NOTHING : { change: 'complete' };
    case 'failed':
      if (payment.status === 'completed')
        return { change: 'flag', flag: 'failed-after-completion' };
      return payment.status === 'pending' ? { change: 'fail', reason: report.reason } : NOTHING;
    case 'reversed':
      if (payment.status === 'completed') return { change: 'reverse', reason: report.reason };
      return payment.status === 'pending' ? { change: 'fail', reason: report.reason } : NOTHING;
    case 'pending':
    case 'unknown':
      return NOTHING;
  }
}

/**
 * What an administrator is told beside the change itself: part of the money may be on its way back.
 * Of a payment that was taken back only that the provider could not give the money back is news.
 */
export function concernsAbout(payment: PaymentFacts, report: ProviderReport): readonly Concern[] {
  const concerns = 'concerns' in report ? (report.concerns ?? []) : [];
  return isReversed(payment) ? concerns.filter((one) => one === 'refund-failed') : concerns;
}
