import { isReversed, type PaymentStatus } from '#shared/domain/payment';
import { type CheckSchedule, GIVE_UP_AFTER_MS, PROMPT_CHECKS } from '../providers/check-times';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Longer than the provider's timeout, so that no check runs while the request is still in flight.
 */
export const FIRST_CHECK_AFTER_MS = 15 * SECOND;
/** A check is repeated after this time, in ms, if its process died. */
export const CHECK_LEASE_MS = MINUTE;

/**
 * Longer than the provider's timeout and retries, so that by then the refund request has either
 * succeeded or failed.
 */
export const REFUND_SHOWS_AFTER_MS = 90 * SECOND;

/**
 * Time after the close of voting in which a charge still counts, in ms: the payer made the attempt
 * in time.
 */
const CHARGE_GRACE_MS = 2 * MINUTE;

/** Delay after the close of voting at which all settled payments are checked once more, in ms. */
const AFTER_THE_EVENT_MS = HOUR;

/** Time without a usable answer after which checks stop, in ms. */
const UNANSWERED_LIMIT_MS = 3 * DAY;

/** Longest interval between retries of an unanswered check, in ms. */
const MAX_INTERVAL_MS = { hinted: MINUTE, pending: 5 * MINUTE, settled: HOUR };
const MIN_INTERVAL_MS = 3 * SECOND;

/** The fields of a payment that determine its next check. */
export interface CheckedPayment {
  status: PaymentStatus;
  createdAt: Date;
  attemptedAt: Date | null;
  completedAt: Date | null;
  settledAt: Date | null;
  /** A code of `FAILURE_REASONS`. */
  failureReason: string | null;
  providerRef: string | null;
  lastCheckedAt: Date | null;
  unansweredSince: Date | null;
  hintedAt: Date | null;
}

/**
 * Returns when the reconciler checks a payment next. The time follows from the state, the time
 * since the payment reached it, and whether a check or a hint is still unanswered: checks by
 * request never use up, delay or cancel a planned check.
 *
 * @param eventEndsAt when voting closes; null when no closing time is set
 * @returns possibly a time in the past, or null when no check is planned
 */
export function nextCheckOf(
  schedule: CheckSchedule,
  payment: CheckedPayment,
  eventEndsAt: Date | null,
): Date | null {
  if (hasStoppedChecking(payment)) return null;
  const times = [regularCheck(schedule, payment, eventEndsAt), repeatOf(payment)];
  return earliest(times.filter((time) => time !== null));
}

/**
 * True when the provider has given no usable answer for so long that an administrator must
 * investigate.
 */
export const hasStoppedChecking = ({ unansweredSince, lastCheckedAt }: CheckedPayment): boolean =>
  unansweredSince !== null &&
  lastCheckedAt !== null &&
  lastCheckedAt.getTime() - unansweredSince.getTime() >= UNANSWERED_LIMIT_MS;

/**
 * Returns the time of the last regular check of a payment that was never counted, shown to its
 * voter.
 */
export function lastRegularCheck(payment: CheckedPayment): Date {
  const { createdAt, settledAt } = payment;
  if (settledAt === null) return later(createdAt, GIVE_UP_AFTER_MS);
  const { refusal, failure } = PROMPT_CHECKS.afterMs;
  return later(settledAt, Math.max(...(wasRefused(payment) ? refusal : failure)));
}

/**
 * True when the provider refused the request at once, so that no prompt was sent. A payment with a
 * provider's reference was not refused, even if our process died before it could record that.
 */
export const wasRefused = ({
  status,
  attemptedAt,
  providerRef,
  failureReason,
}: Pick<CheckedPayment, 'status' | 'attemptedAt' | 'providerRef' | 'failureReason'>): boolean =>
  status === 'failed' &&
  attemptedAt === null &&
  providerRef === null &&
  failureReason !== 'expired';

/** The last moment at which a charge counts. */
export const lastChargeAt = (eventEndsAt: Date): Date => later(eventEndsAt, CHARGE_GRACE_MS);

/**
 * Returns when a pending payment expires. If it may still be paid, it is first ended at the
 * provider.
 */
export function givenUpAt(
  { endsWithVoting }: CheckSchedule,
  createdAt: Date,
  eventEndsAt: Date | null,
): Date {
  const dayAfter = later(createdAt, GIVE_UP_AFTER_MS);
  if (!endsWithVoting || !eventEndsAt) return dayAfter;
  return new Date(Math.min(dayAfter.getTime(), lastChargeAt(eventEndsAt).getTime()));
}

function regularCheck(
  schedule: CheckSchedule,
  payment: CheckedPayment,
  eventEndsAt: Date | null,
): Date | null {
  const { isOpenFromStart, whilePending, afterMs } = schedule;
  const { status, createdAt, attemptedAt, settledAt } = payment;
  const checkedAt = payment.lastCheckedAt ?? createdAt;
  if (status === 'pending') {
    const end = givenUpAt(schedule, createdAt, eventEndsAt).getTime();
    const openSince = isOpenFromStart ? createdAt : attemptedAt;
    // The payment could not be ended: it may still be paid, or was paid incorrectly.
    if (checkedAt.getTime() >= end) {
      const ageMs = checkedAt.getTime() - createdAt.getTime();
      return later(checkedAt, Math.max(HOUR, ageMs / 8));
    }
    if (!openSince) return new Date(end);
    const openMs = checkedAt.getTime() - openSince.getTime();
    const phase = whilePending.find(({ untilAgeMs }) => openMs < untilAgeMs);
    return new Date(Math.min(checkedAt.getTime() + (phase?.everyMs ?? DAY), end));
  }
  if (isReversed(payment) || settledAt === null) return null;
  const failure = wasRefused(payment) ? 'refusal' : 'failure';
  const offsets = afterMs[status === 'completed' ? 'completion' : failure];
  const plannedTimes = offsets.map((ms) => later(settledAt, ms));
  if (eventEndsAt && offsets.length > 0) plannedTimes.push(later(eventEndsAt, AFTER_THE_EVENT_MS));
  const since = Math.max(checkedAt.getTime(), settledAt.getTime());
  return earliest(plannedTimes.filter((time) => time.getTime() > since));
}

/**
 * Returns when an unanswered check is repeated. The interval equals the time without an answer, so
 * it grows, but it stays short while a hint suggests that the provider has a newer state.
 */
function repeatOf({ status, hintedAt, unansweredSince, lastCheckedAt }: CheckedPayment) {
  if (hintedAt !== null && (lastCheckedAt === null || hintedAt >= lastCheckedAt)) return hintedAt;
  if (unansweredSince === null || lastCheckedAt === null) return null;
  const unansweredMs = lastCheckedAt.getTime() - unansweredSince.getTime();
  const kind = status === 'pending' ? 'pending' : 'settled';
  const longest = MAX_INTERVAL_MS[hintedAt === null ? kind : 'hinted'];
  return later(lastCheckedAt, Math.min(Math.max(unansweredMs, MIN_INTERVAL_MS), longest));
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

const earliest = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null);
