import Stripe from 'stripe';
import { z } from 'zod';

import type { Hint, Listed, RawWebhook, WebhookReading } from './provider';
import { jsonIn } from './reported-fields';
import { declineReason, readAnswer } from './stripe-errors';

const DAY_MS = 86_400_000;

const metadata = z.object({ payment_id: z.uuid().optional().catch(undefined) }).nullish();
/** An object, or only its id if it was not expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish();

/** A payment intent, or a charge, refund or dispute of one. */
const stripeObject = z.object({
  object: z.string(),
  id: z.string(),
  status: z.string().nullish(),
  metadata,
  payment_intent: reference,
  last_payment_error: z
    .object({ code: z.string().nullish(), decline_code: z.string().nullish() })
    .nullish(),
});
type StripeObject = z.output<typeof stripeObject>;

/**
 * Only fields with a stable meaning, because Stripe formats events in the API version of its
 * webhook endpoint, not in the SDK's.
 */
const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  livemode: z.boolean(),
  /** Set for events of other accounts connected to ours. */
  account: z.string().nullish(),
  data: z.object({ object: stripeObject }),
});
type StripeEvent = z.output<typeof event>;
const eventName = z.object({
  id: z.string().max(255).optional().catch(undefined),
  type: z.string().max(255).optional().catch(undefined),
});

/** Events that can change a payment's state; all others are acknowledged and dropped. */
const RELEVANT =
  /^(payment_intent\.(succeeded|payment_failed|canceled|processing)|charge\.(refunded|refund\.updated)|refund\.(updated|failed)|charge\.dispute\..+)$/;

/**
 * Verifies an event as the SDK does (signature, age), then reads which payment it is about.
 * @param isLive true when our keys are live ones
 */
export function readStripeWebhook(
  { headers, body }: RawWebhook,
  { webhookSecret, isLive }: { webhookSecret: string; isLive: boolean },
): WebhookReading {
  if (!isSigned(body, headers['stripe-signature'], webhookSecret)) {
    return { outcome: 'refused', status: 400 };
  }
  const content = jsonIn(body);
  const read = event.safeParse(content);
  return read.success ? readEvent(read.data, isLive) : irrelevant(content, 'not about a payment');
}

/** Such as events of our balance, and those of Stripe's second API, which contain no object. */
function irrelevant(content: unknown, why: string): WebhookReading {
  const { id = null, type = null } = eventName.safeParse(content).data ?? {};
  return { outcome: 'irrelevant', isSigned: true, evidence: { event: id, type, why } };
}

function readEvent(
  { id, type, account, livemode, data }: StripeEvent,
  isLive: boolean,
): WebhookReading {
  const ignored = (why: string) => irrelevant({ id, type }, why);
  if (account) return ignored('another account');
  if (livemode !== isLive) return ignored('event mode (test or live) differs from our keys');
  if (!RELEVANT.test(type)) return ignored('irrelevant event type');
  return { outcome: 'hint', isSigned: true, hint: hintOf(data.object, { claim: id, type }) };
}

const hintOf = (
  { object, id, metadata, payment_intent: intent, last_payment_error: decline }: StripeObject,
  { claim, type }: { claim: string; type: string },
): Hint => ({
  paymentId: metadata?.payment_id ?? null,
  providerRef: object === 'payment_intent' ? id : (intent ?? null),
  claim,
  // A decline is not final (the next card may succeed), but is worth having in the history.
  reason: type === 'payment_intent.payment_failed' && decline ? declineReason(decline) : undefined,
  evidence: { type },
});

/**
 * Events whose webhook may have been lost: the end of a payment intent, and all that happens to the
 * money afterwards.
 */
const LISTED_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];
const REPORTED_STATES: Readonly<Record<string, Listed['reportedState']>> = {
  'payment_intent.succeeded': 'paid',
  'payment_intent.canceled': 'failed',
};

/** Stripe stores events for thirty days; one day is a margin. */
const EVENT_RETENTION_MS = 29 * DAY_MS;
/** A dispute may be lost months after it was opened. */
const MAX_DISPUTE_MS = 180 * DAY_MS;
const PAGE_LENGTH = 100;

interface ListReading {
  from: Date;
  until: Date;
  /** True when our keys are live ones. */
  isLive: boolean;
  options: Stripe.RequestOptions;
}

/**
 * Reads all changes of payments since a time; for times before the oldest event, reads refunds and
 * disputes themselves.
 * @throws any error of the SDK
 */
export async function readStripeLists(
  stripe: Stripe,
  { from, until, isLive, options }: ListReading,
  onPage: (listed: readonly Listed[]) => Promise<void>,
): Promise<void> {
  const created = { gte: Math.floor(from.getTime() / 1_000) };
  const events = (page: Page) =>
    stripe.events.list({ types: LISTED_TYPES, created, ...page }, options);
  for await (const listed of readPages(event, events)) {
    await onPage(
      listed.flatMap((event) => {
        const reading = readEvent(event, isLive);
        return reading.outcome === 'hint'
          ? [{ hint: reading.hint, reportedState: REPORTED_STATES[event.type] ?? 'changed' }]
          : [];
      }),
    );
  }
  if (until.getTime() - from.getTime() < EVENT_RETENTION_MS) return;
  const before = { gte: created.gte - MAX_DISPUTE_MS / 1_000 };
  const refunds = (page: Page) => stripe.refunds.list({ created, ...page }, options);
  const disputes = (page: Page) => stripe.disputes.list({ created: before, ...page }, options);
  for (const list of [refunds, disputes]) {
    for await (const listed of readPages(stripeObject, list)) {
      await onPage(
        listed.map((entry) => {
          const claim = `${entry.id}:${entry.status}`;
          const hint = hintOf(entry, { claim, type: entry.object });
          return { hint, reportedState: 'changed' };
        }),
      );
    }
  }
}

/** The part of a list to return. */
export interface Page {
  limit: number;
  starting_after?: string;
}

/**
 * Reads all pages of one of Stripe's lists, in its order.
 * @throws any error of the SDK
 */
export async function* readPages<Entry extends { id: string }>(
  entry: z.ZodType<Entry>,
  list: (page: Page) => Promise<unknown>,
): AsyncGenerator<Entry[]> {
  const answer = z.object({
    object: z.literal('list'),
    data: z.array(entry),
    has_more: z.boolean(),
  });
  for (let page: Page = { limit: PAGE_LENGTH }; ; ) {
    const { data, has_more } = await readAnswer(answer, list(page));
    yield data;
    const last = data.at(-1);
    if (!has_more || !last) return;
    page = { limit: PAGE_LENGTH, starting_after: last.id };
  }
}

/** Verifies a signature and its age as the SDK does, which throws errors of several kinds. */
function isSigned(body: Buffer, signature: string | string[] | undefined, secret: string): boolean {
  const { signature: signatures, DEFAULT_TOLERANCE } = Stripe.webhooks;
  try {
    return (
      signatures?.verifyHeader(body, String(signature ?? ''), secret, DEFAULT_TOLERANCE) ?? false
    );
  } catch {
    return false;
  }
}
