import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import express from 'express';
import Stripe from 'stripe';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSandbox,
  type Sandbox,
  STRIPE_FAULTS,
  STRIPE_SANDBOX_PUBLISHABLE_KEY,
  STRIPE_SANDBOX_SCRIPT_PATH,
  STRIPE_SANDBOX_SECRET_KEY,
  STRIPE_SANDBOX_WEBHOOK_SECRET,
  type StripeDelays,
} from '#sandbox/index';

/** What the application's webhook route was sent. */
interface ReceivedWebhook {
  path: string;
  signature: string;
  body: string;
}

const QUICK: Partial<StripeDelays> = {
  webhookRetriesMs: [10, 10, 10],
  webhookTimeoutMs: 2_000,
  refundSettlesAfterMs: 20,
};
const GOOD_CARD = '4242424242424242';
const quiet = { info() {}, warn() {} };

let application: Server;
let received: ReceivedWebhook[];
/** What the application answers to a webhook. */
let onWebhook: (webhook: ReceivedWebhook) => number | Promise<number>;
let sandbox: Sandbox;
let server: Server;
let stripe: Stripe;

beforeAll(() => {
  process.env.STRIPE_SUPPRESS_NOTICES = 'true';
});

beforeEach(async () => {
  received = [];
  onWebhook = () => 200;
  application = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const webhook = {
      path: req.url ?? '',
      signature: String(req.headers['stripe-signature'] ?? ''),
      body: Buffer.concat(chunks).toString(),
    };
    received.push(webhook);
    res.writeHead(await onWebhook(webhook)).end();
  });
  application.listen(0, '127.0.0.1');
  await once(application, 'listening');
  await start(null);
});

afterEach(async () => {
  await stop();
  application.close();
  application.closeAllConnections();
});

async function start(stateFile: string | null, delays = QUICK): Promise<void> {
  sandbox = createSandbox({
    appUrl: () => addressOf(application),
    stateDir: stateFile === null ? null : dirname(stateFile),
    logger: quiet,
    stripeDelays: delays,
  });
  const app = express().set('query parser', 'simple');
  app.use('/sandbox', sandbox.router).use('/v1', sandbox.stripeApi);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stripe = client();
}

async function stop(): Promise<void> {
  await sandbox.close();
  server.close();
  server.closeAllConnections();
}

