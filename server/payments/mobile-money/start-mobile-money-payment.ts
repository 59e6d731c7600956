import { AppError, refused } from '#server/errors';
import { type Caller, networkOf } from '#server/http/index';
import type { MobileMoneyPayment } from '#shared/contracts/payments';
import type { Language } from '#shared/domain/localized';
import { asFailureReason } from '#shared/domain/payment';
import { type MobileOperator, nationalOf, operatorOf } from '#shared/domain/phone';
import { priceOf } from '#shared/domain/pricing';
import { paidLines } from '#shared/domain/votes';
import { assertNonePaid } from '../checks/assert-none-paid';
import { checkPayment, planFor } from '../checks/check-payment';
import type { PaymentContext } from '../context';
import { assertMethodAvailable } from '../lifecycle/offer';
import { paymentDescription } from '../lifecycle/payment-description';
import { moveToProvider, type Payment, recordAttempt } from '../lifecycle/rows/repository';
import { FIRST_CHECK_AFTER_MS, wasRefused } from '../lifecycle/schedule';
import { applyProviderReport } from '../lifecycle/transition';
import type { Acceptance, MobileMoneyProvider, PaymentOrder } from '../providers/provider';
import { encodeVotes } from '../providers/vote-code';
import { operatorUnavailable, type Route, RouteSearch } from '../routing/route-search';
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
 * Creates a payment and requests a prompt on the payer's phone from the provider that takes the
 * payments of its operator. A request that certainly never left goes to the next provider; one that
 * left, or may have, never does. If no response arrives, the payment stays pending and the checks
 * settle it.
 *
 * @returns the payment, pending unless a webhook was faster
 * @throws AppError 400 (votes), 409 (voting closed, prompt open, an earlier payment of the browser
 *   paid, key reused, no provider takes this operator), 422 (provider refused), 429 (too many
 *   prompts to this number, or from this client), 503 (too many payments are being started)
 */
export async function startMobileMoneyPayment(
  context: PaymentContext,
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
  const operator = operatorOf(nationalOf(body.phoneNumber));
  const search = new RouteSearch(context, operator, amountOf(context, body));
  const route = await search.next();
  if (!route) throw notTaken(context);
  const created = await inTurn(context, caller, () =>
    createMobileMoneyPayment(context, route.provider.name, request, requester),
  ).catch(async (error: unknown) => {
    await search.release(route);
    throw error;
  });
  const { payment, isNew } = created;
  if (isNew === null) {
    await search.release(route);
    return repeatAnswer(payment, body.locale);
  }
  const sent = await sendByRoutes(context, { payment, body, operator, search, ...isNew }, route);
  return recordAcceptance(context, sent.provider, {
    payment,
    insertedAt: isNew.insertedAt,
    acceptance: sent.acceptance,
    language: body.locale,
  });
}

/** Price in minor units. The code that creates the payment rejects an outdated one. */
const amountOf = ({ event }: PaymentContext, { totalVotes }: MobileMoneyPayment): number =>
  priceOf(totalVotes, event.current.prices['mobile-money']).amountMinor;

/** Returns why no provider takes the payment: voting or the method may be off as well. */
function notTaken({ event }: PaymentContext): AppError {
  assertMethodAvailable(event.current, 'mobile-money', event.now());
  return operatorUnavailable();
}

interface CreatedPayment {
  payment: Payment;
  /** By PostgreSQL's clock. */
  insertedAt: string;
  artistName: string;
  body: MobileMoneyPayment;
  operator: MobileOperator;
  /** The providers not tried yet. */
  search: RouteSearch;
}

/** Requests the prompt, from the next provider each time a request certainly never left. */
async function sendByRoutes(
  context: PaymentContext,
  created: CreatedPayment,
  route: Route,
): Promise<{ provider: MobileMoneyProvider; acceptance: Acceptance }> {
  const { payment, operator, search } = created;
  const { provider } = route;
  const startedAt = performance.now();
  const acceptance = await provider.requestPayment(orderFor(context, created, provider));
  const ms = performance.now() - startedAt;
  context.background.run('judge a provider', () =>
    context.routes.noteRequest(provider, operator, { acceptance, ms, kind: route.kind }),
  );
  const isUnsent = acceptance.outcome === 'refused' && acceptance.isUnsent;
  const next = isUnsent ? await search.next() : null;
  if (!next) return { provider, acceptance };
  const { id: paymentId } = payment;
  const { evidence } = acceptance;
  const hasMoved = await moveToProvider(
    context.db,
    { id: paymentId, provider: provider.name },
    {
      takenBy: next.provider.name,
      at: created.insertedAt,
      checkAfterMs: FIRST_CHECK_AFTER_MS,
      evidence,
    },
  );
  if (!hasMoved) {
    await search.release(next);
    return { provider, acceptance };
  }
  context.logger.info(
    { paymentId, provider: provider.name, takenBy: next.provider.name, ...evidence },
    'another provider takes a payment that was not sent',
  );
  return sendByRoutes(context, created, next);
}

const orderFor = (
  { event, voteCodeKey }: PaymentContext,
  { payment, artistName, body }: CreatedPayment,
  provider: MobileMoneyProvider,
): PaymentOrder => ({
  paymentId: payment.id,
  money: { amountMinor: payment.amount, currency: payment.currency },
  phone: body.phoneNumber,
  description: paymentDescription(event.current.settings, {
    totalVotes: payment.totalVotes,
    artistName,
    locale: body.locale,
  }),
  votesCode: encodeVotes(
    { ...payment, provider: provider.name, locale: body.locale },
    paidLines(body.nominationVotes),
    voteCodeKey,
    provider.votesCodeRoom,
  ),
});

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
    const { reason, unknownWords, evidence } = acceptance;
    const { payment } = await applyProviderReport(
      context.db,
      paymentId,
      { outcome: 'failed', reason, unknownWords, providerRef: null, evidence },
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
