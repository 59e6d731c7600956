import { recordKey, type StatementEntry } from '#server/payments/index';
import type { DifferenceReason } from '#shared/domain/books';
import { AFTER_CLOSING, isReversed, type PaymentStatus } from '#shared/domain/payment';

/** The compared fields of a payment of ours. */
export interface OurPayment {
  id: string;
  providerRef: string | null;
  /** True when an administrator attached its reference, whose record names another payment. */
  isAttached: boolean;
  status: PaymentStatus;
  failureReason: string | null;
  completedAt: Date | null;
  amount: number;
  currency: string;
  /** Partial refund known to us. */
  partlyReturned: number;
  /** True when we have recorded a dispute, open or not. */
  isDisputed: boolean;
}

export interface FoundDifference {
  reason: DifferenceReason;
  /**
   * Identifies the difference in later comparisons: the payment's id, or the provider's reference.
   */
  subject: string;
  paymentId: string | null;
  providerRef: string | null;
  listed: { amountMinor: number; currency: string; at: Date } | null;
}

interface Day {
  from: Date;
  /** Exclusive. */
  until: Date;
}

/** All entries of the list about one payment. */
interface PaymentEntries {
  payment: OurPayment | null;
  paid: StatementEntry[];
  returned: StatementEntry[];
  disputed: StatementEntry[];
}

/**
 * Returns the differences between a provider's list and our payments on a day. The list may cover
 * more than the day: a payment dated around midnight may be on the next day at the provider, which
 * is no difference. Each difference belongs to the day of the provider's date; a payment missing in
 * the list belongs to the day on which we completed it.
 *
 * @param ours payments completed on the day, and any others that the list may refer to
 */
export function compareDay(
  ours: readonly OurPayment[],
  listed: readonly StatementEntry[],
  day: Day,
): FoundDifference[] {
  const duplicates = countedTwice(ours);
  const grouped = groupByPayment(
    ours.filter((payment) => !duplicates.includes(payment)),
    listed,
  );
  const found = grouped.flatMap((entries) => differencesOf(entries, day));
  const listedAsPaid = new Set(
    grouped.flatMap(({ payment, paid }) => (payment && paid.length > 0 ? [payment.id] : [])),
  );
  const unlisted = ours.filter(
    (payment) =>
      isWithin(payment.completedAt, day) &&
      !listedAsPaid.has(payment.id) &&
      !duplicates.includes(payment),
  );
  const isCountedNow = ({ completedAt }: OurPayment) => isWithin(completedAt, day);
  return [
    ...found,
    ...unlisted.map((payment) => differenceOf('unknown-there', payment, null)),
    ...duplicates.filter(isCountedNow).map((payment) => {
      const ofRecord = ({ kind, providerRef }: StatementEntry) =>
        kind === 'paid' && isSameRecord(providerRef, payment.providerRef);
      return differenceOf('counted-twice', payment, listed.find(ofRecord) ?? null);
    }),
  ];
}

/**
 * Returns payments that were counted by a provider record by which an earlier one had been counted.
 */
function countedTwice(ours: readonly OurPayment[]): OurPayment[] {
  const counted = ours
    .filter(({ completedAt }) => completedAt !== null)
    .sort((a, b) => Number(a.completedAt) - Number(b.completedAt));
  const countedRecords = new Set<string>();
  return counted.filter(({ providerRef }) => {
    if (providerRef === null) return false;
    const record = recordKey(providerRef);
    const isRepeated = countedRecords.has(record);
    countedRecords.add(record);
    return isRepeated;
  });
}

const isSameRecord = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && recordKey(one) === recordKey(other);

function groupByPayment(
  ours: readonly OurPayment[],
  listed: readonly StatementEntry[],
): PaymentEntries[] {
  const byId = new Map(ours.map((payment) => [payment.id, payment]));
  const byReference = new Map<string, OurPayment>();
  for (const payment of ours) {
    const { providerRef } = payment;
    if (providerRef === null) continue;
    if (payment.isAttached || !byReference.has(providerRef)) byReference.set(providerRef, payment);
  }
  const grouped = new Map<string, PaymentEntries>();
  for (const entry of listed) {
    const { kind, paymentId, providerRef } = entry;
    const byProviderRef = providerRef === null ? undefined : byReference.get(providerRef);
    const byPaymentId = paymentId === null ? undefined : byId.get(paymentId);
    const payment =
      (byProviderRef?.isAttached ? byProviderRef : (byPaymentId ?? byProviderRef)) ?? null;
    const key = payment?.id ?? paymentId;
    // Such entries concern none of our payments: the account may have other uses.
    if (key === null) continue;
    const group = grouped.get(key) ?? { payment, paid: [], returned: [], disputed: [] };
    group[kind].push(entry);
    grouped.set(key, group);
  }
  return [...grouped.values()];
}

function differencesOf(
  { payment, paid, returned, disputed }: PaymentEntries,
  day: Day,
): FoundDifference[] {
  const dated = paid.find(({ at }) => isWithin(at, day));
  const last = paid.reduce<StatementEntry | null>(
    (latest, entry) => (latest && latest.at > entry.at ? latest : entry),
    null,
  );
  const isTwice = paid.length > 1 && last !== null && isWithin(last.at, day);
  const twice = isTwice ? [differenceOf('listed-twice', payment, last)] : [];
  if (!payment) return dated ? [differenceOf('unknown-here', null, dated), ...twice] : [];
  return [
    ...(dated ? paidDifference(payment, dated) : []),
    ...twice,
    ...returnedDifference('refunded-there', payment, returned, day, payment.partlyReturned),
    ...(payment.isDisputed ? [] : returnedDifference('disputed-there', payment, disputed, day, 0)),
  ];
}

function paidDifference(payment: OurPayment, entry: StatementEntry): FoundDifference[] {
  const { money } = entry;
  if (money.amountMinor !== payment.amount || money.currency !== payment.currency) {
    return [differenceOf('amount-differs', payment, entry)];
  }
  // A charge after the close of voting is refunded automatically.
  const isKnown =
    payment.status === 'completed' ||
    isReversed(payment) ||
    payment.failureReason === AFTER_CLOSING;
  return isKnown ? [] : [differenceOf('paid-there', payment, entry)];
}

/** Returns a difference for money returned at the provider while its votes count in our data. */
function returnedDifference(
  reason: 'refunded-there' | 'disputed-there',
  payment: OurPayment,
  entries: readonly StatementEntry[],
  day: Day,
  knownAmount: number,
): FoundDifference[] {
  const returnedAmount = entries.reduce((sum, { money }) => sum + money.amountMinor, 0);
  const dated = entries.findLast(({ at }) => isWithin(at, day));
  if (!dated || payment.status !== 'completed' || returnedAmount <= knownAmount) return [];
  const money = { ...dated.money, amountMinor: returnedAmount };
  return [differenceOf(reason, payment, { ...dated, money })];
}

function differenceOf(
  reason: DifferenceReason,
  payment: OurPayment | null,
  entry: StatementEntry | null,
): FoundDifference {
  const paymentId = payment?.id ?? null;
  const providerRef = entry?.providerRef ?? payment?.providerRef ?? null;
  return {
    reason,
    subject: paymentId ?? entry?.paymentId ?? providerRef ?? '',
    paymentId,
    providerRef,
    listed: entry && { ...entry.money, at: entry.at },
  };
}

const isWithin = (moment: Date | null, { from, until }: Day): boolean =>
  moment !== null && moment >= from && moment < until;
