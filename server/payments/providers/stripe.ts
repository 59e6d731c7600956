import { IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { z } from 'zod';
import { origin } from '#server/config/index';
import { limitResponse } from '#server/platform/external-json/index';
import {
  type CallOutcome,
  observeProviderCall,
  outcomeOfStatus,
} from '#server/platform/instruments';
import { CARD_SETUP_TIMEOUT_MS } from '#shared/domain/card-setup';
import type { CardAdapter } from './adapter';
import { CARD_CHECKS } from './check-times';
import { readClock } from './http/provider-http';
import type {
  CardOrder,
  CardProvider,
  Concern,
  IntentResult,
  NamedRecord,
  ProviderProbe,
  ProviderRecord,
  ProviderReference,
  ProviderReport,
  RecordReading,
  RefundOrder,
  RefundResult,
} from './provider';
import { asReference, asUuid } from './reported-fields';
import { stripeStatement } from './statements/stripe';
import { answerOf, declineReason, readAnswer } from './stripe-errors';
import { readStripeLists, readStripeWebhook } from './stripe-events';

const CHECK_INTERVAL_MS = 1_000;
/**
 * Stripe allows 25 queries a second in test mode and 100 live, and responds to each in a fifth of a
 * second.
 */
const CHECKS_AT_ONCE = 5;
const DEFAULT_TIMEOUT_MS = 20_000;
const QUERY_TIMEOUT_MS = 5_000;
/** Longest response, in bytes. A page of a list has a hundred objects. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Leaves time for a second call, the pause before it and the response to the voter. */
const SETUP_CALL_TIMEOUT_MS = CARD_SETUP_TIMEOUT_MS * 0.4;
/**
 * Interval in ms. Voters who closed the page before it could confirm their payment wait for this.
 */
const LISTS_EVERY_MS = 10 * 60_000;
/** Overlap of two reads in ms, because events appear late and clocks differ. */
const LISTS_OVERLAP_MS = 60 * 60_000;
/** States of an intent whose amount may still change and which the browser may confirm. */
const OPEN = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);
/** Disputes over money that was taken from us, or may be. */
const OPEN_DISPUTE = /needs_response|under_review/;
/** Refunds whose money came back to us: banks return some refunds weeks later. */
const UNDONE_REFUND = new Set(['failed', 'canceled']);

const variables = z
  .object({
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[sr]k_/, 'must start with sk_, or with rk_ if restricted'),
    STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'must start with pk_'),
    STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_'),
    /** Another Stripe-compatible server, such as the sandbox. */
    STRIPE_API_BASE: origin.optional(),
  })
  .refine(
    ({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }) =>
      modeOf(secret) === modeOf(publishable),
    {
      path: ['STRIPE_PUBLISHABLE_KEY'],
      message: 'does not have the same mode as STRIPE_SECRET_KEY',
    },
  );

/** Returns the mode of a key, which is part of its text. */
const modeOf = (key: string): 'real' | 'test' => (/^[a-z]+_test_/.test(key) ? 'test' : 'real');