const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
/** Waits for a state, however slow the machine is. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });

function client(key = STRIPE_SANDBOX_SECRET_KEY, config: Stripe.StripeConfig = {}): Stripe {
  const { port } = server.address() as AddressInfo;
  const address = { host: '127.0.0.1', port, protocol: 'http' as const };
  return new Stripe(key, { ...address, telemetry: false, maxNetworkRetries: 0, ...config });
}

const anOrder = (changes: Partial<Stripe.PaymentIntentCreateParams> = {}) => ({
  amount: 200,
  currency: 'usd',
  allowed_payment_method_types: ['card' as const],
  metadata: { payment_id: 'payment-1' },
  ...changes,
});

const created = (changes: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create(anOrder(changes));

async function paid(card = GOOD_CARD): Promise<Stripe.PaymentIntent> {
  const { id } = await created();
  await sandbox.stripe.confirm(id, card);
  return stripe.paymentIntents.retrieve(id);
}

/** The error the SDK makes of a refusal; fails when there is none. */
async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected a refusal, got ${String(error)}`);
}

/** A call as the script in the browser makes it. */
async function browserCall(method: 'GET' | 'POST', path: string, params: Record<string, string>) {
  const form = new URLSearchParams({ key: STRIPE_SANDBOX_PUBLISHABLE_KEY, ...params });
  const url = `${addressOf(server)}/v1${path}${method === 'GET' ? `?${form}` : ''}`;
  const response = await fetch(url, method === 'GET' ? {} : { method, body: form });
  return { status: response.status, body: await response.json() };
}

const cardParams = (number: string, changes: Record<string, string> = {}) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3).slice(2),
  'payment_method_data[card][cvc]': '123',
  ...changes,
});

const confirmInBrowser = (
  { id, client_secret }: Stripe.PaymentIntent,
  number: string,
  changes: Record<string, string> = {},
) =>
  browserCall('POST', `/payment_intents/${id}/confirm`, {
    client_secret: client_secret ?? '',
    ...cardParams(number, changes),
  });

const typesReceived = () => received.map(({ body }) => JSON.parse(body).type);
const errorBody = (message = 'An unknown error occurred') => ({
  error: { type: 'api_error', message },
});

describe('keys', () => {
  test('a wrong secret key is a 401', async () => {
    const error = await refusalOf(client('sk_test_ofSomebodyElse').paymentIntents.retrieve('pi_1'));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error).toMatchObject({ statusCode: 401, rawType: 'invalid_request_error' });
  });

  test('no key is a 401', async () => {
    const response = await fetch(`${addressOf(server)}/v1/events`);
    expect(response.status).toBe(401);
  });

  test('the publishable key opens only what a browser needs', async () => {
    const browser = client(STRIPE_SANDBOX_PUBLISHABLE_KEY);
    const intent = await created();
    for (const call of [
      browser.paymentIntents.create(anOrder()),
      browser.paymentIntents.update(intent.id, { amount: 300 }),
      browser.paymentIntents.cancel(intent.id),
      browser.refunds.create({ payment_intent: intent.id }),
      browser.events.list(),
    ]) {
      expect(await refusalOf(call)).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
    }
  });

  test('with it, an intent is read only by who knows its secret, without our metadata', async () => {
    const intent = await created();
    const path = `/payment_intents/${intent.id}`;
    const seen = await browserCall('GET', path, { client_secret: intent.client_secret ?? '' });
    expect(seen).toMatchObject({ status: 200, body: { id: intent.id, amount: 200 } });
    expect(seen.body).not.toHaveProperty('metadata');
    expect(seen.body).not.toHaveProperty('latest_charge');

    const guessed = await browserCall('GET', path, { client_secret: `${intent.id}_secret_guess` });
    expect(guessed).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } });
    expect((await browserCall('GET', path, {})).status).toBe(400);
  });
});

describe('creating an intent', () => {
  test('answers as the provider does', async () => {
    const intent = await created({ receipt_email: 'a@example.com', description: 'Votes' });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 200,
      amount_received: 0,
      currency: 'usd',
      metadata: { payment_id: 'payment-1' },
      receipt_email: 'a@example.com',
      description: 'Votes',
      allowed_payment_method_types: ['card'],
      automatic_payment_methods: null,
      latest_charge: null,
      last_payment_error: null,
      livemode: false,
    });
    expect(intent.id).toMatch(/^pi_\w{20,}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
  });

  test('takes automatic methods unless others are named', async () => {
    const { automatic_payment_methods: automatic } = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
    });
    expect(automatic).toEqual({ enabled: true, allow_redirects: 'always' });
  });

  test.each([
    ['amount below the minimum', { amount: 49 }, 'amount_too_small', 'amount'],
    ['amount above the maximum', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['amount of nothing', { amount: 0 }, 'parameter_invalid_integer', 'amount'],
    ['amount that is no integer', { amount: 100.5 }, 'parameter_invalid_integer', 'amount'],
    ['currency in upper case', { currency: 'USD' }, undefined, 'currency'],
    ['e-mail that is none', { receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
    ['long metadata', { metadata: { a: 'x'.repeat(501) } }, undefined, 'metadata[a]'],
  ])('refuses an %s', async (_what, changes, code, param) => {
    const error = await refusalOf(created(changes));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, param });
    expect(error.code).toBe(code);
    expect(sandbox.stripe.intents()).toEqual([]);
  });

  test('refuses retired, contradicting and unknown parameters', async () => {
    const retired = { payment_method_types: ['card'] } as Partial<Stripe.PaymentIntentCreateParams>;
    expect(await refusalOf(created(retired))).toMatchObject({
      code: 'payment_method_types_no_longer_supported',
    });
    const both = created({ automatic_payment_methods: { enabled: true } });
    expect((await refusalOf(both)).statusCode).toBe(400);
    const unknown = { colour: 'gold' } as Partial<Stripe.PaymentIntentCreateParams>;
    expect(await refusalOf(created(unknown))).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    });
  });

  test('an unknown path is a 404 in the provider’s format', async () => {
    const response = await fetch(`${addressOf(server)}/v1/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('idempotency keys', () => {
  test('a repeat gets the first answer, even after the intent has moved on', async () => {
    const idempotencyKey = 'pi-create-1';
    const first = await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    await sandbox.stripe.confirm(first.id, GOOD_CARD);
    const again = await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    expect(again).toMatchObject({ id: first.id, status: 'requires_payment_method' });
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(sandbox.stripe.intents()).toHaveLength(1);
  });

  test('a key used for another call is refused', async () => {
    const idempotencyKey = 'pi-create-1';
    await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    const other = stripe.paymentIntents.create(anOrder({ amount: 300 }), { idempotencyKey });
    const error = await refusalOf(other);
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error.statusCode).toBe(400);
  });

  test('a call that failed validation leaves its key free', async () => {
    const idempotencyKey = 'pi-create-1';
    await refusalOf(stripe.paymentIntents.create(anOrder({ amount: 1 }), { idempotencyKey }));
    const intent = await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    expect(intent.status).toBe('requires_payment_method');
  });

  test('a refusal for the state of things is replayed', async () => {
    const intent = await paid();
    const options = { idempotencyKey: 'cancel-1' };
    const first = await refusalOf(stripe.paymentIntents.cancel(intent.id, {}, options));
    const again = await refusalOf(stripe.paymentIntents.cancel(intent.id, {}, options));
    expect(again.message).toBe(first.message);
    expect(again.headers?.['idempotent-replayed']).toBe('true');
  });

  test('while the first call runs, a second is a 409, which the SDK repeats', async () => {
    sandbox.stripe.failNext('paymentIntents.create', { kind: 'delay', ms: 400 });
    const options = { idempotencyKey: 'pi-create-1' };
    const slow = stripe.paymentIntents.create(anOrder(), options);
    await eventually(() => sandbox.stripe.callCount('paymentIntents.create')).toBe(1);
    const error = await refusalOf(stripe.paymentIntents.create(anOrder(), options));
    expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const patient = client(STRIPE_SANDBOX_SECRET_KEY, { maxNetworkRetries: 5 });
    const repeated = await patient.paymentIntents.create(anOrder(), options);
    expect(repeated.id).toBe((await slow).id);
  });
});

