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

/** Input of the rules besides the payment and the report. */
export interface RuleContext {
  /** Last moment at which a charge counts; null when there is none. */
  lastChargeAt: Date | null;
  /**
   * True when the provider's record was counted for another payment, or names another payment of
   * ours.
   */
  isRecordTaken: boolean;
}

export type Decision =
  | { change: 'none' }
  | { change: 'complete' }
  | { change: 'fail'; reason: FailureReason }
  | { change: 'reverse'; reason: FailureReason }
  /** The charge came too late to count and is refunded. */
  | { change: 'give-back' }
  | { change: 'flag'; flag: PaymentFlag };

/** State of a payment for the rules: `reversed` is `failed` after the votes were counted. */
type RuleState = PaymentStatus | 'reversed';
/**
 * Outcome of a report for the rules: `mispaid` is paid, but not our amount and currency; `late` is
 * paid, but after the last moment for a charge; `taken` is paid, but by another payment's record.
 */
type RuleOutcome = ProviderReport['outcome'] | 'mispaid' | 'late' | 'taken';
type Rule = 'none' | 'complete' | 'fail' | 'reverse' | 'give-back' | PaymentFlag;

/**
 * What a provider's report does to a payment; docs/payments.md has the diagram. A failed payment
 * may still complete, because mobile operators do turn failures into successes.
 */
const RULES: Readonly<Record<RuleState, Readonly<Record<RuleOutcome, Rule>>>> = {
  pending: {
    paid: 'complete',
    mispaid: 'amount-mismatch',
    late: 'give-back',
    taken: 'record-taken',
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
    late: 'none',
    taken: 'record-taken',
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
    late: 'give-back',
    taken: 'record-taken',
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
    late: 'none',
    taken: 'none',
    failed: 'none',
    reversed: 'none',
    misplaced: 'none',
    missing: 'none',
    pending: 'none',
    unknown: 'none',
  },
};

/** Looks the rule up. Pure function; the transaction carries out its result. */
export function nextState(
  payment: PaymentFacts,
  report: ProviderReport,
  context: RuleContext,
): Decision {
  const state = isReversed(payment) ? 'reversed' : payment.status;
  const rule = RULES[state][outcomeOf(payment, report, context)];
  switch (rule) {
    case 'none':
    case 'complete':
    case 'give-back':
      return { change: rule };
    case 'fail':
    case 'reverse':
      return { change: rule, reason: 'reason' in report ? report.reason : 'unknown' };
    default:
      return { change: 'flag', flag: rule };
  }
}

function outcomeOf(
  { amount, currency }: PaymentFacts,
  report: ProviderReport,
  { lastChargeAt, isRecordTaken }: RuleContext,
): RuleOutcome {
  if (report.outcome !== 'paid') return report.outcome;
  if (isRecordTaken) return 'taken';
  const { money, chargedAt } = report;
  if (money.amountMinor !== amount || money.currency !== currency) return 'mispaid';
  return lastChargeAt && chargedAt && chargedAt > lastChargeAt ? 'late' : 'paid';
}

/**
 * Returns what to flag for administrators besides the change itself: part of the money may be on
 * its way back. A reversed payment is flagged only when the provider could not return the money.
 */
export function concernsAbout(payment: PaymentFacts, report: ProviderReport): readonly Concern[] {
  const concerns = 'concerns' in report ? (report.concerns ?? []) : [];
  return isReversed(payment) ? concerns.filter((one) => one === 'refund-failed') : concerns;
}
