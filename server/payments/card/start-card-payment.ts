import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError, conflict, refused } from '#server/errors';
import type { CardSession } from '#shared/contracts/payments';
import { paidLines } from '#shared/domain/votes';
import { payments } from '#shared/schema';
import { checkPayment } from '../checks/check-payment';
import { cardsUnavailable, type PaymentContext } from '../context';
import { paymentDescription } from '../lifecycle/payment-description';
import { point } from '../lifecycle/points';
import { type Payment, updatePayments } from '../lifecycle/rows/repository';
import { applyProviderReport } from '../lifecycle/transition';
import type { CardProvider, IntentResult } from '../providers/provider';
import { encodeVotes } from '../providers/vote-code';
import { assertBelowDeclineLimit } from './declines';
import { type CardRequest, type Draft, upsertCardPayment } from './upsert-card-payment';

type Unready = Exclude<IntentResult, { outcome: 'ready' }>;

/**
 * Creates or changes the card payment of a browser session and the provider's intent for it.
 *
 * @param onDrafted called once this browser session has a payment, whatever the outcome
 * @throws AppError 400 (votes), 403 (captcha), 409 (voting closed), 422 (provider refused), 429
 *   (provider's rate limit, or too many cards were declined), 503 (no certain response; nothing can
 *   be paid with it)
 */
export async function startCardPayment(
  context: PaymentContext,
  cards: CardProvider,
  request: CardRequest,
  onDrafted: () => Promise<void>,
): Promise<CardSession> {
  const { isRetry } = await assertBelowDeclineLimit(context, request);
  const draft = await upsertCardPayment(context, request, false);
  await onDrafted();
  const updateIntent = (draft: Draft) =>
    intentFor(context, cards, draft, { ...request.body, isRetry });
  const answer = await updateIntent(draft);
  if (answer.outcome !== 'moved-on') return sessionOf(context, draft, answer);

  // The intent was paid or canceled at the provider: check it, and start a new payment.
  await checkPayment(context, draft.payment.id, 'poll');
  const newDraft = await upsertCardPayment(context, request, true);
  return sessionOf(context, newDraft, await updateIntent(newDraft));
}

function intentFor(
  { event, voteCodeKey }: PaymentContext,
  cards: CardProvider,
  { payment, change, artistName }: Draft,
  {
    nominationVotes,
    locale,
    isRetry,
  }: Pick<CardRequest['body'], 'nominationVotes' | 'locale'> & { isRetry: boolean },
): Promise<IntentResult> {
  const order = {
    paymentId: payment.id,
    money: { amountMinor: payment.amount, currency: payment.currency },
    revision: payment.revision,
    description: paymentDescription(event.at(payment.createdAt).settings, {
      totalVotes: payment.totalVotes,
      artistName,
      locale,
    }),
    votesCode: encodeVotes(
      { ...payment, locale },
      paidLines(nominationVotes),
      voteCodeKey,
      cards.votesCodeRoom,
    ),
    isRetry,
  };
  if (change === 'created' || payment.providerRef === null) return cards.createIntent(order);
  return change === 'revised'
    ? cards.changeIntent(payment.providerRef, order)
    : cards.readIntent(payment.providerRef);
}

async function sessionOf(
  context: PaymentContext,
  draft: Draft,
  answer: IntentResult,
): Promise<CardSession> {
  if (answer.outcome !== 'ready') throw await failureOf(context, draft, answer);
  const { id, revision } = draft.payment;
  if (!(await linkIntent(context, draft.payment, answer))) {
    throw conflict('payment-changed', 'This payment was changed meanwhile');
  }
  return { paymentId: id, clientSecret: answer.clientSecret, revision };
}

/** Allows attempts from here on: the intent is known to match our database. */
async function linkIntent(
  { db }: PaymentContext,
  { id, revision }: Payment,
  { providerRef, clientSecret }: Extract<IntentResult, { outcome: 'ready' }>,
): Promise<boolean> {
  const isUnchanged = and(
    eq(payments.id, id),
    eq(payments.revision, revision),
    eq(payments.status, 'pending'),
    isNull(payments.attemptedAt),
  );
  const clientSecretHash = digestOf(clientSecret);
  const change = { providerRef, clientSecretHash, intentRevision: revision };
  const linked = await updatePayments(db, change, sql`${isUnchanged} ${point('intent linked')}`);
  return linked.length > 0;
}

/** Hash of an intent's client secret, stored to recognise the secret later. */
export const digestOf = (clientSecret: string): string =>
  createHash('sha256').update(clientSecret).digest('hex');

async function failureOf(
  { db, logger }: PaymentContext,
  { payment, change }: Draft,
  answer: Unready,
): Promise<AppError> {
  const { outcome } = answer;
  const evidence = 'evidence' in answer ? answer.evidence : {};
  const level = outcome === 'refused' ? 'error' : 'warn';
  logger[level]({ paymentId: payment.id, outcome, change, ...evidence }, 'no payment intent');

  // A refused change leaves the old intent open until it is cancelled, so it is not certain that
  // nothing can be paid.
  const isCertainlyAbsent = outcome === 'refused' || outcome === 'rate-limited';
  if (change === 'created' && isCertainlyAbsent) {
    const report = {
      outcome: 'failed',
      reason: 'unavailable',
      providerRef: null,
      evidence,
    } as const;
    await applyProviderReport(db, payment.id, report, { source: 'create', planNext: () => null });
  }
  switch (answer.outcome) {
    case 'refused':
      return refused('unavailable', 'The card provider refused this payment');
    case 'rate-limited': {
      const { retryAfterSeconds } = answer;
      const message = 'Too many payments are being started at this moment';
      return new AppError(429, 'rate-limited', message, { retryAfterSeconds });
    }
    case 'unknown':
    case 'moved-on':
      return cardsUnavailable();
  }
}
