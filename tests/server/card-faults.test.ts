import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STRIPE_FAULTS } from '#sandbox/index';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { verifyLedger } from '#server/payments/index';
import type { CardSession } from '#shared/contracts/payments';
import { payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, intentOf } from '../support/card-voter';
import { aCardVoteFor } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ timeoutMs: 1_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.stripe.webhooksSettled();
  await app.settled();
  app.stripe.reset();
  app.logs.length = 0;
});

async function aVoter() {
  const { nominations } = await app.given.artist();
  return { voter: aCardVoter(app), nominations, nomination: nominations[0]! };
}

async function newestPayment() {
  const [payment] = await app.db.select().from(payments).orderBy(desc(payments.createdAt)).limit(1);
  return payment!;
}

const intent = (session: CardSession) => app.stripe.paymentIntents.find(intentOf(session));

const ALWAYS = Number.POSITIVE_INFINITY;
const hang = { kind: 'hang', takesEffect: true } as const;
const cut = { kind: 'cut', takesEffect: true } as const;

describe('while an intent is created', () => {
  test.each([
    ['Stripe fails', STRIPE_FAULTS.serverError],
    ['Stripe fails after it has made one', STRIPE_FAULTS.serverErrorAfterEffect],
    ['no response arrives', hang],
    ['the connection breaks', cut],
    ['the response is truncated', { kind: 'half-body' }],
    ['a gateway responds in HTML', STRIPE_FAULTS.notJson],
  ] as const)(
    'and %s, the voter is asked to try again, and the next try makes a new payment',
    async (_what, fault) => {
      const { voter, nominations, nomination } = await aVoter();
      app.stripe.failNext('paymentIntents.create', fault, ALWAYS);
      const { headers, body } = await voter.send(aCardVoteFor(nominations)).expect(503);
      expect(headers['retry-after']).toMatch(/^\d+$/);
      expect(body).toEqual({ code: 'unavailable', message: expect.any(String) });
      const lostPayment = await newestPayment();
      expect(lostPayment).toMatchObject({
        status: 'pending',
        providerRef: null,
        attemptedAt: null,
      });
      await voter.http.patch(`/api/payment/${lostPayment.id}/attempt`).expect(409);
      expect(app.logs.join()).toContain('no payment intent');

      app.stripe.faults.reset();
      const session = await voter.pay(nominations);
      expect(session.paymentId).not.toBe(lostPayment.id);
      expect(await app.given.votesOf(nomination)).toBe(2);
    },
  );

  test.each([
    ['fails once', STRIPE_FAULTS.serverError],
    ['loses the response once', cut],
  ] as const)(
    'and Stripe %s, the repeat by the SDK makes no second intent',
    async (_what, fault) => {
      const { voter, nominations } = await aVoter();
      app.stripe.failNext('paymentIntents.create', fault);
      const session = await voter.start(nominations);
      expect(app.stripe.intents().map(({ id }) => id)).toEqual([intentOf(session)]);
    },
  );

  test('and Stripe hangs, the same request is repeated once, and the voter gets an error', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.failNext('paymentIntents.create', hang, ALWAYS);
    const before = app.stripe.callCount('paymentIntents.create');
    await voter.send(aCardVoteFor(nominations)).expect(503);
    expect(app.stripe.callCount('paymentIntents.create') - before).toBeLessThanOrEqual(2);
    expect(app.stripe.intents()).toHaveLength(1);
  });

  test('and Stripe is overloaded, the response says when to try again', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.failNext('paymentIntents.create', {
      ...STRIPE_FAULTS.rateLimit,
      headers: { 'retry-after': '7' },
    });
    const { headers, body } = await voter.send(aCardVoteFor(nominations)).expect(429);
    expect(headers['retry-after']).toBe('7');
    expect(body.code).toBe('rate-limited');
    expect(await newestPayment()).toMatchObject({ status: 'failed', nextCheckAt: null });
    await voter.start(nominations);
  });

  test('and Stripe rejects it, nothing is left to pay', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.failNext('paymentIntents.create', {
      kind: 'answer',
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
    });
    const { body } = await voter.send(aCardVoteFor(nominations)).expect(422);
    expect(body.code).toBe('unavailable');
    expect(await newestPayment()).toMatchObject({
      status: 'failed',
      failureReason: 'unavailable',
      nextCheckAt: null,
    });
    expect(app.logs.some((line) => JSON.parse(line).level === 50)).toBe(true);
  });
});

