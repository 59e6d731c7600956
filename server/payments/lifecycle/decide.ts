import { randomInt } from 'node:crypto';
import type { Evidence } from '#shared/contracts/payment-events';
import {
  AFTER_CLOSING,
  type FailureReason,
  isReversed,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/domain/payment';
import { RECEIPT_ALPHABET, RECEIPT_CODE_LENGTH } from '#shared/domain/receipt-code';
import type { ProviderReport } from '../providers/provider';
import type { Payment } from './rows/repository';
import { wasRefused } from './schedule';

/**
 * 50 random bits from the system's secure generator. A unique index in the database prevents
 * duplicates.
 */
const newReceiptCode = (): string =>
  Array.from({ length: RECEIPT_CODE_LENGTH }, () =>
    RECEIPT_ALPHABET.charAt(randomInt(RECEIPT_ALPHABET.length)),
  ).join('');

export interface PaymentFacts {
  status: PaymentStatus;
  amount: number;
  currency: string;
  completedAt: Date | null;
}

/** Inputs of the rules, besides the payment and the report. */
interface RuleContext {
  /** A charge after this moment does not count; null when there is no such moment. */
  lastChargeAt: Date | null;
  /**
   * True when the provider's record was counted for another payment, or names another one of ours.
   */
  isRecordTaken: boolean;
}

/** The change of state that a report makes. */
export type StateChange =
  | { change: 'none' }
  | { change: 'complete' }
  | { change: 'fail'; reason: FailureReason }
  | { change: 'reverse'; reason: FailureReason }
  /** The charge came too late to count: it is refunded. */
  | { change: 'give-back' }
  | { change: 'flag'; flag: PaymentFlag };

/** A payment's state in the table below: `reversed` is `failed` after the votes were counted. */
type RuleState = PaymentStatus | 'reversed';
/**
 * A report's outcome in the table below: `mispaid` is paid with another amount or currency, `late`
 * is paid after the last moment for a charge, `taken` is paid by a record of another payment.
 */
type RuleOutcome = ProviderReport['outcome'] | 'mispaid' | 'late' | 'taken';
type Rule = 'none' | 'complete' | 'fail' | 'reverse' | 'give-back' | PaymentFlag;

/**
 * Effect of a report on a payment; docs/payments.md has the table. A failed payment may still
 * complete, because mobile operators sometimes correct a failure to a success.
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

/** Looks up the rule for a payment and a report. */
export function nextState(
  payment: PaymentFacts,
  report: ProviderReport,
  context: RuleContext,
): StateChange {
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

/** Inputs of a decision: the payment, and what else is known about it and the provider's record. */
interface Reported {
  payment: PaymentFacts &
    Pick<Payment, 'failureReason' | 'receiptCode' | 'providerRef' | 'attemptedAt'>;
  /** True when a flag of the payment is open. */
  isFlagged: boolean;
  /** The provider's reference in the report; null when the report has none. */
  reference: string | null;
  /** True when that record was counted for another payment, or names another payment of ours. */
  isRecordTaken: boolean;
}

/** A payment whose row is locked, and what the same statement has read about it. */
export interface LockedPayment extends Reported {
  payment: Payment;
  /** The time of this transaction. */
  now: Date;
}

/** Everything that a report does to a payment, decided before anything is written. */
export interface Decision {
  change: StateChange;
  state: Pick<Payment, 'status' | 'failureReason' | 'receiptCode'>;
  /** True when the status or the failure reason changes. */
  isMove: boolean;
  /** The provider's reference, when this report is the first to contain it or moves the payment. */
  learned: { providerRef?: string };
  /** The refund request to write before the next check is planned, which reads it. */
  refund: 'open' | 'succeed' | null;
  /** True when the report says that the whole amount went back to the payer. */
  isReversal: boolean;
  /** Minor units that went back so far, in part; null when the report does not say. */
  partlyReturned: number | null;
  /** Concerns that an administrator must see and that do not depend on the schedule of checks. */
  flags: PaymentFlag[];
  /** True when open flags that the report no longer supports are settled. */
  settlesFlags: boolean;
  evidence: Evidence;
}

interface DecisionContext {
  /** A charge after this moment does not count; null when there is no such moment. */
  lastChargeAt: Date | null;
  /** Replaced only by a test, to make codes collide. */
  makeReceiptCode?: (() => string) | undefined;
}

/** Decides what a provider's report does to a locked payment. Pure: it reads and writes nothing. */
export function decide(
  { payment, isFlagged, reference, isRecordTaken }: Reported,
  report: ProviderReport,
  { lastChargeAt, makeReceiptCode = newReceiptCode }: DecisionContext,
): Decision {
  const change = nextState(payment, report, { lastChargeAt, isRecordTaken });
  const state = stateAfter(payment, change, makeReceiptCode);
  const isMove = state.status !== payment.status || state.failureReason !== payment.failureReason;
  const isReversal = report.outcome === 'reversed';
  const isLearned =
    reference !== null && !isRecordTaken && (isMove || payment.providerRef === null);
  return {
    change,
    state,
    isMove,
    learned: isLearned ? { providerRef: reference } : {},
    refund: refundAfter(payment, change, { isMove, isReversal }),
    isReversal,
    partlyReturned: 'partlyReturned' in report ? (report.partlyReturned ?? 0) : null,
    flags: flagsAfter(payment, change, report),
    settlesFlags: isFlagged && isConclusive(report),
    evidence: evidenceOf(report, isRecordTaken),
  };
}

function stateAfter(
  { status, failureReason, receiptCode }: Reported['payment'],
  change: StateChange,
  makeReceiptCode: () => string,
): Decision['state'] {
  switch (change.change) {
    case 'complete':
      return { status: 'completed', failureReason: null, receiptCode: makeReceiptCode() };
    case 'fail':
    case 'reverse':
      return { status: 'failed', failureReason: change.reason, receiptCode };
    case 'give-back':
      return { status: 'failed', failureReason: AFTER_CLOSING, receiptCode };
    default:
      return { status, failureReason, receiptCode };
  }
}

/** A late charge is refunded once; a reversal of a late charge is that refund's success. */
function refundAfter(
  { failureReason }: Reported['payment'],
  { change }: StateChange,
  { isMove, isReversal }: Pick<Decision, 'isMove' | 'isReversal'>,
): Decision['refund'] {
  if (change === 'give-back') return isMove ? 'open' : null;
  return isReversal && failureReason === AFTER_CLOSING ? 'succeed' : null;
}

function flagsAfter(
  before: Reported['payment'],
  change: StateChange,
  report: ProviderReport,
): PaymentFlag[] {
  return [
    ...(change.change === 'flag' ? [change.flag] : []),
    ...(change.change === 'give-back' ? ['paid-after-closing' as const] : []),
    ...(change.change === 'complete' && wasRefused(before) ? ['paid-after-refusal' as const] : []),
    ...concernsAbout(before, report),
  ];
}

/** True when the report states how the payment stands at the provider. */
const isConclusive = (report: ProviderReport) =>
  report.outcome !== 'unknown' &&
  report.outcome !== 'missing' &&
  !(report.outcome === 'failed' && report.isGivenUp);

function evidenceOf(report: ProviderReport, isRecordTaken: boolean): Evidence {
  const evidence = 'evidence' in report ? report.evidence : {};
  if (report.outcome !== 'paid' || !isRecordTaken) return evidence;
  const { providerRef, namesPayment = null } = report;
  return { ...evidence, providerReference: providerRef, namesPayment };
}

/**
 * Flags that the report itself requires: a part of the money may have been refunded. After a
 * payment's votes were withdrawn, only a failed refund is flagged.
 */
function concernsAbout(payment: PaymentFacts, report: ProviderReport): readonly PaymentFlag[] {
  const concerns = 'concerns' in report ? (report.concerns ?? []) : [];
  return isReversed(payment) ? concerns.filter((concern) => concern === 'refund-failed') : concerns;
}
