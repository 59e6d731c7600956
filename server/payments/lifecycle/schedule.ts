import { isReversed, type PaymentStatus } from '#shared/domain/payment';
import { type CheckSchedule, GIVE_UP_AFTER_MS, PROMPT_CHECKS } from '../providers/check-times';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Covers the provider's time-out, so that no check is made while the request is still on its way. */
export const FIRST_CHECK_AFTER_MS = 15 * SECOND;
/** A check whose process died is done again after this time. */
export const CHECK_LEASE_MS = MINUTE;

/** Covers the provider's time-out and the repeats of a call, so that by then a refund went or did not. */
export const REFUND_SHOWS_AFTER_MS = 90 * SECOND;

/** How long after voting has closed a charge still counts: the button was pressed in time. */
const CHARGE_GRACE_MS = 2 * MINUTE;

/** When voting closes, all that is settled is looked at once more, this much later. */
const AFTER_THE_EVENT_MS = HOUR;

/** From when on nobody asks any more when no question gets a usable answer. */
const NEVER_ANSWERED_MS = 3 * DAY;

/** How long a question without an answer rests at most before it is repeated. */
const LONGEST_REST_MS = { hinted: MINUTE, pending: 5 * MINUTE, settled: HOUR };
const SHORTEST_REST_MS = 3 * SECOND;

/** What of a payment decides when it is checked next. */
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
 * When the reconciler checks a payment next. It follows from the state, the time since it was
 * reached, and whether a question or a hint still waits for an answer: however often somebody makes
 * us check, no planned check is spent, delayed or cancelled by it.
 *
 * @param eventEndsAt when voting closes; null while that is open
 * @returns possibly a time that has passed, or null when no check is to come
 */
export function nextCheckOf(
  schedule: CheckSchedule,
  payment: CheckedPayment,
  eventEndsAt: Date | null,
): Date | null {
  if (isBeyondAsking(payment)) return null;
  const times = [regularCheck(schedule, payment, eventEndsAt), repeatOf(payment)];
  return earliest(times.filter((time) => time !== null));
}

/** Whether the provider has not given a usable answer for so long that people have to find out. */
export const isBeyondAsking = ({ unansweredSince, lastCheckedAt }: CheckedPayment): boolean =>
  unansweredSince !== null &&
  lastCheckedAt !== null &&
  lastCheckedAt.getTime() - unansweredSince.getTime() >= NEVER_ANSWERED_MS;

/** The end of the regular checks of a payment that was never counted, for its voter to know. */
export function lastRegularCheck(payment: CheckedPayment): Date {
  const { createdAt, settledAt } = payment;
  if (settledAt === null) return later(createdAt, GIVE_UP_AFTER_MS);
  const { refusal, failure } = PROMPT_CHECKS.afterMs;
  return later(settledAt, Math.max(...(wasRefused(payment) ? refusal : failure)));
}

/**
 * Refused at once: no prompt went out, as the provider says. One that it knows by a name of its own
 * was not, even if our process died before it could write that down.
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

/** When a pending payment is given up; what may still be paid is ended at the provider first. */
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
    // It could not be given up, because it may still be paid, or was, but not as it should be.
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
  const appointments = offsets.map((ms) => later(settledAt, ms));
  if (eventEndsAt && offsets.length > 0) appointments.push(later(eventEndsAt, AFTER_THE_EVENT_MS));
  const since = Math.max(checkedAt.getTime(), settledAt.getTime());
  return earliest(appointments.filter((time) => time.getTime() > since));
}

/**
 * A question without an answer is repeated after as long as there has been none, so that it comes
 * ever more rarely, but never rests for long while somebody says that the provider knows more.
 */
function repeatOf({ status, hintedAt, unansweredSince, lastCheckedAt }: CheckedPayment) {
  if (hintedAt !== null && (lastCheckedAt === null || hintedAt >= lastCheckedAt)) return hintedAt;
  if (unansweredSince === null || lastCheckedAt === null) return null;
  const withoutMs = lastCheckedAt.getTime() - unansweredSince.getTime();
  const kind = status === 'pending' ? 'pending' : 'settled';
  const longest = LONGEST_REST_MS[hintedAt === null ? kind : 'hinted'];
  return later(lastCheckedAt, Math.min(Math.max(withoutMs, SHORTEST_REST_MS), longest));
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

const earliest = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null);
