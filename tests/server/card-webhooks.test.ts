import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STRIPE_SANDBOX_WEBHOOK_SECRET } from '#sandbox/index';
import { checkPayment } from '#server/payments/checks/check-payment';
import { verifyLedger } from '#server/payments/index';
import type { CardSession } from '#shared/contracts/payments';
import { payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, CARDS, intentOf } from '../support/card-voter';
import { finishAllWork } from '../support/finish-all-work';
import { aCardVoteFor } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ timeoutMs: 5_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.stripe.webhooksSettled();
  await app.settled();
  app.stripe.reset();
});

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function aVoter() {
  const { nominations } = await app.given.artist();
  return { voter: aCardVoter(app), nominations, nomination: nominations[0]! };
}

/** A payment that is charged and counted, without pending work. */
async function aCountedVote() {
  const { voter, nominations, nomination } = await aVoter();
  const session = await voter.pay(nominations);
  await finishAllWork(app);
  return { voter, session, nomination, paymentId: session.paymentId };
}

const eventOf = (session: CardSession, type: string) =>
  app.stripe
    .events()
    .find(
      (event) =>
        event.type === type && JSON.stringify(event.data.object).includes(intentOf(session)),
    )!;

const flagsOf = async (paymentId: string) =>
  (await app.given.events(paymentId)).flatMap(({ detail }) => detail.flag ?? []);

const webhooksOf = async (paymentId: string) =>
  (await app.given.events(paymentId)).filter(({ detail }) => detail.claim !== undefined);

/** A body made by an attacker or a future Stripe version, correctly signed. */
function post(payload: string, secret = STRIPE_SANDBOX_WEBHOOK_SECRET) {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return app.http
    .post('/api/webhooks/stripe')
    .set('Content-Type', 'application/json')
    .set('Stripe-Signature', signature)
    .send(payload);
}

describe('a webhook that is not Stripe’s', () => {
  test.each(['wrong-secret', 'stale', 'old-scheme', 'missing'] as const)(
    'with a signature that is %s is rejected and changes nothing',
    async (signature) => {
      const { voter, nominations, nomination } = await aVoter();
      app.stripe.configure({ webhooks: 'lost' });
      const session = await voter.charge(nominations);
      const event = eventOf(session, 'payment_intent.succeeded');
      expect((await app.stripe.deliver(event, { signature })).httpStatus).toBe(400);
      await app.settled();
      expect(await webhooksOf(session.paymentId)).toEqual([]);
      expect(await app.given.votesOf(nomination)).toBe(0);
    },
  );

  test('whose body was changed in transit is rejected', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    const event = eventOf(session, 'payment_intent.succeeded');
    const body = JSON.stringify({ ...event, id: 'evt_other' });
    expect((await app.stripe.deliver(event, { body })).httpStatus).toBe(400);
  });

  test('is rejected for every method, and its size is limited', async () => {
    await app.http.get('/api/webhooks/stripe?id=evt_1').expect(400);
    await app.http
      .post('/api/webhooks/stripe')
      .set('Stripe-Signature', 'x'.repeat(900))
      .expect(400);
    await post(JSON.stringify({ padding: 'x'.repeat(300_000) })).expect(413);
  });
});