/** Cards through Stripe's payment intents; card data goes directly from the browser to Stripe. */
export const stripe: CardAdapter = {
  name: 'stripe',
  variables,
  money: ({ STRIPE_SECRET_KEY: secret }) => (secret === undefined ? 'unknown' : modeOf(secret)),
  connect: (rawVariables, timeouts) => {
    const settings = variables.parse(rawVariables);
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
    httpClient: observedClient(),
    // The SDK retries with the same idempotency key.
    maxNetworkRetries: 2,
    telemetry: false,
  });
  const webhook = {
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    isLive: modeOf(secretKey) === 'real',
  };
  // Checks are repeated later anyway, and must end before their lease does.
  const checkOptions = { timeout: Math.min(timeoutMs, QUERY_TIMEOUT_MS), maxNetworkRetries: 1 };
  // A voter waits for these calls. An intent that is created too late is never paid, because its
  // secret reaches no browser.
  const setupOptions = { ...checkOptions, timeout: Math.min(timeoutMs, SETUP_CALL_TIMEOUT_MS) };
  return {
    name: 'stripe',
    checkIntervalMs: CHECK_INTERVAL_MS,
    checksAtOnce: CHECKS_AT_ONCE,
    checks: CARD_CHECKS,
    readReference,
    findsByOurId: false,
    votesCodeRoom: 500,
    createIntent: (order) =>
      answerFrom(() =>
        stripe.paymentIntents.create(
          {
            ...changesOf(order),
            currency: order.money.currency.toLowerCase(),
            allowed_payment_method_types: ['card'],
          },
          { ...setupOptions, idempotencyKey: `pi-create-${order.paymentId}` },
        ),
      ),
    changeIntent: (providerRef, order) =>
      answerFrom(() =>
        stripe.paymentIntents.update(providerRef, changesOf(order), {
          ...setupOptions,
          idempotencyKey: `pi-update-${order.paymentId}-${order.revision}`,
        }),
      ),
    readIntent: (providerRef) =>
      answerFrom(() => stripe.paymentIntents.retrieve(providerRef, {}, setupOptions)),
    demandAuthentication: async (providerRef, paymentId) => {
      const idempotencyKey = `pi-3ds-${paymentId}`;
      await answerFrom(() =>
        stripe.paymentIntents.update(providerRef, REQUEST_3D_SECURE, {
          ...checkOptions,
          idempotencyKey,
        }),
      );
    },
    queryPayment: (reference) => queryPayment(stripe, checkOptions, reference),
    readRecord: (named) => readRecord(stripe, checkOptions, named),
    abandon: (reference) => abandon(stripe, checkOptions, reference),
    refund: (order) => refund(stripe, order),
    readWebhook: async (raw) => readStripeWebhook(raw, webhook),
    probe: () => probe(stripe, checkOptions),
    statement: stripeStatement(stripe, checkOptions),
    lists: {
      everyMs: LISTS_EVERY_MS,
      lookBackMs: LISTS_OVERLAP_MS,
      areComplete: false,
      read: async (from, until, take) => {
        try {
          const { isLive } = webhook;
          await readStripeLists(stripe, { from, until, isLive, options: checkOptions }, take);
          return true;
        } catch (error) {
          answerOf(error);
          return false;
        }
      },
    },
  };
}

/**
 * Wraps the SDK's HTTP client to observe how each call ends and to limit how much is read: the SDK
 * would buffer an endless response until the process dies.
 */
function observedClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...call) => {
      const startedAt = performance.now();
      const observe = (outcome: CallOutcome) =>
        observeProviderCall('stripe', outcome, (performance.now() - startedAt) / 1_000);
      try {
        const response = await client.makeRequest(...call);
        observe(outcomeOfStatus(response.getStatusCode()));
        const read = response.toJSON.bind(response);
        response.toJSON = () => {
          const raw = response.getRawResponse();
          if (raw instanceof IncomingMessage) limitResponse(MAX_RESPONSE_BYTES, raw);
          return read();
        };
        return response;
      } catch (error) {
        const isLate = error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT';
        observe(isLate ? 'timeout' : 'unreachable');
        throw error;
      }
    },
  };
}

/** Normalises the id of a payment intent. */
const readReference = (text: string) => asReference(text, /^pi_\w{1,250}$/);

const text = z.string().nullish();
const charge = z.object({
  object: z.literal('charge'),
  id: z.string(),
  created: z.int(),
  refunded: z.boolean(),
  amount_refunded: z.int(),
  disputed: z.boolean(),
  billing_details: z.object({ email: text }).nullish(),
  refunds: z.object({ data: z.array(z.object({ status: z.string().nullable() })) }).nullish(),
});
/** The fields read from a payment intent, whatever the API version. */
const intent = z.object({
  object: z.literal('payment_intent'),
  id: z.string().min(1),
  status: z.string(),
  created: z.int(),
  client_secret: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  receipt_email: text,
  cancellation_reason: text,
  last_payment_error: z.object({ code: text, decline_code: text }).nullish(),
  /** An object when it was requested expanded. */
  latest_charge: z.union([z.string(), charge]).nullish(),
});
type Intent = z.output<typeof intent>;
type Charge = z.output<typeof charge>;
const dispute = z.object({ object: z.literal('dispute'), id: z.string(), status: z.string() });
const disputes = z.object({ object: z.literal('list'), data: z.array(dispute) });
const refundMade = z.object({
  object: z.literal('refund'),
  id: z.string(),
  status: z.string().nullable(),
});

/** The SDK needs the protocol without its colon, and always a port. */
function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
  };
}

/** Contains no personal data, not even the e-mail: Stripe need not know who votes for whom. */
const changesOf = ({ paymentId, money, revision, description, votesCode, isRetry }: CardOrder) => ({
  amount: money.amountMinor,
  description,
  metadata: {
    payment_id: paymentId,
    revision: String(revision),
    ...(votesCode === null ? {} : { votes: votesCode }),
  },
  ...(isRetry && REQUEST_3D_SECURE),
});

