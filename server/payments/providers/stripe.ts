import { createHash, timingSafeEqual } from 'node:crypto';
import Stripe from 'stripe';
import { z } from 'zod';
import { CARD_SETUP_TIMEOUT_MS } from '#shared/domain/card-setup';
import { origin } from '../../config';
import { CARD_CHECKS } from '../checks/schedule';
import type { CardAdapter } from './adapter';
import type {
  CardOrder,
  CardProvider,
  Concern,
  IntentAnswer,
  ProviderReference,
  ProviderReport,
  RefundAnswer,
  RefundOrder,
} from './provider';
import { answerOf, declineReason } from './stripe-errors';
import { readStripeWebhook } from './stripe-webhook';

const CHECK_INTERVAL_MS = 1_000;
const DEFAULT_TIMEOUT_MS = 20_000;
/** Leaves room for a second one, the pause before it and the way to the voter. */
const SETUP_CALL_TIMEOUT_MS = CARD_SETUP_TIMEOUT_MS * 0.4;
/** Intents whose amount may change, and which the browser may confirm. */
const OPEN = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);
/** Disputes over money that has left us, or may yet. */
const OPEN_DISPUTE = /needs_response|under_review/;
/** Refunds whose money is with us again: banks send some back weeks later. */
const UNDONE_REFUND = new Set(['failed', 'canceled']);

const variables = z.object({
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must start with sk_'),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'must start with pk_'),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_'),
  /** Another Stripe-compatible server, such as the sandbox. */
  STRIPE_API_BASE: origin.optional(),
});

/** Cards through Stripe's payment intents; the card itself goes from the browser to Stripe. */
export const stripe: CardAdapter = {
  name: 'stripe',
  variables,
  connect: (given, timeouts) => {
    const settings = variables.parse(given);
    return {
      provider: createProvider(settings, timeouts?.timeoutMs),
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
    };
  },
};

function createProvider(
  settings: z.output<typeof variables>,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): CardProvider {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = settings;
  const stripe = new Stripe(secretKey, {
    ...(apiBase ? addressOf(apiBase) : {}),
    timeout: timeoutMs,
    // By the SDK itself, with the same idempotency key.
    maxNetworkRetries: 2,
    telemetry: false,
  });
  const webhook = {
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    isLive: secretKey.startsWith('sk_live_'),
  };
  // Checks are made again later anyway, and must be over before their lease is.
  const checking = { timeout: Math.min(timeoutMs, 10_000), maxNetworkRetries: 1 };
  // A voter waits for these. An intent that comes too late is never paid: its secret reaches no browser.
  const settingUp = { ...checking, timeout: Math.min(timeoutMs, SETUP_CALL_TIMEOUT_MS) };
  return {
    name: 'stripe',
    checkIntervalMs: CHECK_INTERVAL_MS,
    checks: CARD_CHECKS,
    createIntent: (order) =>
      answerFrom(() =>
        stripe.paymentIntents.create(
          {
            ...changesOf(order),
            currency: order.money.currency.toLowerCase(),
            allowed_payment_method_types: ['card'],
          },
          { ...settingUp, idempotencyKey: `pi-create-${order.paymentId}` },
        ),
      ),
    changeIntent: (providerRef, order) =>
      answerFrom(() =>
        stripe.paymentIntents.update(providerRef, changesOf(order), {
          ...settingUp,
          idempotencyKey: `pi-update-${order.paymentId}-${order.revision}`,
        }),
      ),
    readIntent: (providerRef) =>
      answerFrom(() => stripe.paymentIntents.retrieve(providerRef, {}, settingUp)),
    isSecretOf: (providerRef, clientSecret) => isSecretOf(stripe, providerRef, clientSecret),
    queryPayment: (reference) => queryPayment(stripe, checking, reference),
    abandon: (reference) => abandon(stripe, checking, reference),
    refund: (order) => refund(stripe, order),
    readWebhook: async (raw) => readStripeWebhook(raw, webhook),
  };
}

/** The SDK wants the protocol without its colon, and a port in any case. */
function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
  };
}

/** Nothing of the voter's, not even the e-mail: Stripe need not know who votes for whom. */
const changesOf = ({ paymentId, money, revision, description }: CardOrder) => ({
  amount: money.amountMinor,
  description,
  metadata: { payment_id: paymentId, revision: String(revision) },
});

async function answerFrom(call: () => Promise<Stripe.PaymentIntent>): Promise<IntentAnswer> {
  try {
    const { id, status, client_secret: clientSecret } = await call();
    return OPEN.has(status) && clientSecret !== null
      ? { outcome: 'ready', providerRef: id, clientSecret }
      : { outcome: 'moved-on' };
  } catch (error) {
    return answerOf(error);
  }
}

