import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { STRIPE_SANDBOX_PUBLISHABLE_KEY, STRIPE_SANDBOX_SECRET_KEY } from '#sandbox/index';
import {
  anOrder,
  browserCall,
  client,
  createIntent,
  createPaidIntent,
  GOOD_CARD,
  origin,
  refusalOf,
  sandbox,
  stripe,
  typesReceived,
} from './support/stripe';
import { eventually } from './support/world';

describe('keys', () => {
  test('a wrong secret key gets a 401', async () => {
    const error = await refusalOf(client('sk_test_ofSomebodyElse').paymentIntents.retrieve('pi_1'));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error).toMatchObject({ statusCode: 401, rawType: 'invalid_request_error' });
  });

  test('no key gets a 401', async () => {
    const response = await fetch(`${origin()}/v1/events`);
    expect(response.status).toBe(401);
  });

  test('the publishable key allows only what a browser needs', async () => {
    const browser = client(STRIPE_SANDBOX_PUBLISHABLE_KEY);
    const intent = await createIntent();
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

  test('with it, reading an intent requires its secret, and omits our metadata', async () => {
    const intent = await createIntent();
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
  test('responds as the provider does', async () => {
    const intent = await createIntent({ receipt_email: 'a@example.com', description: 'Votes' });
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

  test('uses automatic methods unless others are named', async () => {
    const { automatic_payment_methods: automatic } = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
    });
    expect(automatic).toEqual({ enabled: true, allow_redirects: 'always' });
  });

  test.each([
    ['amount below the minimum', { amount: 49 }, 'amount_too_small', 'amount'],
    ['amount above the maximum', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['amount of zero', { amount: 0 }, 'parameter_invalid_integer', 'amount'],
    ['amount that is no integer', { amount: 100.5 }, 'parameter_invalid_integer', 'amount'],
    ['currency in upper case', { currency: 'USD' }, undefined, 'currency'],
    ['invalid e-mail', { receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
    ['long metadata', { metadata: { a: 'x'.repeat(501) } }, undefined, 'metadata[a]'],
  ])('rejects an %s', async (_what, changes, code, param) => {
    const error = await refusalOf(createIntent(changes));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, param });
    expect(error.code).toBe(code);
    expect(sandbox.stripe.intents()).toEqual([]);
  });

  test('rejects retired, contradictory and unknown parameters', async () => {
    const retired = { payment_method_types: ['card'] } as Partial<Stripe.PaymentIntentCreateParams>;
    expect(await refusalOf(createIntent(retired))).toMatchObject({
      code: 'payment_method_types_no_longer_supported',
    });
    const both = createIntent({ automatic_payment_methods: { enabled: true } });
    expect((await refusalOf(both)).statusCode).toBe(400);
    const unknown = { colour: 'gold' } as Partial<Stripe.PaymentIntentCreateParams>;
    expect(await refusalOf(createIntent(unknown))).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    });
  });

  test('an unknown path gets a 404 in the provider’s format', async () => {
    const response = await fetch(`${origin()}/v1/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('idempotency keys', () => {
  test('a repeat gets the first response, even after the intent has changed', async () => {
    const idempotencyKey = 'pi-create-1';
    const first = await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    await sandbox.stripe.confirm(first.id, GOOD_CARD);
    const repeated = await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    expect(repeated).toMatchObject({ id: first.id, status: 'requires_payment_method' });
    expect(repeated.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(sandbox.stripe.intents()).toHaveLength(1);
  });

  test('a key used for another call is rejected', async () => {
    const idempotencyKey = 'pi-create-1';
    await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    const other = stripe.paymentIntents.create(anOrder({ amount: 300 }), { idempotencyKey });
    const error = await refusalOf(other);
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error.statusCode).toBe(400);
  });

  test('a call that failed validation leaves its key unused', async () => {
    const idempotencyKey = 'pi-create-1';
    await refusalOf(stripe.paymentIntents.create(anOrder({ amount: 1 }), { idempotencyKey }));
    const intent = await stripe.paymentIntents.create(anOrder(), { idempotencyKey });
    expect(intent.status).toBe('requires_payment_method');
  });

  test('a rejection because of the current state is replayed', async () => {
    const intent = await createPaidIntent();
    const options = { idempotencyKey: 'cancel-1' };
    const first = await refusalOf(stripe.paymentIntents.cancel(intent.id, {}, options));
    const repeated = await refusalOf(stripe.paymentIntents.cancel(intent.id, {}, options));
    expect(repeated.message).toBe(first.message);
    expect(repeated.headers?.['idempotent-replayed']).toBe('true');
  });

  test('while the first call runs, a second gets a 409, which the SDK repeats', async () => {
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
    const { id } = await createIntent({ metadata: { payment_id: 'payment-1', gone: 'soon' } });
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

  test('the amount of a paid or cancelled intent may not change', async () => {
    const intent = await createPaidIntent();
    const error = await refusalOf(stripe.paymentIntents.update(intent.id, { amount: 350 }));
    expect(error).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: intent.id, status: 'succeeded' },
    });
    const { description } = await stripe.paymentIntents.update(intent.id, { description: 'Paid' });
    expect(description).toBe('Paid');
  });

  test('another amount invalidates the bank’s open authentication', async () => {
    const { id } = await createIntent();
    await sandbox.stripe.confirm(id, '4000002500003155');
    const updated = await stripe.paymentIntents.update(id, { amount: 350 });
    expect(updated).toMatchObject({ status: 'requires_payment_method', next_action: null });
    expect(sandbox.stripe.charged()).toEqual([]);
  });

  test('an unpaid intent is cancelled with its reason and announced; a paid one is not', async () => {
    const { id } = await createIntent();
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toEqual(expect.any(Number));
    await eventually(typesReceived).toEqual(['payment_intent.canceled']);
    expect((await sandbox.stripe.confirm(id, GOOD_CARD).catch((error) => error)).message).toMatch(
      /status of canceled/,
    );

    const error = await refusalOf(stripe.paymentIntents.cancel((await createPaidIntent()).id));
    expect(error.code).toBe('payment_intent_unexpected_state');
  });

  test('the provider may cancel an intent by itself', async () => {
    const { id } = await createIntent();
    await sandbox.stripe.cancel(id, 'expired');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'expired',
    });
  });

  test('the charge is expanded on request, however the list is written', async () => {
    const intent = await createPaidIntent();
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
      `${origin()}/v1/payment_intents/${intent.id}?expand[]=latest_charge`,
      { headers: { authorization: `Bearer ${STRIPE_SANDBOX_SECRET_KEY}` } },
    );
    expect((await response.json()).latest_charge).toMatchObject({ id: intent.latest_charge });
    const unsupported = stripe.paymentIntents.retrieve(intent.id, { expand: ['customer'] });
    expect((await refusalOf(unsupported)).statusCode).toBe(400);
  });

  test('the refunds of a charge are expanded on request, including failed ones', async () => {
    const intent = await createPaidIntent();
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

  test('an unknown intent gets a 404', async () => {
    expect(await refusalOf(stripe.paymentIntents.retrieve('pi_unknown'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
    });
  });
});