describe('while an intent is changed', () => {
  test.each([
    ['Stripe fails', STRIPE_FAULTS.serverErrorAfterEffect, 503],
    ['no response arrives', hang, 503],
    ['the response is truncated', { kind: 'half-body' }, 503],
    ['Stripe is overloaded', STRIPE_FAULTS.rateLimit, 429],
  ] as const)(
    'and %s, that intent is never attempted; the next change makes another',
    async (_what, fault, status) => {
      const { voter, nominations, nomination } = await aVoter();
      const first = await voter.start(nominations, { each: 2 });
      app.stripe.failNext('paymentIntents.update', fault, ALWAYS);
      await voter.send(aCardVoteFor(nominations, { each: 5 })).expect(status);
      await voter.attempt(first).expect(409);
      await voter.attempt({ ...first, revision: 1 }).expect(409);

      const second = await voter.start(nominations, { each: 6 });
      expect(second.paymentId).not.toBe(first.paymentId);
      await voter.attempt(second).expect(200);
      await voter.enter(second);
      await voter.confirm(second).expect(200);
      expect(await app.given.votesOf(nomination)).toBe(6);
      expect(app.stripe.charged().map(({ amount }) => amount)).toEqual([300]);
    },
  );

  test('that was paid without our knowledge, it is counted and another is made', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const first = await voter.start(nominations, { each: 2 });
    await voter.enter(first); // Without an attempt.
    const second = await voter.start(nominations, { each: 2 });
    expect(second.paymentId).not.toBe(first.paymentId);
    expect((await app.given.payment(first.paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('that was paid without our knowledge for other vote lines, it is flagged', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const first = await voter.start(nominations, { each: 2 });
    await voter.enter(first);
    const second = await voter.start(nominations, { each: 50 });
    expect(second.paymentId).not.toBe(first.paymentId);
    expect((await app.given.payment(first.paymentId)).status).toBe('pending');
    const events = await app.given.events(first.paymentId);
    expect(events.at(-1)!.detail).toMatchObject({ flag: 'amount-mismatch', amount: 100 });
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('that Stripe has canceled, another is made', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const first = await voter.start(nominations);
    await app.stripe.cancel(intentOf(first));
    const second = await voter.start(nominations);
    expect(second.paymentId).not.toBe(first.paymentId);
    expect((await app.given.payment(first.paymentId)).status).toBe('failed');
  });

  test('that belongs to other keys than our current ones, another is made', async () => {
    const { voter, nominations } = await aVoter();
    const first = await voter.start(nominations);
    await app.db
      .update(payments)
      .set({ providerRef: 'pi_ofOtherKeys' })
      .where(eq(payments.id, first.paymentId));
    const second = await voter.start(nominations);
    expect(second.paymentId).not.toBe(first.paymentId);
  });
});

describe('while a payment is confirmed', () => {
  test.each([
    ['Stripe fails', STRIPE_FAULTS.serverError],
    ['no response arrives', { kind: 'hang' }],
    ['Stripe is overloaded', STRIPE_FAULTS.rateLimit],
    ['the response is truncated', { kind: 'half-body' }],
    ['a gateway responds in HTML', STRIPE_FAULTS.notJson],
  ] as const)('and %s, nothing is lost: the reconciler counts it', async (_what, fault) => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    app.stripe.failNext('paymentIntents.retrieve', fault, ALWAYS);
    const { headers, body } = await voter.confirm(session).expect(503);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(body.code).toBe('unavailable');
    const payment = await app.given.payment(session.paymentId);
    expect(payment.status).toBe('pending');
    expect(payment.nextCheckAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);

    app.stripe.faults.reset();
    await app.given.dueNow(session.paymentId);
    await reconcileDue(app.context);
    expect(await app.given.votesOf(nomination)).toBe(2);
    await voter.confirm(session).expect(200);
  });

  test('and Stripe is down for another visitor with a wrong secret, nothing is revealed', async () => {
    const { voter, nominations } = await aVoter();
    const session = await voter.start(nominations);
    app.stripe.configure({ isUnreachable: true });
    await app.http
      .post('/api/confirm-payment')
      .send({ paymentIntentId: intentOf(session), clientSecret: `${intentOf(session)}_secret_x` })
      .expect(404);
  });

  test('right after another request, it waits for its turn instead of giving up', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.start(nominations);
    await voter.attempt(session).expect(200);
    await voter.confirm(session).expect(409); // Closes the rate limit.
    await voter.enter(session);
    await voter.confirm(session).expect(200);
  });

  test('twenty times at once, Stripe gets few requests and the vote counts once', async () => {
    const { voter, nominations, nomination } = await aVoter();
    const session = await voter.charge(nominations);
    await app.settled();
    const before = app.stripe.callCount('paymentIntents.retrieve');
    await Promise.all(Array.from({ length: 20 }, () => voter.confirm(session).expect(200)));
    expect(app.stripe.callCount('paymentIntents.retrieve') - before).toBeLessThanOrEqual(2);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });
});

describe('a response that cannot be about this payment', () => {
  test.each<[what: string, falseFields: Record<string, unknown>]>([
    ['too little money', { amount_received: 1 }],
    ['too much money', { amount_received: 10_000 }],
    ['another currency', { currency: 'eur' }],
  ])('(%s) counts nothing, and is flagged once', async (_what, falseFields) => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    const { latest_charge: chargeId } = intent(session);
    const charge = app.stripe.records.charges.get(chargeId ?? '');
    const body = { ...intent(session), latest_charge: charge, ...falseFields };
    app.stripe.failNext('paymentIntents.retrieve', { kind: 'answer', status: 200, body }, ALWAYS);
    await voter.confirm(session).expect(409);
    for (let round = 0; round < 2; round++) {
      await app.given.dueNow(session.paymentId);
      await reconcileDue(app.context);
    }
    expect((await app.given.payment(session.paymentId)).status).toBe('pending');
    expect(await app.given.votesOf(nomination)).toBe(0);
    const events = await app.given.events(session.paymentId);
    expect(events.filter(({ detail }) => detail.flag === 'amount-mismatch')).toHaveLength(1);
  });

  test('(an intent that names another payment) counts nothing', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const cheap = await voter.charge(nominations);
    const other = await aCardVoter(app).start(nominations);
    await app.db
      .update(payments)
      .set({ providerRef: intentOf(cheap) })
      .where(eq(payments.id, other.paymentId));
    await app.given.dueNow(other.paymentId);
    await reconcileDue(app.context);
    expect((await app.given.payment(other.paymentId)).status).toBe('pending');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });
});