describe('updating, cancelling and reading', () => {
  test('amount, e-mail, description and metadata may change while nothing is paid', async () => {
    const { id } = await created({ metadata: { payment_id: 'payment-1', gone: 'soon' } });
    const updated = await stripe.paymentIntents.update(id, {
      amount: 350,
      receipt_email: 'b@example.com',
      description: 'More votes',
      metadata: { gone: '', revision: 2 },
    });
    expect(updated).toMatchObject({
      amount: 350,
      receipt_email: 'b@example.com',
      description: 'More votes',
    });
    expect(updated.metadata).toEqual({ payment_id: 'payment-1', revision: '2' });
    expect((await stripe.paymentIntents.update(id, { metadata: null })).metadata).toEqual({});
  });

  test('the amount of a paid or cancelled intent may not', async () => {
    const intent = await paid();
    const error = await refusalOf(stripe.paymentIntents.update(intent.id, { amount: 350 }));
    expect(error).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: intent.id, status: 'succeeded' },
    });
    const { description } = await stripe.paymentIntents.update(intent.id, { description: 'Paid' });
    expect(description).toBe('Paid');
  });

  test('another amount voids the bank’s open question', async () => {
    const { id } = await created();
    await sandbox.stripe.confirm(id, '4000002500003155');
    const updated = await stripe.paymentIntents.update(id, { amount: 350 });
    expect(updated).toMatchObject({ status: 'requires_payment_method', next_action: null });
    expect(sandbox.stripe.charged()).toEqual([]);
  });

  test('an unpaid intent is cancelled with its reason and announced; a paid one is not', async () => {
    const { id } = await created();
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toEqual(expect.any(Number));
    await eventually(typesReceived).toEqual(['payment_intent.canceled']);
    expect((await sandbox.stripe.confirm(id, GOOD_CARD).catch((error) => error)).message).toMatch(
      /status of canceled/,
    );

    const error = await refusalOf(stripe.paymentIntents.cancel((await paid()).id));
    expect(error.code).toBe('payment_intent_unexpected_state');
  });

  test('the provider may give an intent up by itself', async () => {
    const { id } = await created();
    await sandbox.stripe.cancel(id, 'expired');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'expired',
    });
  });

  test('the charge is expanded on request, however the list is written', async () => {
    const intent = await paid();
    expect(intent.latest_charge).toMatch(/^ch_/);
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    });
    expect(charge).toMatchObject({
      object: 'charge',
      paid: true,
      refunded: false,
      disputed: false,
    });
    const response = await fetch(
      `${addressOf(server)}/v1/payment_intents/${intent.id}?expand[]=latest_charge`,
      { headers: { authorization: `Bearer ${STRIPE_SANDBOX_SECRET_KEY}` } },
    );
    expect((await response.json()).latest_charge).toMatchObject({ id: intent.latest_charge });
    const odd = stripe.paymentIntents.retrieve(intent.id, { expand: ['customer'] });
    expect((await refusalOf(odd)).statusCode).toBe(400);
  });

  test('the refunds of a charge are expanded on request, those that failed as well', async () => {
    const intent = await paid();
    await sandbox.stripe.refund(intent.id);
    await sandbox.stripe.failRefund(intent.id);
    await sandbox.stripe.refund(intent.id, 10);
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.refunds'],
    });
    expect(charge).toMatchObject({
      id: intent.latest_charge,
      amount_refunded: 10,
      refunds: { object: 'list', data: [{ status: 'succeeded' }, { status: 'failed' }] },
    });
  });

  test('an unknown intent is a 404', async () => {
    expect(await refusalOf(stripe.paymentIntents.retrieve('pi_unknown'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
    });
  });
});