describe('a genuine webhook', () => {
  test('is accepted while its secret is being rotated', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhookSignature: 'rotated' });
    await voter.charge(nominations);
    await finishAllWork(app);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test.each<[what: string, change: object]>([
    ['of another account', { account: 'acct_other' }],
    ['of live mode, while our keys are test keys', { livemode: true }],
    ['of an irrelevant type', { type: 'payment_intent.created' }],
    ['of a type that does not exist yet', { type: 'charge.teleported' }],
  ])('%s is answered 200 and ignored', async (_what, change) => {
    const { voter, nominations } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    await post(
      JSON.stringify({ ...eventOf(session, 'payment_intent.succeeded'), ...change }),
    ).expect(200);
    await app.settled();
    expect(await webhooksOf(session.paymentId)).toEqual([]);
    expect((await app.given.payment(session.paymentId)).status).toBe('pending');
  });

  test('about an unknown payment is answered 200, and logged for the operator', async () => {
    const { voter, nominations } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    const event = eventOf(session, 'payment_intent.succeeded');
    const metadata = { payment_id: crypto.randomUUID() };
    const object = { ...event.data.object, id: 'pi_ofAnotherShop', metadata };
    app.logs.length = 0;
    await post(JSON.stringify({ ...event, data: { object } })).expect(200);
    expect(app.logs.join()).toContain('webhook about an unknown payment');
  });

  test('that reports success is not trusted: only Stripe’s own response counts', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.start(nominations);
    await voter.attempt(session).expect(200);
    const paid = { ...app.stripe.paymentIntents.find(intentOf(session)), status: 'succeeded' };
    const event = {
      id: 'evt_lie',
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: paid },
    };
    await post(JSON.stringify(event)).expect(200);
    await finishAllWork(app);
    expect((await app.given.payment(session.paymentId)).status).toBe('pending');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('replayed ten times, three at once, is stored and counted once', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhookCopies: 3 });
    const session = await voter.charge(nominations);
    const event = eventOf(session, 'payment_intent.succeeded');
    await Promise.all(times(10, () => app.stripe.deliver(event)));
    await finishAllWork(app);
    const stored = await webhooksOf(session.paymentId);
    expect(stored.map(({ detail }) => detail.claim)).toEqual([event.id]);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('stores no secret and no personal data', async () => {
    const { paymentId, session } = await aCountedVote();
    const storedEvents = JSON.stringify(await app.given.events(paymentId));
    expect(storedEvents).toContain('payment_intent.succeeded');
    expect(storedEvents).not.toContain(session.clientSecret);
  });

  test('finds its payment by our own id while the intent is unknown', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'held' });
    const session = await voter.charge(nominations);
    // As after a crash between Stripe's response and our write.
    await app.db
      .update(payments)
      .set({ providerRef: null, intentRevision: null })
      .where(eq(payments.id, session.paymentId));
    await app.stripe.releaseWebhooks();
    await finishAllWork(app);
    expect(await app.given.payment(session.paymentId)).toMatchObject({
      status: 'completed',
      providerRef: intentOf(session),
    });
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('that is faster than the response to our own call is counted', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ confirmsOnCreate: CARDS.good, announcesBeforeAnswer: true });
    await voter.send(aCardVoteFor(nominations));
    await finishAllWork(app);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('about a decline that arrives after the success changes nothing', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'held' });
    const session = await voter.charge(nominations, { card: CARDS.lacksFunds });
    await voter.enter(session);
    await app.stripe.releaseWebhooks('reversed');
    await finishAllWork(app);
    expect((await app.given.payment(session.paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('that arrives while an older request is in flight is not lost', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    app.stripe.configure({ webhooks: 'lost' });
    const cards = app.context.cards!;
    // Answered with the state before the refund; in flight while the refund is made and reported.
    const queryPayment: typeof cards.queryPayment = async (reference) => {
      const report = await cards.queryPayment(reference);
      await app.stripe.refund(intentOf(session));
      await app.stripe.deliver(eventOf(session, 'charge.refunded'));
      await app.settled();
      return report;
    };
    const context = { ...app.context, cards: { ...cards, queryPayment } };
    await app.given.dueNow(paymentId);
    expect(await checkPayment(context, paymentId, 'reconcile')).toMatchObject({ outcome: 'paid' });
    expect((await app.given.payment(paymentId)).status).toBe('completed');
    await finishAllWork(app);
    expect((await app.given.payment(paymentId)).status).toBe('failed');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });
});