/** Requests 3-D Secure with every card that supports it. */
const REQUEST_3D_SECURE = {
  payment_method_options: { card: { request_three_d_secure: 'any' } },
} as const;

async function answerFrom(call: () => Promise<unknown>): Promise<IntentResult> {
  try {
    const { id, status, client_secret: clientSecret } = await readAnswer(intent, call());
    return OPEN.has(status) && clientSecret !== null
      ? { outcome: 'ready', providerRef: id, clientSecret }
      : { outcome: 'moved-on' };
  } catch (error) {
    return answerOf(error);
  }
}

/** Reads events, because a restricted key must be allowed to read them. */
async function probe(stripe: Stripe, options: Stripe.RequestOptions): Promise<ProviderProbe> {
  try {
    const { lastResponse } = await stripe.events.list({ limit: 1 }, options);
    const clock = readClock(lastResponse.headers.date);
    return { outcome: 'accepted', reason: `HTTP ${lastResponse.statusCode}`, clock };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode, type, headers } = error;
    const isRefused = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
    // The SDK has no error type of its own for it.
    const failure = /timeout/i.test(error.message) ? 'TimeoutError' : type;
    return {
      outcome: isRefused ? 'refused' : 'unknown',
      reason: statusCode === undefined ? failure : `HTTP ${statusCode}`,
      clock: readClock(headers?.date),
    };
  }
}

/**
 * Reads the complete current state, so that neither the order nor the content of events matters.
 */
async function queryPayment(
  stripe: Stripe,
  options: Stripe.RequestOptions,
  { paymentId, providerRef, isAttached }: ProviderReference,
): Promise<ProviderReport> {
  if (providerRef === null) return { outcome: 'missing', evidence: { intent: 'never created' } };
  try {
    const expand = ['latest_charge.refunds'];
    const retrieved = stripe.paymentIntents.retrieve(providerRef, { expand }, options);
    const found = await readAnswer(intent, retrieved);
    if (found.id !== providerRef) {
      return { outcome: 'unknown', evidence: { intent: 'another than was asked for' } };
    }
    const namedPayment = asUuid(found.metadata.payment_id ?? null);
    if (namedPayment !== paymentId && !isAttached) {
      const evidence = { intent: 'names another payment', namesPayment: namedPayment };
      return found.status === 'succeeded'
        ? { outcome: 'misplaced', foundBy: 'reference', evidence }
        : { outcome: 'unknown', evidence };
    }
    if (found.status !== 'succeeded') return reportOfUnpaid(found);
    const charged = charge.safeParse(found.latest_charge).data;
    if (!charged) return { outcome: 'unknown', evidence: { intent: 'without its charge' } };
    const disputed = charged.disputed
      ? await readAnswer(disputes, stripe.disputes.list({ payment_intent: found.id }, options))
      : null;
    const report = reportOfPaid(found, charged, disputed?.data ?? []);
    return report.outcome === 'paid' && namedPayment !== paymentId
      ? { ...report, namesPayment: namedPayment }
      : report;
  } catch (error) {
    return unanswered(error);
  }
}

/**
 * Reads the intent itself. An unpaid intent counts as none: its browser cannot continue with it,
 * because the payment is no longer in our database.
 */
async function readRecord(
  stripe: Stripe,
  options: Stripe.RequestOptions,
  { providerRef }: NamedRecord,
): Promise<RecordReading> {
  if (providerRef === null) return { outcome: 'none' };
  try {
    const expand = ['latest_charge'];
    const retrieved = stripe.paymentIntents.retrieve(providerRef, { expand }, options);
    const found = await readAnswer(intent, retrieved);
    const paymentId = asUuid(found.metadata.payment_id ?? null);
    if (found.id !== providerRef || paymentId === null) return { outcome: 'none' };
    const email = charge.safeParse(found.latest_charge).data?.billing_details?.email;
    return {
      outcome: 'record',
      record: {
        paymentId,
        providerRef: found.id,
        state: RECORD_STATES[found.status] ?? 'over',
        money: { amountMinor: found.amount, currency: found.currency.toUpperCase() },
        votesCode: found.metadata.votes ?? null,
        startedAt: new Date(found.created * 1_000),
        payer: { phone: null, email: found.receipt_email ?? email ?? null },
      },
    };
  } catch (error) {
    return { outcome: answerOf(error).outcome === 'moved-on' ? 'none' : 'unanswered' };
  }
}