async function isSecretOf(
  stripe: Stripe,
  providerRef: string,
  clientSecret: string,
): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const { client_secret: known } = await stripe.paymentIntents.retrieve(providerRef);
    return known !== null && timingSafeEqual(digestOf(known), digestOf(clientSecret))
      ? 'yes'
      : 'no';
  } catch (error) {
    return answerOf(error).outcome === 'moved-on' ? 'no' : 'unknown';
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** The whole present truth, so that neither the order nor the content of events ever matters. */
async function queryPayment(
  stripe: Stripe,
  options: Stripe.RequestOptions,
  { paymentId, providerRef }: ProviderReference,
): Promise<ProviderReport> {
  if (providerRef === null) return { outcome: 'unknown', evidence: { intent: 'never created' } };
  try {
    const intent = await stripe.paymentIntents.retrieve(
      providerRef,
      { expand: ['latest_charge.refunds'] },
      options,
    );
    if (intent.metadata.payment_id !== paymentId) {
      return { outcome: 'unknown', evidence: { intent: 'names another payment' } };
    }
    if (intent.status !== 'succeeded') return reportOfUnpaid(intent);
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    const disputes = charge?.disputed
      ? await stripe.disputes.list({ payment_intent: intent.id }, options)
      : null;
    return reportOfPaid(intent, charge, disputes?.data ?? []);
  } catch (error) {
    return unanswered(error);
  }
}

function reportOfUnpaid(intent: Stripe.PaymentIntent): ProviderReport {
  if (intent.status !== 'canceled') return { outcome: 'pending', providerRef: intent.id };
  const decline = intent.last_payment_error;
  return {
    outcome: 'failed',
    reason: decline ? declineReason(decline) : 'expired',
    providerRef: intent.id,
    evidence: { cancellation: intent.cancellation_reason },
  };
}

function reportOfPaid(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  disputes: readonly Stripe.Dispute[],
): ProviderReport {
  const evidence = {
    charge: charge?.id ?? null,
    amount: intent.amount_received,
    currency: intent.currency,
    refunded: charge?.amount_refunded ?? 0,
    revision: intent.metadata.revision ?? null,
  };
  const concerns: Concern[] = [];
  // Whatever became of the money afterwards: at some time the payer was told that it comes back.
  if (charge?.refunds?.data.some(({ status }) => status !== null && UNDONE_REFUND.has(status))) {
    concerns.push('refund-failed');
  }
  if (charge?.refunded) return { outcome: 'reversed', reason: 'refunded', concerns, evidence };
  if (disputes.some(({ status }) => status === 'lost')) {
    return { outcome: 'reversed', reason: 'disputed', concerns, evidence };
  }
  if (charge && charge.amount_refunded > 0) concerns.push('partial-refund');
  if (disputes.some(({ status }) => OPEN_DISPUTE.test(status))) concerns.push('disputed');
  return {
    outcome: 'paid',
    money: { amountMinor: intent.amount_received, currency: intent.currency.toUpperCase() },
    providerRef: intent.id,
    concerns,
    evidence,
  };
}

/** Only an intent that Stripe itself calls canceled can never be paid any more. */
async function abandon(
  stripe: Stripe,
  options: Stripe.RequestOptions,
  reference: ProviderReference,
): Promise<ProviderReport> {
  // We never learned of an intent, so no browser ever had its secret.
  if (reference.providerRef === null) {
    return { outcome: 'failed', reason: 'expired', providerRef: null, evidence: { intent: null } };
  }
  const present = await queryPayment(stripe, options, reference);
  if (present.outcome !== 'pending') return present;
  try {
    const canceled = await stripe.paymentIntents.cancel(
      reference.providerRef,
      { cancellation_reason: 'abandoned' },
      options,
    );
    return reportOfUnpaid(canceled);
  } catch (error) {
    // Most likely paid at this very moment.
    const hasMovedOn = answerOf(error).outcome === 'moved-on';
    return hasMovedOn ? queryPayment(stripe, options, reference) : unanswered(error);
  }
}

/**
 * Stripe keeps its answer to a key for a day, a refusal too: what was certainly not done is asked
 * for under another key. Whatever the keys, it never gives back more than it took.
 */
async function refund(
  stripe: Stripe,
  { paymentId, providerRef, attempt }: RefundOrder,
): Promise<RefundAnswer> {
  try {
    const { id, status } = await stripe.refunds.create(
      { payment_intent: providerRef, metadata: { payment_id: paymentId } },
      { idempotencyKey: `refund-${paymentId}-${attempt}` },
    );
    const evidence = { refundId: id, refundStatus: status };
    const isUndone = status !== null && UNDONE_REFUND.has(status);
    return { outcome: isUndone ? 'refused' : 'accepted', evidence };
  } catch (error) {
    const answer = answerOf(error);
    if (answer.outcome === 'moved-on') {
      return { outcome: 'refused', evidence: { intent: 'never paid' } };
    }
    // Refunded before, here or in Stripe's dashboard.
    const isDone = answer.evidence.code === 'charge_already_refunded';
    return isDone ? { outcome: 'accepted', evidence: answer.evidence } : answer;
  }
}

function unanswered(error: unknown): ProviderReport {
  const answer = answerOf(error);
  const evidence = 'evidence' in answer ? answer.evidence : { intent: 'missing' };
  return { outcome: 'unknown', evidence };
}
