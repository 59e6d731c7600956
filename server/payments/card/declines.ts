import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { AppError, tooManyRequests } from '#server/errors';
import { CARD_DECLINES, type Share, sharesOf } from '#server/http/index';
import { asFailureReason, type PaymentSegment } from '#shared/domain/payment';
import { paymentEvents, payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import { type Payment, updatePayments } from '../lifecycle/rows/repository';
import type { Captcha } from '../providers/captcha';
import type { ProviderReport } from '../providers/provider';
import { type CardRequest, sessionSharesOf } from './upsert-card-payment';

/**
 * Attackers who test stolen cards look for forms like ours: small amounts, no account. A payment
 * ends with its third declined card, and a client with five declines in an hour cannot start
 * another card payment.
 */
const MAX_PER_PAYMENT = 3;
/**
 * Changing the intent makes the provider drop the decline reason, which the payer's browser still
 * reads after the bank's authentication. The change waits this long, in ms.
 */
const READ_REASON_AFTER_MS = 5_000;

/**
 * A browser session, its device and its address; the address identifies clients without a device
 * cookie.
 */
interface CardClient {
  ownerHash: string | null;
  deviceHash: string | null;
  ipAddress: string | null;
}

const sharesOfClient = ({ ownerHash, deviceHash, ipAddress }: CardClient): Share[] => [
  ...(ownerHash === null ? [] : [{ limit: CARD_DECLINES.session, subject: ownerHash }]),
  ...(deviceHash === null
    ? sharesOf(ipAddress ?? undefined, CARD_DECLINES.unknownClients)
    : [{ limit: CARD_DECLINES.device, subject: deviceHash }]),
];

/**
 * Rejects a client with too many declined cards. Where a captcha is set up, solving it allows one
 * more try.
 *
 * @returns whether this session or device had a card declined in the last hour, in which case the
 *   bank must authenticate the payer
 * @throws AppError 403 when a captcha is required; 429 with the time until cards may be tried
 *   again, when no captcha is set up; 503 when the captcha provider does not respond
 */
export async function assertBelowDeclineLimit(
  { limiter, captcha }: PaymentContext,
  { body, ownerHash, caller }: CardRequest,
): Promise<{ isRetry: boolean }> {
  const requester = { ownerHash, deviceHash: caller.device, ipAddress: caller.ip ?? null };
  const shares = await limiter.peek(sharesOfClient(requester));
  const full = shares.filter(({ isFull }) => isFull);
  if (full.length > 0 && captcha) {
    if (body.captcha === undefined) throw captchaRequired();
    // Each verification is a request to the captcha provider.
    await limiter.countInOne(sessionSharesOf(caller));
    await assertPerson(captcha, body.captcha);
    await limiter.allowOneMore(sharesOfClient(requester));
  } else if (full.length > 0) {
    throw tooManyRequests(
      'card-declines',
      'Too many cards were declined, please try again later',
      Math.max(...full.map(({ secondsLeft }) => secondsLeft)),
    );
  }
  return { isRetry: shares.some(({ limit }) => limit !== CARD_DECLINES.unknownClients) };
}

async function assertPerson(captcha: Captcha, token: string): Promise<void> {
  const verdict = await captcha.verify(token);
  if (verdict === 'unknown') {
    const message = 'The captcha provider does not respond';
    throw new AppError(503, 'unavailable', message, { retryAfterSeconds: 5 });
  }
  if (verdict === 'refused') throw captchaRequired();
}

const captchaRequired = () =>
  new AppError(403, 'captcha-required', 'Too many cards were declined, show that you are a person');

/**
 * Counts a new decline and requires authentication by the bank from the next try on. If the limit
 * is now reached, ends every unpaid payment that the same client has prepared.
 */
export async function recordDecline(context: PaymentContext, payment: Payment): Promise<void> {
  const { db, limiter, cards, background } = context;
  const { id, providerRef, status } = payment;
  const requesterShares = sharesOfClient(payment);
  for (const share of requesterShares) await limiter.count(share).catch(() => undefined);
  const isFull = (await limiter.peek(requesterShares)).some((share) => share.isFull);
  if (isFull) {
    await updatePayments(db, { nextCheckAt: sql`now()` }, isPreparedBy(payment));
  } else if (cards && providerRef !== null && status === 'pending') {
    background.runLater('require bank authentication', READ_REASON_AFTER_MS, () =>
      cards.demandAuthentication(providerRef, id),
    );
  }
}

/** True when an unpaid payment may no longer be paid by card. */
export async function hasTooManyDeclines(
  { db, limiter }: PaymentContext,
  payment: Payment,
): Promise<boolean> {
  if ((await declinesOf(db, payment.id)) >= MAX_PER_PAYMENT) return true;
  return (await limiter.peek(sharesOfClient(payment))).some(({ isFull }) => isFull);
}

/**
 * Replaces the failure reason of an unpaid payment with the bank's last decline reason, which the
 * provider drops when an intent is changed.
 */
export async function withDeclineReason(
  { db }: PaymentContext,
  { id }: Payment,
  report: ProviderReport,
): Promise<ProviderReport> {
  if (report.outcome !== 'failed' || report.reason !== 'expired') return report;
  const [last] = await db
    .select({ reason: reasonIn })
    .from(paymentEvents)
    .where(isDeclineOf(id))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return last ? { ...report, reason: asFailureReason(last.reason) } : report;
}

const reasonIn = sql<string>`${paymentEvents.detail}->>'reason'`;
const isDeclineOf = (paymentId: string) =>
  and(
    eq(paymentEvents.paymentId, paymentId),
    eq(paymentEvents.source, 'webhook'),
    sql`${reasonIn} is not null`,
  );

const declinesOf = (db: Queryable, paymentId: string): Promise<number> =>
  db.$count(paymentEvents, isDeclineOf(paymentId));

const UNPAID_SEGMENTS: readonly PaymentSegment[] = ['card pending', 'card pending attempted'];

/** Unpaid payments of the session, of the device, or, without a device cookie, of the address. */
const isPreparedBy = ({ ownerHash, deviceHash, ipAddress }: CardClient) =>
  and(
    inArray(payments.segment, [...UNPAID_SEGMENTS]),
    or(
      eq(payments.ownerHash, sql`${ownerHash}`),
      eq(payments.deviceHash, sql`${deviceHash}`),
      deviceHash === null
        ? and(isNull(payments.deviceHash), eq(payments.ipAddress, sql`${ipAddress}`))
        : undefined,
    ),
  );
