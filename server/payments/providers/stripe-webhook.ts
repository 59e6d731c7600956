import Stripe from 'stripe';
import { z } from 'zod';
import type { Evidence } from '#shared/contracts/payment-events';
import type { FailureReason } from '#shared/domain/payment';
import type { RawWebhook, WebhookReading } from './provider';
import { declineReason } from './stripe-errors';

const metadata = z.object({ payment_id: z.uuid().optional().catch(undefined) }).nullish();
/** An object, or only its id: it depends on whether it was expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish();

/** Only the fields whose meaning has not changed for years: the endpoint has its own API version. */
const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  livemode: z.boolean(),
  /** Set for events of other accounts that are connected to ours. */
  account: z.string().nullish(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string(),
      metadata,
      payment_intent: reference,
      last_payment_error: z
        .object({ code: z.string().nullish(), decline_code: z.string().nullish() })
        .nullish(),
    }),
  }),
});
type StripeEvent = z.output<typeof event>;

/** What can change the truth about a payment; everything else is answered and forgotten. */
const RELEVANT =
  /^(payment_intent\.(succeeded|payment_failed|canceled|processing)|charge\.(refunded|refund\.updated)|refund\.(updated|failed)|charge\.dispute\..+)$/;

/**
 * Verifies an event as the SDK does (signature, age), then reads whom it is about.
 * @param isLive whether our keys are live ones
 */
export function readStripeWebhook(
  { headers, body }: RawWebhook,
  { webhookSecret, isLive }: { webhookSecret: string; isLive: boolean },
): WebhookReading {
  const signed = verified(body, headers['stripe-signature'], webhookSecret);
  const read = event.safeParse(signed);
  if (!read.success) return { outcome: 'refused', status: 400 };

  const { id, type, account, livemode, data } = read.data;
  const evidence: Evidence = { event: id, type };
  if (account) return { outcome: 'irrelevant', evidence: { ...evidence, why: 'another account' } };
  if (livemode !== isLive) {
    return { outcome: 'irrelevant', evidence: { ...evidence, why: 'test and live mixed' } };
  }
  if (!RELEVANT.test(type)) {
    return { outcome: 'irrelevant', evidence: { ...evidence, why: 'nothing of ours' } };
  }
  const { object } = data;
  return {
    outcome: 'hint',
    hint: {
      paymentId: object.metadata?.payment_id ?? null,
      providerRef: object.object === 'payment_intent' ? object.id : (object.payment_intent ?? null),
      claim: id,
      reason: declineIn(read.data),
      evidence: { type },
    },
  };
}

/** @returns null whatever is wrong with it: the SDK throws errors of several kinds */
function verified(body: Buffer, signature: string | string[] | undefined, secret: string): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch {
    return null;
  }
}

/** A decline ends nothing (the next card may do), but is worth reading in the history. */
function declineIn({ type, data }: StripeEvent): FailureReason | undefined {
  const decline = data.object.last_payment_error;
  return type === 'payment_intent.payment_failed' && decline ? declineReason(decline) : undefined;
}
