import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STRIPE_FAULTS, STRIPE_SANDBOX_SECRET_KEY } from '#sandbox/index';
import {
  anOrder,
  answerWebhooks,
  client,
  confirmInBrowser,
  crash,
  createIntent,
  createPaidIntent,
  errorBody,
  forgetWebhooks,
  GOOD_CARD,
  QUICK,
  received,
  refusalOf,
  sandbox,
  start,
  stop,
  stripe,
} from './support/stripe';
import { eventually } from './support/world';

describe('faults', () => {
  test('after a single 500 the SDK repeats the call with the same key', async () => {
    sandbox.stripe.failNext('paymentIntents.create', STRIPE_FAULTS.serverError);
    const patient = client(STRIPE_SANDBOX_SECRET_KEY, { maxNetworkRetries: 2 });
    const intent = await patient.paymentIntents.create(anOrder());
    expect(sandbox.stripe.callCount('paymentIntents.create')).toBe(2);
    expect(sandbox.stripe.intents().map(({ id }) => id)).toEqual([intent.id]);
  });

  test('a 500 every time leaves the result uncertain', async () => {
    sandbox.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.serverError, Infinity);
    const { id } = await createIntent();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await refusalOf(stripe.paymentIntents.retrieve(id))).statusCode).toBe(500);
    }
    sandbox.stripe.faults.reset();
    expect((await stripe.paymentIntents.retrieve(id)).id).toBe(id);
  });

  test('a response that is lost after the effect is found again with the same key', async () => {
    const responseLost = { kind: 'cut', takesEffect: true } as const;
    sandbox.stripe.failNext('paymentIntents.create', responseLost, 2);
    const options = { idempotencyKey: 'pi-create-1' };
    const error = await refusalOf(stripe.paymentIntents.create(anOrder(), options));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    const intent = await stripe.paymentIntents.create(anOrder(), options);
    expect(sandbox.stripe.intents().map(({ id }) => id)).toEqual([intent.id]);
  });

  test('a card is charged although the payer sees an error', async () => {
    const intent = await createIntent();
    sandbox.stripe.failNext('paymentIntents.confirm', STRIPE_FAULTS.serverErrorAfterEffect);
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect({ status, body }).toEqual({ status: 500, body: errorBody() });
    expect(sandbox.stripe.charged()).toHaveLength(1);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('a 500 after the effect is replayed for the key from then on', async () => {
    sandbox.stripe.failNext('paymentIntents.create', STRIPE_FAULTS.serverErrorAfterEffect);
    const options = { idempotencyKey: 'pi-create-1' };
    for (let tries = 0; tries < 2; tries += 1) {
      const error = await refusalOf(stripe.paymentIntents.create(anOrder(), options));
      expect(error.statusCode).toBe(500);
    }
    expect(sandbox.stripe.intents()).toHaveLength(1);
  });

  test('too many calls get a 429, repeated only when the provider asks for it', async () => {
    const patient = client(STRIPE_SANDBOX_SECRET_KEY, { maxNetworkRetries: 2 });
    sandbox.stripe.failNext('paymentIntents.create', STRIPE_FAULTS.rateLimit);
    const error = await refusalOf(patient.paymentIntents.create(anOrder()));
    expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError);

    const headers = { 'stripe-should-retry': 'true' };
    sandbox.stripe.failNext('paymentIntents.create', { ...STRIPE_FAULTS.rateLimit, headers });
    expect((await patient.paymentIntents.create(anOrder())).status).toBe('requires_payment_method');
    expect(sandbox.stripe.callCount('paymentIntents.create')).toBe(3);
  });

  test('a non-JSON response is an API error, a truncated one a connection error', async () => {
    const { id } = await createIntent();
    sandbox.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.notJson);
    const garbled = await refusalOf(stripe.paymentIntents.retrieve(id));
    expect(garbled).toBeInstanceOf(Stripe.errors.StripeAPIError);
    sandbox.stripe.failNext('paymentIntents.retrieve', { kind: 'half-body' });
    const cut = await refusalOf(stripe.paymentIntents.retrieve(id));
    expect(cut).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });

  test('a missing response is a connection error', async () => {
    const { id } = await createIntent();
    const impatient = client(STRIPE_SANDBOX_SECRET_KEY, { timeout: 50 });
    sandbox.stripe.failNext('paymentIntents.retrieve', { kind: 'hang' });
    const error = await refusalOf(impatient.paymentIntents.retrieve(id));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });

  test('an unreachable provider is a connection error', async () => {
    const { id } = await createIntent();
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
    await stop(); // The sandbox may be writing.
    await rm(directory, { recursive: true, force: true });
  });

  test('contain a charge before its payer is notified', async () => {
    const intent = await createIntent();
    const { body } = await confirmInBrowser(intent, GOOD_CARD);
    expect(body.status).toBe('succeeded');
    const onDisk = await readFile(stateFile, 'utf8');
    expect(onDisk).toContain('"object":"charge"');
    expect(onDisk).not.toContain(GOOD_CARD);
    const charged = sandbox.stripe.charged();
    await crash(stateFile);
    expect(sandbox.stripe.charged()).toEqual(charged);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  test('store idempotency keys', async () => {
    const options = { idempotencyKey: 'pi-create-1' };
    const { id } = await stripe.paymentIntents.create(anOrder(), options);
    await crash(stateFile);
    expect((await stripe.paymentIntents.create(anOrder(), options)).id).toBe(id);
  });

  test('store the bank’s open authentication', async () => {
    const { id } = await createIntent();
    await sandbox.stripe.confirm(id, '4000002500003155');
    await crash(stateFile);
    expect((await sandbox.stripe.approveChallenge(id)).status).toBe('succeeded');
  });

  test('ignore a line that was cut off', async () => {
    await createPaidIntent();
    const charged = sandbox.stripe.charged();
    await appendFile(stateFile, '[{"object":"charge","id":"ch_half');
    await crash(stateFile);
    expect(sandbox.stripe.charged()).toEqual(charged);
    await createPaidIntent();
    await crash(stateFile);
    expect(sandbox.stripe.charged()).toHaveLength(2);
  });

  test('move a damaged file aside and keep what can be read', async () => {
    await createPaidIntent();
    await appendFile(stateFile, 'not a line of ours\n');
    await crash(stateFile);
    expect(sandbox.stripe.charged()).toHaveLength(1);
    expect(await readFile(`${stateFile}.unreadable`, 'utf8')).toContain('not a line of ours');
  });

  test('send only undelivered webhooks after a restart', async () => {
    await createPaidIntent();
    answerWebhooks(() => 500);
    const { id } = await createIntent();
    // Held: it was in flight when the process died.
    sandbox.stripe.configure({ webhooks: 'held' });
    await sandbox.stripe.confirm(id, GOOD_CARD);
    forgetWebhooks();
    answerWebhooks(() => 200);
    await crash(stateFile);
    await eventually(() => received.length).toBe(1);
    expect(JSON.parse(received[0]?.body ?? '').data.object.id).toBe(id);
    await sandbox.stripe.webhooksSettled();
    await crash(stateFile);
    await createPaidIntent();
    expect(received).toHaveLength(2);
  });

  test('settle a refund that was pending', async () => {
    await stop();
    await start(stateFile, { ...QUICK, refundSettlesAfterMs: 60_000 });
    const intent = await createPaidIntent('4000000000007726');
    const { id } = await stripe.refunds.create({ payment_intent: intent.id });
    await crash(stateFile);
    await eventually(async () => (await stripe.refunds.retrieve(id)).status).toBe('succeeded');
  });
});

test('two hundred payments at once succeed, with each webhook coming three times', async () => {
  sandbox.stripe.configure({ webhookCopies: 3, webhookSpreadMs: 50 });
  const payments = Array.from({ length: 200 }, async (_none, index) => {
    const intent = await createIntent({ amount: 50 + index });
    await confirmInBrowser(intent, GOOD_CARD);
  });
  await Promise.all(payments);
  await sandbox.stripe.webhooksSettled();
  expect(received).toHaveLength(600);
  const total = sandbox.stripe.charged().reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBe(200 * 50 + (199 * 200) / 2);
});
