import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { asFailureReason, type PaymentSegment } from '#shared/domain/payment';
import { paymentEvents, payments } from '#shared/schema';
import type { Queryable } from '../../db/client';
import { AppError, tooManyRequests } from '../../errors';
import { CARD_DECLINES, type Share, sharesOf } from '../../http';
import type { PaymentContext } from '../context';
import { type Payment, updatePayments } from '../lifecycle/repository';
import type { Captcha } from '../providers/captcha';
import type { ProviderReport } from '../providers/provider';
import { type CardRequest, sessionSharesOf } from './upsert-card-payment';

/**
 * Whoever tests stolen cards looks for a form like ours: small sums, no account. A payment ends with
 * its third decline, and who has five in an hour sets up no other by card.
 */
const MOST_OF_A_PAYMENT = 3;
/**
 * The provider forgets why a card was declined when the intent is changed, and the payer's browser
 * reads it there after the bank has asked.
 */
const REASON_IS_READ_AFTER_MS = 5_000;

/** A browser session, its device, and the address of strangers, who can be told apart no further. */
interface CardAsker {
  ownerHash: string | null;
  deviceHash: string | null;
  ipAddress: string | null;
}

const sharesOfAsker = ({ ownerHash, deviceHash, ipAddress }: CardAsker): Share[] => [
  ...(ownerHash === null ? [] : [{ limit: CARD_DECLINES.session, subject: ownerHash }]),
  ...(deviceHash === null
    ? sharesOf(ipAddress ?? undefined, CARD_DECLINES.strangers)
    : [{ limit: CARD_DECLINES.device, subject: deviceHash }]),
];

/**
 * Where too many cards were declined, a payer who shows to be a person has one more try.
 *
 * @returns whether this session or device had a card declined in the last hour, so that the bank
 *   shall ask its payer
 * @throws AppError 403 for who has to show it; 429 with the time until cards may be tried again,
 *   where nobody can; 503 when it cannot be known
 */
export async function assertFewDeclines(
  { limiter, captcha }: PaymentContext,
  { body, ownerHash, caller }: CardRequest,
): Promise<{ isRetry: boolean }> {
  const asker = { ownerHash, deviceHash: caller.device, ipAddress: caller.ip ?? null };
  const shares = await limiter.look(sharesOfAsker(asker));
  const full = shares.filter(({ isFull }) => isFull);
  if (full.length > 0 && captcha) {
    if (body.captcha === undefined) throw captchaRequired();
    // Each is a question to its provider.
    await limiter.countInOne(sessionSharesOf(caller));
    await assertPerson(captcha, body.captcha);
    await limiter.makeRoom(sharesOfAsker(asker));
  } else if (full.length > 0) {
    throw tooManyRequests(
      'card-declines',
      'Too many cards were declined, please try again later',
      Math.max(...full.map(({ secondsLeft }) => secondsLeft)),
    );
  }
  return { isRetry: shares.some(({ limit }) => limit !== CARD_DECLINES.strangers) };
}

async function assertPerson(captcha: Captcha, token: string): Promise<void> {
  const verdict = await captcha.verify(token);
  if (verdict === 'unknown') {
    const message = 'Nobody can say whether you are a person';
    throw new AppError(503, 'unavailable', message, { retryAfterSeconds: 5 });
  }
  if (verdict === 'refused') throw captchaRequired();
}

const captchaRequired = () =>
  new AppError(403, 'captcha-required', 'Too many cards were declined, show that you are a person');

/**
 * Counts a decline that was news, has the bank ask from the next try on, and, when it was one too
 * many, has everything that the same asker has prepared ended.
 */
export async function noteDecline(context: PaymentContext, payment: Payment): Promise<void> {
  const { db, limiter, cards, background } = context;
  const { id, providerRef, status } = payment;
  const asker = sharesOfAsker(payment);
  for (const share of asker) await limiter.count(share).catch(() => undefined);
  const isFull = (await limiter.look(asker)).some((share) => share.isFull);
  if (isFull) {
    await updatePayments(db, { nextCheckAt: sql`now()` }, isPreparedBy(payment));
  } else if (cards && providerRef !== null && status === 'pending') {
    background.runLater('have the bank ask', REASON_IS_READ_AFTER_MS, () =>
      cards.demandAuthentication(providerRef, id),
    );
  }
}

/** Whether an unpaid payment shall not be paid by card any more. */
export async function hasTooManyDeclines(
  { db, limiter }: PaymentContext,
  payment: Payment,
): Promise<boolean> {
  if ((await declinesOf(db, payment.id)) >= MOST_OF_A_PAYMENT) return true;
  return (await limiter.look(sharesOfAsker(payment))).some(({ isFull }) => isFull);
}

/**
 * Why a payment that was never paid failed: the bank's last word, which the provider forgets when an
 * intent is changed.
 */
export async function withBanksReason(
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

const UNPAID: readonly PaymentSegment[] = ['card pending', 'card pending attempted'];

/** Unpaid payments of the session, of the device, and of strangers at the address. */
const isPreparedBy = ({ ownerHash, deviceHash, ipAddress }: CardAsker) =>
  and(
    inArray(payments.segment, [...UNPAID]),
    or(
      eq(payments.ownerHash, sql`${ownerHash}`),
      eq(payments.deviceHash, sql`${deviceHash}`),
      deviceHash === null
        ? and(isNull(payments.deviceHash), eq(payments.ipAddress, sql`${ipAddress}`))
        : undefined,
    ),
  );