describe('a voter whose browser died', () => {
  test('between the charge and everything else is counted', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    const { nextCheckAt } = await app.given.payment(session.paymentId);
    expect(nextCheckAt!.getTime()).toBeLessThan(Date.now() + 30_000);
    await app.given.dueNow(session.paymentId);
    await reconcileDue(app.context);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('gets the current state when polling the status', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const { paymentId } = await voter.charge(nominations);
    await expect
      .poll(async () => (await app.http.get(`/api/payment/${paymentId}/status`)).body.status)
      .toBe('completed');
  });
});

test('the totals agree with the ledger after all of this', async () => {
  await app.settled();
  expect(await verifyLedger(app.db)).toEqual([]);
});

describe('a gateway’s error in JSON, which Stripe’s SDK takes for success,', () => {
  const gateway = {
    kind: 'answer',
    status: 503,
    body: { message: 'upstream connect error' },
  } as const;

  test('is no confirmation', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    app.stripe.failNext('paymentIntents.retrieve', gateway, ALWAYS);
    await voter.confirm(session).expect(503);
    app.stripe.faults.reset();
    await app.given.dueNow(session.paymentId);
    await reconcileDue(app.context);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('is no refund', async () => {
    const { voter, nominations, nomination } = await aVoter();
    const { paymentId } = await voter.pay(nominations);
    const admin = await anAdministrator(app);
    app.stripe.failNext('refunds.create', gateway, ALWAYS);
    await admin.post(`/api/admin/payments/${paymentId}/refund`).expect(503);
    const steps = (await app.given.events(paymentId)).map(({ detail }) => detail.refund);
    expect(steps.filter(Boolean)).toEqual(['requested', 'unanswered']);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('is no intent', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.failNext('paymentIntents.create', gateway, ALWAYS);
    await voter.send(aCardVoteFor(nominations)).expect(503);
  });
});