describe('a signed webhook', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'payment_intent.succeeded'],
    ['half of it', '{"id":"evt_1","object":"ev'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no event', '{"id":"evt_1"}'],
    ['lists in lists', '['.repeat(10_000)],
    ['an event of the new kind', '{"id":"evt_1","object":"v2.core.event","type":"v1.thing"}'],
    [
      'an event of our balance',
      '{"id":"evt_1","object":"event","type":"balance.available","livemode":false,"data":{"object":{"object":"balance","available":[]}}}',
    ],
    [
      'an event about nothing',
      '{"id":"evt_1","type":"payment_intent.succeeded","livemode":false,"data":{}}',
    ],
  ])('that carries %s is answered 200 and ignored, without an alarm', async (_what, payload) => {
    app.logs.length = 0;
    await post(payload).expect(200);
    expect(app.logs.filter((line) => line.includes('alarm'))).toEqual([]);
  });

  test('about another shop of the same account uses up nothing of ours', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'lost' });
    const session = await voter.charge(nominations);
    const event = eventOf(session, 'payment_intent.succeeded');
    const answers = await Promise.all(
      times(75, (nth) => {
        const object = { ...event.data.object, id: `pi_other${nth}`, metadata: {} };
        return post(JSON.stringify({ ...event, id: `evt_other${nth}`, data: { object } }));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(times(75, () => 200));
    await post(JSON.stringify(event)).expect(200);
    await finishAllWork(app);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('about one of our payments is accepted however often it comes', async () => {
    const { paymentId, session } = await aCountedVote();
    const event = eventOf(session, 'payment_intent.succeeded');
    const answers = await Promise.all(times(40, () => post(JSON.stringify(event))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await app.settled();
    expect(await webhooksOf(paymentId)).toHaveLength(1);
  });
});

describe('returned money', () => {
  test('in full withdraws the votes, once, however often it is reported', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    app.stripe.configure({ webhookCopies: 3 });
    await app.stripe.refund(intentOf(session));
    await finishAllWork(app);
    expect(await app.given.payment(paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'refunded',
    });
    expect(await app.given.votesOf(nomination)).toBe(0);
    await app.stripe.deliver(eventOf(session, 'payment_intent.succeeded'));
    await finishAllWork(app);
    expect((await app.given.payment(paymentId)).status).toBe('failed');
    expect(await verifyLedger(app.db)).toEqual([]);
  });

  test('in part is flagged once and leaves the votes', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    await app.stripe.refund(intentOf(session), 30);
    await finishAllWork(app);
    await app.stripe.refund(intentOf(session), 30);
    await finishAllWork(app);
    expect((await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect(await flagsOf(paymentId)).toEqual(['partial-refund']);
  });

  test('in parts that add up to all of it withdraws the votes', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    await app.stripe.refund(intentOf(session), 60);
    await app.stripe.refund(intentOf(session), 40);
    await finishAllWork(app);
    expect((await app.given.payment(paymentId)).failureReason).toBe('refunded');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('before the success was reported is never counted', async () => {
    const { voter, nominations, nomination } = await aVoter();
    app.stripe.configure({ webhooks: 'held' });
    const session = await voter.charge(nominations);
    await app.stripe.refund(intentOf(session));
    await app.stripe.releaseWebhooks('reversed');
    await finishAllWork(app);
    expect(await app.given.payment(session.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'refunded',
      completedAt: null,
    });
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('while Stripe does not respond is found once it does', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    app.stripe.configure({ isUnreachable: true });
    await app.stripe.refund(intentOf(session));
    await app.stripe.webhooksSettled();
    await app.settled();
    const waiting = await app.given.payment(paymentId);
    expect(waiting.status).toBe('completed');
    expect(waiting.nextCheckAt).not.toBeNull();
    app.stripe.configure({ isUnreachable: false });
    await app.given.dueNow(paymentId);
    await finishAllWork(app);
    expect(await app.given.votesOf(nomination)).toBe(0);
  });
});

describe('a dispute', () => {
  test('that is opened is flagged and leaves the votes; when lost, it withdraws them', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    await app.stripe.openDispute(intentOf(session));
    await finishAllWork(app);
    expect(await flagsOf(paymentId)).toEqual(['disputed']);
    expect(await app.given.votesOf(nomination)).toBe(2);

    app.stripe.configure({ webhookCopies: 3 });
    await app.stripe.closeDispute(intentOf(session), 'lost');
    await finishAllWork(app);
    expect(await app.given.payment(paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'disputed',
    });
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('that is won changes nothing', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    await app.stripe.openDispute(intentOf(session));
    await app.stripe.closeDispute(intentOf(session), 'won');
    await finishAllWork(app);
    expect((await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('that is only an inquiry of the bank is flagged', async () => {
    const { session, paymentId, nomination } = await aCountedVote();
    await app.stripe.openDispute(intentOf(session), { isInquiry: true });
    await finishAllWork(app);
    expect(await flagsOf(paymentId)).toEqual(['disputed']);
    await app.stripe.closeDispute(intentOf(session), 'warning_closed');
    await finishAllWork(app);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('of a card that is disputed automatically is flagged', async () => {
    const { voter, nominations, nomination } = await aVoter();
    const { paymentId } = await voter.pay(nominations, { card: CARDS.disputed });
    await finishAllWork(app);
    expect(await flagsOf(paymentId)).toEqual(['disputed']);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('reported in any order ends in its state at Stripe', async () => {
    for (const order of ['reversed', 'shuffled', 'as-happened'] as const) {
      const { voter, nominations, nomination } = await aVoter();
      app.stripe.configure({ webhooks: 'held', webhookCopies: 3 });
      const session = await voter.charge(nominations);
      await app.stripe.refund(intentOf(session), 10);
      await app.stripe.openDispute(intentOf(session));
      await app.stripe.closeDispute(intentOf(session), 'lost');
      await app.stripe.releaseWebhooks(order);
      await finishAllWork(app);
      expect((await app.given.payment(session.paymentId)).failureReason).toBe('disputed');
      expect(await app.given.votesOf(nomination)).toBe(0);
    }
  });
});

test('the totals agree with the ledger after all of this', async () => {
  await finishAllWork(app);
  expect(await verifyLedger(app.db)).toEqual([]);
});
