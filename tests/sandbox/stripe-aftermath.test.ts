import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { STRIPE_SANDBOX_WEBHOOK_SECRET } from '#sandbox/index';
import {
  answerWebhooks,
  createIntent,
  createPaidIntent,
  GOOD_CARD,
  type ReceivedWebhook,
  received,
  refusalOf,
  sandbox,
  stripe,
  typesReceived,
} from './support/stripe';
import { eventually } from './support/world';

describe('refunds', () => {
  test('can return the whole amount, which the charge shows', async () => {
    const intent = await createPaidIntent();
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
    const secondRefund = stripe.refunds.create({ payment_intent: intent.id });
    expect((await refusalOf(secondRefund)).code).toBe('charge_already_refunded');
  });

  test('can return a part, never more than is left', async () => {
    const intent = await createPaidIntent();
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

  test('are rejected when nothing was taken', async () => {
    const { id } = await createIntent();
    const refused = await refusalOf(stripe.refunds.create({ payment_intent: id }));
    expect(refused.statusCode).toBe(400);
  });

  test('can be pending first, and can fail later', async () => {
    const slow = await createPaidIntent('4000000000007726');
    const pending = await stripe.refunds.create({ payment_intent: slow.id });
    expect(pending.status).toBe('pending');
    await eventually(async () => (await stripe.refunds.retrieve(pending.id)).status).toBe(
      'succeeded',
    );

    const failing = await createPaidIntent('4000000000005126');
    const refund = await stripe.refunds.create({ payment_intent: failing.id });
    expect(refund.status).toBe('succeeded');
    await eventually(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
    expect(sandbox.stripe.charged()[1]).toMatchObject({ amountRefunded: 0 });
  });
});

describe('disputes', () => {
  test('one card is disputed as soon as it has paid', async () => {
    const intent = await createPaidIntent('4000000000000259');
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
    const intent = await createPaidIntent();
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

  test('an inquiry takes no money yet: it can still be refunded', async () => {
    const intent = await createPaidIntent();
    const dispute = await sandbox.stripe.openDispute(intent.id, { isInquiry: true });
    expect(dispute.status).toBe('warning_needs_response');
    await stripe.refunds.create({ payment_intent: intent.id });
    await sandbox.stripe.closeDispute(intent.id, 'warning_closed');
    expect(sandbox.stripe.charged()[0]).toMatchObject({ dispute: 'warning_closed' });
  });

  test('a payment has one dispute at a time, and none after a lost one', async () => {
    const { id } = await createPaidIntent();
    const open = () => sandbox.stripe.openDispute(id);
    await open();
    await expect(open()).rejects.toThrow('disputed already');
    await sandbox.stripe.closeDispute(id, 'won');
    await open();
    await sandbox.stripe.closeDispute(id, 'lost');
    await expect(open()).rejects.toThrow('disputed already');
  });

  test('the list of an intent contains no disputes of other intents', async () => {
    await createPaidIntent('4000000000000259');
    const other = await createPaidIntent();
    expect((await stripe.disputes.list({ payment_intent: other.id })).data).toEqual([]);
  });
});

describe('webhooks', () => {
  const verify = ({ body, signature }: ReceivedWebhook) =>
    stripe.webhooks.constructEvent(body, signature, STRIPE_SANDBOX_WEBHOOK_SECRET);

  test('are signed events with the current state of their objects', async () => {
    const intent = await createPaidIntent();
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
    const { id } = await createIntent();
    await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'cancel-1' });
    await eventually(() => received.length).toBe(1);
    expect(verify(received[0]!).request).toMatchObject({ idempotency_key: 'cancel-1' });
  });

  test('are repeated until they get a 2xx response', async () => {
    const answers = [500, 404, 302, 200];
    answerWebhooks(() => answers.shift() ?? 200);
    await createPaidIntent();
    await sandbox.stripe.webhooksSettled();
    expect(sandbox.stripe.deliveries().map(({ httpStatus }) => httpStatus)).toEqual([
      500, 404, 302, 200,
    ]);
    expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });

  test('are abandoned after the last retry; the list of events still contains them', async () => {
    answerWebhooks(() => 503);
    const intent = await createPaidIntent();
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
    await createPaidIntent();
    expect(received).toEqual([]);
    const { data } = await stripe.events.list({ delivery_success: false });
    expect(data.map(({ type }) => type)).toEqual(['payment_intent.succeeded']);
  });

  test('can arrive several times in parallel', async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    answerWebhooks(async () => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await eventually(() => received.length).toBe(3);
      atOnce -= 1;
      return 200;
    });
    sandbox.stripe.configure({ webhookCopies: 3, webhookSpreadMs: 30 });
    await createPaidIntent();
    expect(received).toHaveLength(3);
    expect(mostAtOnce).toBeGreaterThan(1);
  });

  test('can be held back and arrive in another order', async () => {
    sandbox.stripe.configure({ webhooks: 'held' });
    const { id } = await createIntent();
    await sandbox.stripe.confirm(id, '4000000000000002');
    await sandbox.stripe.confirm(id, GOOD_CARD);
    expect(received).toEqual([]);
    sandbox.stripe.configure({ webhooks: 'sent' });
    await sandbox.stripe.releaseWebhooks('reversed');
    expect(typesReceived()).toEqual(['payment_intent.succeeded', 'payment_intent.payment_failed']);
  });

  test('can arrive before the response to the call that caused them', async () => {
    const { id } = await createIntent();
    sandbox.stripe.configure({ announcesBeforeAnswer: true });
    let isAnswered = false;
    answerWebhooks(() => {
      expect(isAnswered).toBe(false);
      return 200;
    });
    await stripe.paymentIntents.cancel(id);
    isAnswered = true;
    expect(typesReceived()).toEqual(['payment_intent.canceled']);
  });

  test('can even arrive before the intent’s creator has its id', async () => {
    sandbox.stripe.configure({ confirmsOnCreate: GOOD_CARD });
    const intent = await createIntent();
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
  ] as const)('can be signed incorrectly: %s', async (signature, isGood) => {
    sandbox.stripe.configure({ webhookSignature: signature });
    await createPaidIntent();
    const check = () => verify(received[0]!);
    if (isGood) expect(check()).toMatchObject({ type: 'payment_intent.succeeded' });
    else expect(check).toThrow(Stripe.errors.StripeSignatureVerificationError);
  });

  test('can be sent manually, falsified or replayed', async () => {
    await createPaidIntent();
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
    const intents = [await createPaidIntent(), await createPaidIntent(), await createPaidIntent()];
    const first = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 2 });
    expect(first.has_more).toBe(true);
    const secondPage = await stripe.events.list({
      type: 'payment_intent.succeeded',
      limit: 2,
      starting_after: first.data.at(-1)?.id ?? '',
    });
    expect(secondPage.has_more).toBe(false);
    const ids = [...first.data, ...secondPage.data].map(({ data }) => data.object);
    expect(ids).toMatchObject(intents.reverse().map(({ id }) => ({ id })));
  });
});