describe('confirming in the browser', () => {
  test('a good card pays, and the application is told', async () => {
    const intent = await created();
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: intent.id, status: 'succeeded', amount_received: 200 });
    expect(body).not.toHaveProperty('metadata');
    expect(sandbox.stripe.charged()).toEqual([
      {
        intentId: intent.id,
        chargeId: expect.stringMatching(/^ch_/),
        amount: 200,
        currency: 'usd',
        metadata: { payment_id: 'payment-1' },
        amountRefunded: 0,
        dispute: null,
      },
    ]);
    await eventually(typesReceived).toEqual(['payment_intent.succeeded']);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ])(
    '%s fails with %s, and the same intent may be paid with another card',
    async (number, code, declineCode) => {
      const intent = await created();
      const { status, body } = await confirmInBrowser(intent, number);
      expect(status).toBe(402);
      expect(body.error).toMatchObject({
        type: 'card_error',
        code,
        message: expect.any(String),
        charge: expect.stringMatching(/^ch_/),
        payment_intent: { id: intent.id, status: 'requires_payment_method' },
      });
      expect(body.error.decline_code).toBe(declineCode);
      expect(body.error.payment_intent).not.toHaveProperty('metadata');
      const failed = await stripe.paymentIntents.retrieve(intent.id);
      expect(failed.last_payment_error).toMatchObject({ code });
      await eventually(typesReceived).toEqual(['payment_intent.payment_failed']);

      expect((await confirmInBrowser(intent, GOOD_CARD)).body.status).toBe('succeeded');
      expect(sandbox.stripe.charged()).toHaveLength(1);
    },
  );

  test.each([
    ['4242424242424241', {}, 'incorrect_number'],
    [GOOD_CARD, { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    [GOOD_CARD, { 'payment_method_data[card][exp_year]': '20' }, 'invalid_expiry_year'],
    [GOOD_CARD, { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
    ['378282246310005', {}, 'invalid_cvc'],
  ])(
    'what cannot be a card (%s %o) is refused before the intent knows of it',
    async (number, changes, code) => {
      const intent = await created();
      const { status, body } = await confirmInBrowser(intent, number, changes);
      expect({ status, code: body.error.code }).toEqual({ status: 402, code });
      expect((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
    },
  );

  test('a card that is no test card is refused and not kept', async () => {
    const { body } = await confirmInBrowser(await created(), '4111111111111111');
    expect(body.error).toMatchObject({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    });
    expect(JSON.stringify(sandbox.stripe.intents())).not.toContain('1111');
  });

  test('a second confirmation of a paid intent is refused, and charges nothing', async () => {
    const intent = await created();
    await confirmInBrowser(intent, GOOD_CARD);
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    expect(sandbox.stripe.charged()).toHaveLength(1);
  });

  test('fifty at once charge once', async () => {
    const intent = await created();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirmInBrowser(intent, GOOD_CARD)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(sandbox.stripe.charged()).toHaveLength(1);
  });

  test('methods that may redirect need an address to return to', async () => {
    const intent = await created({
      allowed_payment_method_types: undefined as never,
      automatic_payment_methods: { enabled: true },
    });
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect({ status, param: body.error.param }).toEqual({ status: 400, param: 'return_url' });
    const back = { return_url: 'https://awards.example/back' };
    expect((await confirmInBrowser(intent, GOOD_CARD, back)).body.status).toBe('succeeded');
  });
});

describe('3-D Secure', () => {
  const answer = (source: string, outcome: 'approved' | 'refused') =>
    browserCall('POST', '/3ds2/authenticate', { source, outcome });

  test.each(['4000002500003155', '4000002760003184', '4000000000003220'])(
    '%s is charged once the payer has approved',
    async (number) => {
      const intent = await created();
      const { body } = await confirmInBrowser(intent, number);
      expect(body).toMatchObject({ status: 'requires_action' });
      expect(body.next_action.type).toBe('use_stripe_sdk');
      expect(sandbox.stripe.charged()).toEqual([]);

      const { source } = body.next_action.use_stripe_sdk;
      expect((await answer(source, 'approved')).body.state).toBe('succeeded');
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
      expect(sandbox.stripe.charged()).toHaveLength(1);
    },
  );

  test('a refusal is no charge, and the intent may be tried again', async () => {
    const intent = await created();
    const { body } = await confirmInBrowser(intent, '4000002500003155');
    const { source } = body.next_action.use_stripe_sdk;
    await answer(source, 'refused');
    const failed = await stripe.paymentIntents.retrieve(intent.id);
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    await eventually(typesReceived).toEqual(['payment_intent.payment_failed']);

    // The old question is closed: approving it late takes nothing.
    await answer(source, 'approved');
    expect(sandbox.stripe.charged()).toEqual([]);
    expect((await confirmInBrowser(intent, GOOD_CARD)).body.status).toBe('succeeded');
  });

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('%s is approved and then declined', async (number, declineCode) => {
    const { id } = await created();
    await sandbox.stripe.confirm(id, number);
    const after = await sandbox.stripe.approveChallenge(id);
    expect(after.status).toBe('requires_payment_method');
    expect(after.last_payment_error?.decline_code).toBe(declineCode);
  });

  describe('on the bank’s own page (4000 0000 0000 3063)', () => {
    const RETURN_URL = 'https://awards.example/checkout?artist=1';

    async function sentToBank() {
      const intent = await created();
      const back = { return_url: RETURN_URL };
      const { body } = await confirmInBrowser(intent, '4000000000003063', back);
      expect(body.next_action).toMatchObject({
        type: 'redirect_to_url',
        redirect_to_url: { return_url: RETURN_URL },
      });
      return { intent, url: String(body.next_action.redirect_to_url.url) };
    }

    const press = (url: string, outcome: string) =>
      fetch(url.split('?')[0] ?? '', {
        method: 'POST',
        body: new URLSearchParams({
          attempt: new URL(url).searchParams.get('attempt') ?? '',
          outcome,
        }),
        redirect: 'manual',
      });

    test.each([
      ['approved', 'succeeded', 'succeeded'],
      ['refused', 'failed', 'requires_payment_method'],
    ])('the payer who has %s comes back with %s', async (outcome, redirectStatus, status) => {
      const { intent, url } = await sentToBank();
      const response = await press(url, outcome);
      expect(response.status).toBe(303);
      const back = new URL(response.headers.get('location') ?? '');
      expect(back.origin + back.pathname).toBe('https://awards.example/checkout');
      expect(Object.fromEntries(back.searchParams)).toEqual({
        artist: '1',
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: redirectStatus,
      });
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
      // Somebody who goes back to the bank's page is sent on again; nothing happens twice.
      const reloaded = await fetch(url, { redirect: 'manual' });
      expect(reloaded.headers.get('location')).toBe(back.href);
    });

    test('the page is there in both languages, and for no other question', async () => {
      const { url } = await sentToBank();
      expect(await (await fetch(`${url}&lang=en`)).text()).toContain('Your bank asks');
      expect(await (await fetch(`${url}&lang=fr`)).text()).toContain('Votre banque');
      expect((await fetch(`${url}x`)).status).toBe(404);
    });
  });
});

describe('refunds', () => {
  test('all of it, and the charge says so', async () => {
    const intent = await paid();
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund).toMatchObject({
      amount: 200,
      status: 'succeeded',
      charge: intent.latest_charge,
    });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
    const charge = await stripe.charges.retrieve(String(intent.latest_charge));
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 200 });
    await eventually(typesReceived).toEqual(['payment_intent.succeeded', 'charge.refunded']);
    const again = stripe.refunds.create({ payment_intent: intent.id });
    expect((await refusalOf(again)).code).toBe('charge_already_refunded');
  });

  test('a part of it, never more than is left', async () => {
    const intent = await paid();
    await sandbox.stripe.refund(intent.id, 50);
    const charge = await stripe.charges.retrieve(String(intent.latest_charge));
    expect(charge).toMatchObject({ refunded: false, amount_refunded: 50 });
    expect(JSON.parse(received.at(-1)?.body ?? '').data).toMatchObject({
      object: { object: 'charge', payment_intent: intent.id, amount_refunded: 50 },
      previous_attributes: { amount_refunded: 0 },
    });
    const tooMuch = stripe.refunds.create({ payment_intent: intent.id, amount: 151 });
    expect((await refusalOf(tooMuch)).param).toBe('amount');
    await stripe.refunds.create({ payment_intent: intent.id, amount: 150 });
    expect(sandbox.stripe.charged()[0]).toMatchObject({ amountRefunded: 200 });
  });

  test('nothing where nothing was taken', async () => {
    const { id } = await created();
    const refused = await refusalOf(stripe.refunds.create({ payment_intent: id }));
    expect(refused.statusCode).toBe(400);
  });

  test('some arrive later, some fail later', async () => {
    const slow = await paid('4000000000007726');
    const pending = await stripe.refunds.create({ payment_intent: slow.id });
    expect(pending.status).toBe('pending');
    await eventually(async () => (await stripe.refunds.retrieve(pending.id)).status).toBe(
      'succeeded',
    );

    const failing = await paid('4000000000005126');
    const refund = await stripe.refunds.create({ payment_intent: failing.id });
    expect(refund.status).toBe('succeeded');
    await eventually(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
    expect(sandbox.stripe.charged()[1]).toMatchObject({ amountRefunded: 0 });
  });
});

describe('disputes', () => {
  test('one card is disputed as soon as it has paid', async () => {
    const intent = await paid('4000000000000259');
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      reason: 'fraudulent',
      status: 'needs_response',
      amount: 200,
      charge: intent.latest_charge,
      payment_intent: intent.id,
    });
    const charge = await stripe.charges.retrieve(String(intent.latest_charge));
    expect(charge.disputed).toBe(true);
    await eventually(() => typesReceived().sort()).toEqual([
      'charge.dispute.created',
      'payment_intent.succeeded',
    ]);
  });

  test.each(['won', 'lost'] as const)('a dispute ends %s', async (outcome) => {
    const intent = await paid();
    const { id } = await sandbox.stripe.openDispute(intent.id, { reason: 'duplicate' });
    const refused = await refusalOf(stripe.refunds.create({ payment_intent: intent.id }));
    expect(refused.code).toBe('charge_disputed');
    await sandbox.stripe.closeDispute(intent.id, outcome);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      reason: 'duplicate',
      status: outcome,
    });
    expect(sandbox.stripe.charged()[0]).toMatchObject({ dispute: outcome });
    expect(typesReceived()).toEqual([
      'payment_intent.succeeded',
      'charge.dispute.created',
      'charge.dispute.closed',
    ]);
  });

  test('an enquiry takes no money yet: it can still be refunded', async () => {
    const intent = await paid();
    const dispute = await sandbox.stripe.openDispute(intent.id, { isInquiry: true });
    expect(dispute.status).toBe('warning_needs_response');
    await stripe.refunds.create({ payment_intent: intent.id });
    await sandbox.stripe.closeDispute(intent.id, 'warning_closed');
    expect(sandbox.stripe.charged()[0]).toMatchObject({ dispute: 'warning_closed' });
  });

  test('there is one at a time, and none after one was lost', async () => {
    const { id } = await paid();
    const open = () => sandbox.stripe.openDispute(id);
    await open();
    await expect(open()).rejects.toThrow('disputed already');
    await sandbox.stripe.closeDispute(id, 'won');
    await open();
    await sandbox.stripe.closeDispute(id, 'lost');
    await expect(open()).rejects.toThrow('disputed already');
  });

  test('other intents have none', async () => {
    await paid('4000000000000259');
    const other = await paid();
    expect((await stripe.disputes.list({ payment_intent: other.id })).data).toEqual([]);
  });
});

