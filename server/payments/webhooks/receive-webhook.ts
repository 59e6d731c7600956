import { and, eq, or, sql } from 'drizzle-orm';
import { paymentEvents, payments } from '#shared/schema';
import { AppError } from '../../errors';
import { checkPayment } from '../checks/check-payment';
import type { PaymentContext } from '../context';
import { recordEvent } from '../lifecycle/events';
import { point } from '../lifecycle/points';
import { lockPayment, makeDue } from '../lifecycle/repository';
import type { PaymentProvider, RawWebhook, WebhookHint } from '../providers/provider';

/**
 * Stores that a payment wants a check, then checks it. Returns once
 * stored; a repeat of the same claim adds nothing. What the webhook says is never believed.
 *
 * @throws AppError 400 or 401 when it is forged or unreadable
 */
export async function receiveWebhook(
  context: PaymentContext,
  provider: PaymentProvider,
  webhook: RawWebhook,
): Promise<void> {
  const { logger, background } = context;
  const reading = await provider.readWebhook(webhook);
  if (reading.outcome === 'refused') {
    // A wrong key makes every real callback look like this: worth an operator's attention.
    logger.warn({ provider: provider.name, alarm: 'webhook-refused' }, 'webhook refused');
    throw new AppError(reading.status, 'webhook-refused', 'The signature is not valid');
  }
  if (reading.outcome === 'irrelevant') {
    logger.info({ provider: provider.name, ...reading.evidence }, 'webhook ignored');
    return;
  }
  const { hint } = reading;
  const paymentId = await findHintedPayment(context, provider, hint);
  if (paymentId === null) {
    logger.warn({ provider: provider.name, ...hint.evidence }, 'webhook about an unknown payment');
    return;
  }
  if (await storeHint(context, paymentId, hint)) {
    background.run('check after a webhook', () => checkPayment(context, paymentId, 'webhook'));
  }
}

async function findHintedPayment(
  { db }: PaymentContext,
  provider: PaymentProvider,
  hint: WebhookHint,
): Promise<string | null> {
  const matches = [
    ...(hint.paymentId ? [eq(payments.id, hint.paymentId)] : []),
    ...(hint.providerRef ? [eq(payments.providerRef, hint.providerRef)] : []),
  ];
  if (matches.length === 0) return null;
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider.name), or(...matches)))
    .limit(1);
  return payment?.id ?? null;
}

/**
 * Also makes the payment due at once, so that a crash right after the 200 loses nothing. Counted
 * ones too: refunds and disputes come after completion, and the money of a refund may come back.
 *
 * @returns whether it is worth a check
 */
function storeHint({ db }: PaymentContext, paymentId: string, hint: WebhookHint): Promise<boolean> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const isRepeat = sql`${paymentEvents.detail} @> ${JSON.stringify({ claim: hint.claim })}::jsonb`;
    const [stored] = await tx
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(
        and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.source, 'webhook'), isRepeat),
      )
      .limit(1);
    if (!stored) {
      const { claim, providerRef: claimedReference, reason, evidence } = hint;
      await recordEvent(tx, payment, {
        source: 'webhook',
        detail: { claim, claimedReference, ...(reason && { reason }) },
        evidence,
        at: sql`clock_timestamp() ${point('webhook recorded')}`,
      });
    } else if (payment.completedAt !== null) {
      return false;
    }
    await makeDue(tx, paymentId);
    return true;
  });
}