describe('balance transactions', () => {
  const movements = async (params: Stripe.BalanceTransactionListParams = {}) =>
    (await stripe.balanceTransactions.list({ expand: ['data.source'], ...params })).data;

  test('show what each charge, refund and dispute moved, and the fees', async () => {
    const refunded = await createPaidIntent();
    await sandbox.stripe.refund(refunded.id, 50);
    const disputed = await createPaidIntent();
    await sandbox.stripe.openDispute(disputed.id);
    await sandbox.stripe.closeDispute(disputed.id, 'won');
    const asked = await createPaidIntent();
    await sandbox.stripe.openDispute(asked.id, { isInquiry: true });
    const listed = await movements();
    const byKind = (category: string) =>
      listed.filter(({ reporting_category }) => reporting_category === category);
    expect(byKind('charge')).toHaveLength(3);
    expect(byKind('charge')[0]).toMatchObject({
      amount: 200,
      currency: 'usd',
      fee: 36,
      net: 164,
      source: { object: 'charge', payment_intent: expect.stringMatching(/^pi_/) },
    });
    expect(byKind('refund')).toMatchObject([
      { type: 'refund', amount: -50, net: -50, source: { payment_intent: refunded.id } },
    ]);
    expect(byKind('dispute')).toMatchObject([
      { type: 'adjustment', amount: -200, source: { payment_intent: disputed.id } },
    ]);
    expect(byKind('dispute_reversal')).toMatchObject([{ amount: 200 }]);
    expect(listed).toHaveLength(6);
  });

  test('have their source as an id unless it is expanded', async () => {
    const { latest_charge } = await createPaidIntent();
    expect(await movements({ expand: [] })).toMatchObject([{ source: latest_charge }]);
  });

  test('are listed by time, page by page', async () => {
    for (let index = 0; index < 3; index++) await createPaidIntent();
    const all = await movements();
    const [newest] = all;
    const older = await movements({ starting_after: newest?.id ?? '' });
    expect(older.map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    expect(await movements({ created: { gte: (newest?.created ?? 0) + 1 } })).toEqual([]);
  });

  test('can omit, repeat, delay and misreport transactions on request', async () => {
    const [missing, doubled, late, wrong] = [
      await createPaidIntent(),
      await createPaidIntent(),
      await createPaidIntent(),
      await createPaidIntent(),
    ];
    const truth = await movements();
    sandbox.stripe.configure({
      listFaults: {
        missing: [missing.id],
        doubled: [doubled.id],
        late: { [late.id]: 3_600_000 },
        wrongAmounts: { [wrong.id]: 999 },
      },
    });
    const listed = await movements();
    const transactionsOf = (list: Stripe.BalanceTransaction[], intent: { id: string }) =>
      list.filter(({ source }) => JSON.stringify(source).includes(intent.id));
    expect(transactionsOf(listed, missing)).toEqual([]);
    expect(transactionsOf(listed, doubled)).toHaveLength(2);
    expect(
      (transactionsOf(listed, late)[0]?.created ?? 0) -
        (transactionsOf(truth, late)[0]?.created ?? 0),
    ).toBe(3_600);
    expect(transactionsOf(listed, wrong)).toMatchObject([{ amount: 999 }]);
  });
});