describe('webhooks', () => {
  const verify = ({ body, signature }: ReceivedWebhook) =>
    stripe.webhooks.constructEvent(body, signature, STRIPE_SANDBOX_WEBHOOK_SECRET);

  test('are signed events about objects as they are', async () => {
    const intent = await paid();
    const [webhook] = received;
    expect(webhook?.path).toBe('/api/webhooks/stripe');
    const event = verify(webhook!);
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      api_version: '2026-10-28.endive',
      data: { object: { id: intent.id, metadata: { payment_id: 'payment-1' } } },
    });
    expect(event.id).toMatch(/^evt_/);
  });

  test('name the call that caused them', async () => {
    const { id } = await created();
    await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'cancel-1' });
    await eventually(() => received.length).toBe(1);
    expect(verify(received[0]!).request).toMatchObject({ idempotency_key: 'cancel-1' });
  });

  test('come again until they are answered with a 2xx', async () => {
    const answers = [500, 404, 302, 200];
    onWebhook = () => answers.shift() ?? 200;
    await paid();
    await sandbox.stripe.webhooksSettled();
    expect(sandbox.stripe.deliveries().map(({ httpStatus }) => httpStatus)).toEqual([
      500, 404, 302, 200,
    ]);
    expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });

  test('are given up in the end; the list of events still knows them', async () => {
    onWebhook = () => 503;
    const intent = await paid();
    await sandbox.stripe.webhooksSettled();
    expect(received).toHaveLength(4);
    const { data } = await stripe.events.list({
      types: ['payment_intent.succeeded'],
      delivery_success: false,
    });
    expect(data.map((event) => event.data.object)).toMatchObject([{ id: intent.id }]);
  });

  test('can be lost', async () => {
    sandbox.stripe.configure({ webhooks: 'lost' });
    await paid();
    expect(received).toEqual([]);
    const { data } = await stripe.events.list({ delivery_success: false });
    expect(data.map(({ type }) => type)).toEqual(['payment_intent.succeeded']);
  });

  test('can come several times side by side', async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    onWebhook = async () => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await eventually(() => received.length).toBe(3);
      atOnce -= 1;
      return 200;
    };
    sandbox.stripe.configure({ webhookCopies: 3, webhookSpreadMs: 30 });
    await paid();
    expect(received).toHaveLength(3);
    expect(mostAtOnce).toBeGreaterThan(1);
  });

  test('can be held back and come in another order', async () => {
    sandbox.stripe.configure({ webhooks: 'held' });
    const { id } = await created();
    await sandbox.stripe.confirm(id, '4000000000000002');
    await sandbox.stripe.confirm(id, GOOD_CARD);
    expect(received).toEqual([]);
    sandbox.stripe.configure({ webhooks: 'sent' });
    await sandbox.stripe.releaseWebhooks('reversed');
    expect(typesReceived()).toEqual(['payment_intent.succeeded', 'payment_intent.payment_failed']);
  });

  test('can come before the call that caused them is answered', async () => {
    const { id } = await created();
    sandbox.stripe.configure({ announcesBeforeAnswer: true });
    let isAnswered = false;
    onWebhook = () => {
      expect(isAnswered).toBe(false);
      return 200;
    };
    await stripe.paymentIntents.cancel(id);
    isAnswered = true;
    expect(typesReceived()).toEqual(['payment_intent.canceled']);
  });

  test('can even come before the intent’s creator knows its id', async () => {
    sandbox.stripe.configure({ confirmsOnCreate: GOOD_CARD });
    const intent = await created();
    expect(intent.status).toBe('requires_payment_method');
    expect(received).toHaveLength(1);
    expect(verify(received[0]!).data.object).toMatchObject({
      id: intent.id,
      metadata: { payment_id: 'payment-1' },
    });
  });

  test.each([
    ['rotated', true],
    ['stale', false],
    ['wrong-secret', false],
    ['old-scheme', false],
    ['missing', false],
  ] as const)('can be signed otherwise: %s', async (signature, isGood) => {
    sandbox.stripe.configure({ webhookSignature: signature });
    await paid();
    const check = () => verify(received[0]!);
    if (isGood) expect(check()).toMatchObject({ type: 'payment_intent.succeeded' });
    else expect(check).toThrow(Stripe.errors.StripeSignatureVerificationError);
  });

  test('can be sent by hand, bent or replayed', async () => {
    await paid();
    const event = sandbox.stripe.events().find(({ type }) => type === 'payment_intent.succeeded')!;
    await sandbox.stripe.deliver(event);
    expect(received[1]?.body).toBe(received[0]?.body);
    await sandbox.stripe.deliver(event, { body: '{}' });
    expect(() => verify(received[2]!)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    const { url, init } = sandbox.stripe.webhookFor({ ...event, id: 'evt_invented' });
    await fetch(url, init);
    expect(verify(received[3]!).id).toBe('evt_invented');
  });

  test('are listed page by page, newest first', async () => {
    const intents = [await paid(), await paid(), await paid()];
    const first = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 2 });
    expect(first.has_more).toBe(true);
    const rest = await stripe.events.list({
      type: 'payment_intent.succeeded',
      limit: 2,
      starting_after: first.data.at(-1)?.id ?? '',
    });
    expect(rest.has_more).toBe(false);
    const ids = [...first.data, ...rest.data].map(({ data }) => data.object);
    expect(ids).toMatchObject(intents.reverse().map(({ id }) => ({ id })));
  });
});

