import {
  type FailureReason,
  isReversed,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/domain/payment';
import type { Concern, ProviderReport } from '../providers/provider';

export interface PaymentFacts {
  status: PaymentStatus;
  amount: number;
  currency: string;
  completedAt: Date | null;
}

export type Decision =
  | { change: 'none' }
  | { change: 'complete' }
  | { change: 'fail'; reason: FailureReason }
  | { change: 'reverse'; reason: FailureReason }
  | { change: 'flag'; flag: PaymentFlag };

/** A payment's state as the rules see it: `reversed` is `failed` after the votes had counted. */
type RuleState = PaymentStatus | 'reversed';
/** A provider's answer as the rules see it: `mispaid` is paid, but not our amount and currency. */
type RuleOutcome = ProviderReport['outcome'] | 'mispaid';
type Rule = 'none' | 'complete' | 'fail' | 'reverse' | PaymentFlag;

/**
 * What a provider's answer does to a payment; docs/payments.md draws it. A failed payment may still
 * complete, because operators do turn a failure into a success.
 */
const RULES: Readonly<Record<RuleState, Readonly<Record<RuleOutcome, Rule>>>> = {
  pending: {
    paid: 'complete',
    mispaid: 'amount-mismatch',
    failed: 'fail',
    reversed: 'fail',
    misplaced: 'wrong-reference',
    missing: 'none',
    pending: 'none',
    unknown: 'none',
  },
  completed: {
    paid: 'none',
    mispaid: 'amount-mismatch',
    failed: 'failed-after-completion',
    reversed: 'reverse',
    misplaced: 'wrong-reference',
    missing: 'missing-at-provider',
    pending: 'none',
    unknown: 'none',
  },
  failed: {
    paid: 'complete',
    mispaid: 'amount-mismatch',
    failed: 'none',
    reversed: 'none',
    misplaced: 'wrong-reference',
    missing: 'none',
    pending: 'none',
    unknown: 'none',
  },
  reversed: {
    paid: 'none',
    mispaid: 'none',
    failed: 'none',
    reversed: 'none',
    misplaced: 'none',
    missing: 'none',
    pending: 'none',
    unknown: 'none',
  },
};

/** Looks the rule up. Pure; the transaction obeys it. */
export function nextState(payment: PaymentFacts, report: ProviderReport): Decision {
  const rule = RULES[isReversed(payment) ? 'reversed' : payment.status][outcomeOf(payment, report)];
  switch (rule) {
    case 'none':
    case 'complete':
      return { change: rule };
    case 'fail':
    case 'reverse':
      return { change: rule, reason: 'reason' in report ? report.reason : 'unknown' };
    default:
      return { change: 'flag', flag: rule };
  }
}

function outcomeOf({ amount, currency }: PaymentFacts, report: ProviderReport): RuleOutcome {
  if (report.outcome !== 'paid') return report.outcome;
  const { money } = report;
  return money.amountMinor === amount && money.currency === currency ? 'paid' : 'mispaid';
}

/**
 * What an administrator is told beside the change itself: part of the money may be on its way back.
 * Of a payment that was taken back only that the provider could not give the money back is news.
 */
export function concernsAbout(payment: PaymentFacts, report: ProviderReport): readonly Concern[] {
  const concerns = 'concerns' in report ? (report.concerns ?? []) : [];
  return isReversed(payment) ? concerns.filter((one) => one === 'refund-failed') : concerns;
}
