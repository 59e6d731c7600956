import { AppError, refused } from '#server/errors';
import { type Caller, networkOf } from '#server/http/index';
import type { Language } from '#shared/domain/localized';
import { asFailureReason } from '#shared/domain/payment';
import { paidLines } from '#shared/domain/votes';
import { assertNonePaid } from '../checks/assert-none-paid';
import { checkPayment, planFor } from '../checks/check-payment';
import type { PaymentContext } from '../context';
import { paymentDescription } from '../lifecycle/payment-description';
import { type Payment, recordAttempt } from '../lifecycle/rows/repository';
import { wasRefused } from '../lifecycle/schedule';
import { applyProviderReport } from '../lifecycle/transition';
import type { Acceptance, MobileMoneyProvider } from '../providers/provider';
import { encodeVotes } from '../providers/vote-code';
import {
  createMobileMoneyPayment,
  findRepeated,
  type PaymentRequest,
} from './create-mobile-money-payment';
import { hashPhone } from './phone-hash';
import { assertNotBlocked, loadRequester } from './prompt-limit';

/** Longest wait until a payment is stored, in ms. */
const MAX_WAIT_MS = 10_000;

type Started = Pick<Payment, 'id' | 'status'>;

/**
 * Creates a payment and requests the provider's prompt on the payer's phone. Sends the request
 * once; if no response arrives, the payment stays pending and the checks settle it.
 *
 * @returns the payment, pending unless a webhook was faster
 * @throws AppError 400 (votes), 409 (voting closed, prompt open, an earlier payment of the browser
 *   paid, key reused), 422 (provider refused), 429 (too many prompts to this number, or from this
 *   client), 503 (too many payments are being started)
 */
export async function startMobileMoneyPayment(
  context: PaymentContext,
  provider: MobileMoneyProvider,
  request: PaymentRequest,
): Promise<Started> {
  const { body, idempotencyKey, caller } = request;
  const phoneHash = hashPhone(body.phoneNumber, context.phoneHashKey);
  const requester = await loadRequester(context, caller, phoneHash, idempotencyKey ?? null);
  const repeated = requester.repeatedId && (await findRepeated(context.db, request, phoneHash));
  if (repeated) return repeatAnswer(repeated, body.locale);
  assertNotBlocked(context.limiter, requester);
  await assertNonePaid(context, body.openPayments);
  // A voter who tries again has often just approved or declined the old prompt.
  if (requester.openId) await checkPayment(context, requester.openId, 'poll');
  const { payment, isNew } = await inTurn(context, caller, () =>
    createMobileMoneyPayment(context, provider.name, request, requester),
  );
  if (isNew === null) return repeatAnswer(payment, body.locale);

  const acceptance = await provider.requestPayment({
    paymentId: payment.id,
    money: { amountMinor: payment.amount, currency: payment.currency },
    phone: body.phoneNumber,
    description: paymentDescription(context.event.current.settings, {
      totalVotes: payment.totalVotes,
      artistName: isNew.artistName,
      locale: body.locale,
    }),
    votesCode: encodeVotes(
      { ...payment, locale: body.locale },
      paidLines(body.nominationVotes),
      context.voteCodeKey,
      provider.votesCodeRoom,
    ),
  });
  return recordAcceptance(context, provider, {
    payment,
    insertedAt: isNew.insertedAt,
    acceptance,
    language: body.locale,
  });
}

/**
 * Waits for one of the places of `context.starts`, in which known devices take turns with each other
 * and with the unknown clients of each network. The provider is called outside, so that a slow one
 * does not keep places.
 * @throws AppError 503, before anything is stored, when there is no room or the wait was too long
 */
async function inTurn<T>(
  { starts }: PaymentContext,
  { device, ip }: Caller,
  create: () => Promise<T>,
): Promise<T> {
  const askedAt = performance.now();
  const created = starts.run(device ?? networkOf(ip), () => {
    // The voter has given up, or soon will: a prompt would come as a surprise.
    if (performance.now() - askedAt > MAX_WAIT_MS) throw tooManyStarts();
    return create();
  });
  if (created === null) throw tooManyStarts();
  return created;
}

const tooManyStarts = () =>
  new AppError(503, 'unavailable', 'Too many payments are being started', { retryAfterSeconds: 5 });

/** @throws AppError 422 when the first request was refused */
function repeatAnswer(payment: Payment, language: Language): Payment {
  if (wasRefused(payment)) throw refusal(payment.failureReason, language);
  return payment;
}

interface SentRequest {
  payment: Payment;
  /** By PostgreSQL's clock. */
  insertedAt: string;
  acceptance: Acceptance;
  language: Language;
}

async function recordAcceptance(
  context: PaymentContext,
  provider: MobileMoneyProvider,
  { payment: { id: paymentId }, insertedAt, acceptance, language }: SentRequest,
): Promise<Started> {
  if (acceptance.outcome === 'refused') {
    const { reason, evidence } = acceptance;
    const { payment } = await applyProviderReport(
      context.db,
      paymentId,
      { outcome: 'failed', reason, providerRef: null, evidence },
      { source: 'attempt', planNext: planFor(context, provider) },
    );
    context.logger.info({ paymentId, reason, ...evidence }, 'the provider refused a payment');
    throw refusal(payment.failureReason, language);
  }
  if (acceptance.outcome === 'unknown') {
    context.logger.warn({ paymentId, ...acceptance.evidence }, 'no response to a payment request');
  }
  const [{ everyMs }] = provider.checks.whilePending;
  return recordAttempt(context.db, {
    id: paymentId,
    // Recorded with a time before the request: its webhook may have settled the payment already,
    // and that event has a later time.
    sentAt: insertedAt,
    providerRef: acceptance.outcome === 'accepted' ? acceptance.providerRef : null,
    checkAfterMs: everyMs,
    detail: { outcome: acceptance.outcome },
    evidence: acceptance.evidence,
  });
}

/**
 * The mobile operator's text is for operators only; the page shows these when it has none for the
 * reason.
 */
const REFUSAL_TEXTS: Record<Language, string> = {
  en: 'Your Mobile Money operator refused this payment. Nothing was charged: try again, or use another number.',
  fr: 'Votre opérateur Mobile Money a refusé ce paiement. Rien n’a été prélevé : réessayez, ou utilisez un autre numéro.',
};

const refusal = (reason: string | null, language: Language) =>
  refused(asFailureReason(reason ?? 'unknown'), REFUSAL_TEXTS[language]);