describe('faults', () => {
  test('a 500 once is repeated by the SDK with the same key', async () => {
    sandbox.stripe.failNext('paymentIntents.create', STRIPE_FAULTS.serverError);
    const patient = client(STRIPE_SANDBOX_SECRET_KEY, { maxNetworkRetries: 2 });
    const intent = await patient.paymentIntents.create(anOrder());
    expect(sandbox.stripe.callCount('paymentIntents.create')).toBe(2);
    expect(sandbox.stripe.intents().map(({ id }) => id)).toEqual([intent.id]);
  });

  test('a 500 every time is an uncertain answer', async () => {
    sandbox.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.serverError, Infinity);
    const { id } = await created();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await refusalOf(stripe.paymentIntents.retrieve(id))).statusCode).toBe(500);
    }
    sandbox.stripe.faults.reset();
    expect((await stripe.paymentIntents.retrieve(id)).id).toBe(id);
  });

  test('an answer that is lost after the effect is found again with the same key', async () => {
    const lost = { kind: 'cut', takesEffect: true } as const;
    sandbox.stripe.failNext('paymentIntents.create', lost, 2);
    const options = { idempotencyKey: 'pi-create-1' };
    const error = await refusalOf(stripe.paymentIntents.create(anOrder(), options));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    const intent = await stripe.paymentIntents.create(anOrder(), options);
    expect(sandbox.stripe.intents().map(({ id }) => id)).toEqual([intent.id]);
  });

  test('a card is charged although the payer reads an error', async () => {
    const intent = await created();
    sandbox.stripe.failNext('paymentIntents.confirm', STRIPE_FAULTS.serverErrorAfterEffect);
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect({ status, body }).toEqual({ status: 500, body: errorBody() });
    expect(sandbox.stripe.charged()).toHaveLength(1);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('a 500 that followed the effect is what the key is answered with from then on', async () => {
    sandbox.stripe.failNext('paymentIntents.create', STRIPE_FAULTS.serverErrorAfterEffect);
    const options = { idempotencyKey: 'pi-create-1' };
    for (let tries = 0; tries < 2; tries += 1) {
      const error = await refusalOf(stripe.paymentIntents.create(anOrder(), options));
      expect(error.statusCode).toBe(500);
    }
    expect(sandbox.stripe.intents()).toHaveLength(1);
  });

  test('too many calls are a 429, repeated only when the provider asks for it', async () => {
    const patient = client(STRIPE_SANDBOX_SECRET_KEY, { maxNetworkRetries: 2 });
    sandbox.stripe.failNext('paymentIntents.create', STRIPE_FAULTS.rateLimit);
    const error = await refusalOf(patient.paymentIntents.create(anOrder()));
    expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError);

    const headers = { 'stripe-should-retry': 'true' };
    sandbox.stripe.failNext('paymentIntents.create', { ...STRIPE_FAULTS.rateLimit, headers });
    expect((await patient.paymentIntents.create(anOrder())).status).toBe('requires_payment_method');
    expect(sandbox.stripe.callCount('paymentIntents.create')).toBe(3);
  });

  test('an answer that is not JSON, or only half of it', async () => {
    const { id } = await created();
    sandbox.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.notJson);
    const garbled = await refusalOf(stripe.paymentIntents.retrieve(id));
    expect(garbled).toBeInstanceOf(Stripe.errors.StripeAPIError);
    sandbox.stripe.failNext('paymentIntents.retrieve', { kind: 'half-body' });
    const cut = await refusalOf(stripe.paymentIntents.retrieve(id));
    expect(cut).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });

  test('no answer at all', async () => {
    const { id } = await created();
    const impatient = client(STRIPE_SANDBOX_SECRET_KEY, { timeout: 50 });
    sandbox.stripe.failNext('paymentIntents.retrieve', { kind: 'hang' });
    const error = await refusalOf(impatient.paymentIntents.retrieve(id));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });

  test('nobody there', async () => {
    const { id } = await created();
    sandbox.stripe.configure({ isUnreachable: true });
    const error = await refusalOf(stripe.paymentIntents.retrieve(id));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    sandbox.stripe.reset();
    expect((await refusalOf(stripe.paymentIntents.retrieve(id))).statusCode).toBe(404);
  });
});