const RECORD_STATES: Readonly<Record<string, ProviderRecord['state']>> = {
  succeeded: 'paid',
  processing: 'pending',
};

function reportOfUnpaid(found: Intent): ProviderReport {
  if (found.status !== 'canceled') return { outcome: 'pending', providerRef: found.id };
  const decline = found.last_payment_error;
  return {
    outcome: 'failed',
    reason: decline ? declineReason(decline) : 'expired',
    providerRef: found.id,
    evidence: { cancellation: found.cancellation_reason ?? null },
  };
}

function reportOfPaid(
  found: Intent,
  charged: Charge,
  disputed: readonly z.output<typeof dispute>[],
): ProviderReport {
  const evidence = {
    charge: charged.id,
    amount: found.amount_received,
    currency: found.currency,
    refunded: charged.amount_refunded,
    revision: found.metadata.revision ?? null,
  };
  const concerns: Concern[] = [];
  // Counts the refund even if it failed later: the payer was notified that the money is returned.
  if (charged.refunds?.data.some(({ status }) => status !== null && UNDONE_REFUND.has(status))) {
    concerns.push('refund-failed');
  }
  if (charged.refunded) return { outcome: 'reversed', reason: 'refunded', concerns, evidence };
  if (disputed.some(({ status }) => status === 'lost')) {
    return { outcome: 'reversed', reason: 'disputed', concerns, evidence };
  }
  if (charged.amount_refunded > 0) concerns.push('partial-refund');
  if (disputed.some(({ status }) => OPEN_DISPUTE.test(status))) concerns.push('disputed');
  return {
    outcome: 'paid',
    money: { amountMinor: found.amount_received, currency: found.currency.toUpperCase() },
    providerRef: found.id,
    chargedAt: new Date(charged.created * 1_000),
    concerns,
    ...(charged.amount_refunded > 0 || concerns.includes('refund-failed')
      ? { partlyReturned: charged.amount_refunded }
      : {}),
    evidence,
  };
}

/** Only an intent that Stripe reports as canceled can never be paid any more. */
async function abandon(
  stripe: Stripe,
  options: Stripe.RequestOptions,
  reference: ProviderReference,
): Promise<ProviderReport> {
  // We never received an intent, so no browser ever had its secret.
  if (reference.providerRef === null) {
    return { outcome: 'failed', reason: 'expired', providerRef: null, evidence: { intent: null } };
  }
  const current = await queryPayment(stripe, options, reference);
  if (current.outcome !== 'pending') return current;
  try {
    const params = { cancellation_reason: 'abandoned' } as const;
    const canceled = stripe.paymentIntents.cancel(reference.providerRef, params, options);
    return reportOfUnpaid(await readAnswer(intent, canceled));
  } catch (error) {
    // Most likely paid at this moment.
    const hasMovedOn = answerOf(error).outcome === 'moved-on';
    return hasMovedOn ? queryPayment(stripe, options, reference) : unanswered(error);
  }
}

/**
 * Stripe stores its response to a key for a day, a refusal too: a request that was certainly not
 * carried out is repeated under a new key. Whatever the keys, Stripe never returns more than it
 * took.
 */
async function refund(
  stripe: Stripe,
  { paymentId, providerRef, attempt }: RefundOrder,
): Promise<RefundResult> {
  try {
    const response = stripe.refunds.create(
      { payment_intent: providerRef, metadata: { payment_id: paymentId } },
      { idempotencyKey: `refund-${paymentId}-${attempt}` },
    );
    const { id, status } = await readAnswer(refundMade, response);
    const evidence = { refundId: id, refundStatus: status };
    const isUndone = status !== null && UNDONE_REFUND.has(status);
    return { outcome: isUndone ? 'refused' : 'accepted', evidence };
  } catch (error) {
    const answer = answerOf(error);
    if (answer.outcome === 'moved-on') {
      return { outcome: 'refused', evidence: { intent: 'never paid' } };
    }
    // Refunded before, by us or in Stripe's dashboard.
    const isDone = answer.evidence.code === 'charge_already_refunded';
    return isDone ? { outcome: 'accepted', evidence: answer.evidence } : answer;
  }
}

function unanswered(error: unknown): ProviderReport {
  const answer = answerOf(error);
  const evidence = 'evidence' in answer ? answer.evidence : { intent: 'missing' };
  return { outcome: 'unknown', evidence };
}
