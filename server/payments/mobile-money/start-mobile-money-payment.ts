import { sql } from 'drizzle-orm';
import { asFailureReason } from '#shared/domain/payment';
import { databaseTime, fromNow } from '../../db/lease-rows';
import { refused } from '../../errors';
import { checkPayment, planFor } from '../checks/check-payment';
import { wasRefused } from '../checks/schedule';
import type { PaymentContext } from '../context';
import { recordEvent } from '../lifecycle/events';
import { point } from '../lifecycle/points';
import { lockPayment, type Payment, updatePayment } from '../lifecycle/repository';
import { applyProviderReport } from '../lifecycle/transition';
import type { Acceptance, MobileMoneyProvider } from '../providers/provider';
import {
  createMobileMoneyPayment,
  findOpenPrompt,
  findRepeated,
  type PaymentRequest,
} from './create-mobile-money-payment';
import { hashPhone } from './phone-hash';
import { askerOf, assertWelcome } from './prompt-limit';

/**
 * Creates a payment and has the provider send its prompt to the payer's phone.
 * The provider is asked once; an answer that does not come leaves the payment pending, for the
 * status checks to settle.
 *
 * @returns the payment, pending unless a webhook was quicker
 * @throws AppError 400 (votes), 409 (voting closed, prompt open, key reused), 422 (provider refused),
 *   429 (too many prompts on this number, or by who asks)
 */
export async function startMobileMoneyPayment(
  context: PaymentContext,
  provider: MobileMoneyProvider,
  request: PaymentRequest,
): Promise<Payment> {
  const phoneHash = hashPhone(request.body.phoneNumber, context.phoneHashKey);
  const repeated = await findRepeated(context.db, request, phoneHash);
  if (repeated) return answerAgain(repeated);
  const asker = await askerOf(context.db, request.caller, phoneHash);
  await assertWelcome(context.limiter, asker);
  // A voter who tries again has often just settled the old prompt.
  const open = await findOpenPrompt(context.db, phoneHash);
  if (open) await checkPayment(context, open.id, 'poll');
  const { payment, isNew } = await createMobileMoneyPayment(context, provider.name, request, asker);
  if (!isNew) return answerAgain(payment);

  const sentAt = await databaseTime(context.db);
  const acceptance = await provider.requestPayment({
    paymentId: payment.id,
    money: { amountMinor: payment.amount, currency: payment.currency },
    phone: request.body.phoneNumber,
    description: `${context.eventName} ${payment.totalVotes} votes`,
  });
  return recordAcceptance(context, provider, payment.id, acceptance, sentAt);
}

/** @throws AppError 422 when the first request was refused */
function answerAgain(payment: Payment): Payment {
  if (wasRefused(payment)) throw refusal(payment.failureReason);
  return payment;
}

async function recordAcceptance(
  context: PaymentContext,
  provider: MobileMoneyProvider,
  paymentId: string,
  acceptance: Acceptance,
  sentAt: string,
): Promise<Payment> {
  if (acceptance.outcome === 'refused') {
    const { reason, evidence } = acceptance;
    const { payment } = await applyProviderReport(
      context.db,
      paymentId,
      { outcome: 'failed', reason, providerRef: null, evidence },
      { source: 'attempt', planNext: planFor(context, provider) },
    );
    context.logger.info({ paymentId, reason, ...evidence }, 'the provider refused a payment');
    throw refusal(payment.failureReason);
  }
  if (acceptance.outcome === 'unknown') {
    context.logger.warn({ paymentId, ...acceptance.evidence }, 'no answer to a payment request');
  }
  return recordAttempt(context, provider, paymentId, acceptance, sentAt);
}

/**
 * The prompt went out, or may have; a webhook may have settled the payment already, whose event
 * carries a later time than the request.
 */
function recordAttempt(
  { db }: PaymentContext,
  { checks }: MobileMoneyProvider,
  paymentId: string,
  acceptance: Exclude<Acceptance, { outcome: 'refused' }>,
  sentAt: string,
): Promise<Payment> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const [{ everyMs }] = checks.whilePending;
    const attemptedAt = sql`${sentAt}::timestamptz`;
    const attempted = await updatePayment(tx, paymentId, {
      attemptedAt: sql`${attemptedAt} ${point('request attempted')}`,
      ...(acceptance.outcome === 'accepted' ? { providerRef: acceptance.providerRef } : {}),
      ...(payment.status === 'pending' ? { nextCheckAt: fromNow(everyMs) } : {}),
    });
    await recordEvent(tx, payment, {
      source: 'attempt',
      detail: { outcome: acceptance.outcome },
      evidence: acceptance.evidence,
      at: attemptedAt,
    });
    return attempted;
  });
}

const refusal = (reason: string | null) =>
  refused(asFailureReason(reason ?? 'unknown'), 'The mobile money operator refused this payment');