describe('the books', () => {
  let directory: string;
  let stateFile: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stripe-books-'));
    stateFile = join(directory, 'sandbox-stripe.jsonl');
    await stop();
    await start(stateFile);
  });

  afterEach(async () => {
    await stop(); // it may be writing
    await rm(directory, { recursive: true, force: true });
  });

  /** A new process finds what the old one has left on disk at this moment, without its goodbye. */
  async function crash(): Promise<void> {
    const old = { sandbox, server };
    // What a dead process would not send any more must not reach anybody.
    old.sandbox.stripe.configure({ webhooks: 'lost' });
    await start(stateFile);
    await old.sandbox.close();
    old.server.close();
    old.server.closeAllConnections();
  }

  test('have a charge before its payer is told', async () => {
    const intent = await created();
    const { body } = await confirmInBrowser(intent, GOOD_CARD);
    expect(body.status).toBe('succeeded');
    const onDisk = await readFile(stateFile, 'utf8');
    expect(onDisk).toContain('"object":"charge"');
    expect(onDisk).not.toContain(GOOD_CARD);
    const charged = sandbox.stripe.charged();
    await crash();
    expect(sandbox.stripe.charged()).toEqual(charged);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  test('remember idempotency keys', async () => {
    const options = { idempotencyKey: 'pi-create-1' };
    const { id } = await stripe.paymentIntents.create(anOrder(), options);
    await crash();
    expect((await stripe.paymentIntents.create(anOrder(), options)).id).toBe(id);
  });

  test('remember the bank’s open question', async () => {
    const { id } = await created();
    await sandbox.stripe.confirm(id, '4000002500003155');
    await crash();
    expect((await sandbox.stripe.approveChallenge(id)).status).toBe('succeeded');
  });

  test('do not believe in a line that was cut off', async () => {
    await paid();
    const charged = sandbox.stripe.charged();
    await appendFile(stateFile, '[{"object":"charge","id":"ch_half');
    await crash();
    expect(sandbox.stripe.charged()).toEqual(charged);
    await paid();
    await crash();
    expect(sandbox.stripe.charged()).toHaveLength(2);
  });

  test('set a damaged file aside and keep what can be read', async () => {
    await paid();
    await appendFile(stateFile, 'not a line of ours\n');
    await crash();
    expect(sandbox.stripe.charged()).toHaveLength(1);
    expect(await readFile(`${stateFile}.unreadable`, 'utf8')).toContain('not a line of ours');
  });

  test('send what nobody has received after a restart, and nothing else', async () => {
    await paid();
    onWebhook = () => 500;
    const { id } = await created();
    // Held: it was on its way when the process died.
    sandbox.stripe.configure({ webhooks: 'held' });
    await sandbox.stripe.confirm(id, GOOD_CARD);
    received = [];
    onWebhook = () => 200;
    await crash();
    await eventually(() => received.length).toBe(1);
    expect(JSON.parse(received[0]?.body ?? '').data.object.id).toBe(id);
    await sandbox.stripe.webhooksSettled();
    await crash();
    await paid();
    expect(received).toHaveLength(2);
  });

  test('settle a refund that was pending', async () => {
    await stop();
    await start(stateFile, { ...QUICK, refundSettlesAfterMs: 60_000 });
    const intent = await paid('4000000000007726');
    const { id } = await stripe.refunds.create({ payment_intent: intent.id });
    await crash();
    await eventually(async () => (await stripe.refunds.retrieve(id)).status).toBe('succeeded');
  });
});

test('two hundred payments at once, each webhook three times in random order', async () => {
  sandbox.stripe.configure({ webhookCopies: 3, webhookSpreadMs: 50 });
  const payments = Array.from({ length: 200 }, async (_none, index) => {
    const intent = await created({ amount: 50 + index });
    await confirmInBrowser(intent, GOOD_CARD);
  });
  await Promise.all(payments);
  await sandbox.stripe.webhooksSettled();
  expect(received).toHaveLength(600);
  const total = sandbox.stripe.charged().reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBe(200 * 50 + (199 * 200) / 2);
});

test('the script of the browser is served as text that needs no permission', async () => {
  expect(STRIPE_SANDBOX_SCRIPT_PATH).toBe('/sandbox/stripe/stripe.js');
  const response = await fetch(addressOf(server) + STRIPE_SANDBOX_SCRIPT_PATH);
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(await response.text()).toContain("Stripe.version = 'endive'");
});
