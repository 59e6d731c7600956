import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { verifyLedger } from '#server/payments/index';
import type { CardSession } from '#shared/contracts/payments';
import { payments } from '#shared/schema';
import type { TestApp } from '../support/app';
import { cardAppForAll, intentIn, splitIn, times } from '../support/card-app';
import { aCardVoter, CARDS, intentOf } from '../support/card-voter';
import { aCardVoteFor } from '../support/given';

let app: TestApp;
cardAppForAll((started) => {
  app = started;
});
const intent = (session: CardSession) => intentIn(app, session);
const splitOf = (paymentId: string) => splitIn(app, paymentId);

const eventsOf = async (paymentId: string) =>
  (await app.given.events(paymentId)).map(({ source, from, to }) => ({ source, from, to }));

describe('a vote paid by card', () => {
  test('is counted once confirmed, with a receipt code and a history that explains it', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const voter = aCardVoter(app);
    const session = await voter.start(nominations, { each: 3, voterEmail: 'marie@example.cm' });
    expect(await app.given.payment(session.paymentId)).toMatchObject({
      provider: 'stripe',
      status: 'pending',
      amount: 300,
      currency: 'USD',
      totalVotes: 6,
      locale: 'fr',
      voterEmail: 'marie@example.cm',
      providerRef: intentOf(session),
      attemptedAt: null,
    });
    expect(intent(session)).toMatchObject({ amount: 300, currency: 'usd' });

    await voter.attempt(session).expect(200);
    await voter.enter(session);
    expect((await voter.confirm(session).expect(200)).body).toEqual({
      paymentId: session.paymentId,
      receiptCode: expect.any(String),
    });

    for (const nomination of nominations) expect(await app.given.votesOf(nomination)).toBe(3);
    const { body } = await app.http.get(`/api/payment/${session.paymentId}/receipt-code`);
    expect(body.receiptCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(await eventsOf(session.paymentId)).toEqual([
      { source: 'create', from: null, to: 'pending' },
      { source: 'attempt', from: 'pending', to: 'pending' },
      { source: 'confirm', from: 'pending', to: 'completed' },
    ]);
    await voter.confirm(session).expect(200);
    expect(await app.given.votesOf(nominations[0]!)).toBe(3);
  });

  test('is counted by the webhook alone when the browser never returns', async () => {
    const { nominations } = await app.given.artist();
    const { paymentId } = await aCardVoter(app).charge(nominations);
    await app.settled();
    await expect.poll(async () => (await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nominations[0]!)).toBe(2);
  });

  test('is counted by the reconciler alone without browser and webhooks', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations } = await app.given.artist();
    const { paymentId } = await aCardVoter(app).charge(nominations);
    await app.given.dueNow(paymentId);
    await reconcileDue(app.context);
    expect((await app.given.payment(paymentId)).status).toBe('completed');
  });
});

describe('until the attempt', () => {
  test('the same payment is changed when the vote lines change, and Stripe is updated', async () => {
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const voter = aCardVoter(app);
    const first = await voter.start(nominations, { each: 2 });
    const second = await voter.start(nominations, { each: 5, locale: 'en' });
    expect(second).toEqual({ ...first, revision: 1 });
    expect(intent(second)).toMatchObject({
      amount: 500,
      metadata: { payment_id: first.paymentId, revision: '1' },
    });
    expect(await app.given.payment(first.paymentId)).toMatchObject({
      amount: 500,
      totalVotes: 10,
      locale: 'en',
      revision: 1,
      intentRevision: 1,
    });
    expect(await splitOf(first.paymentId)).toEqual({
      [nominations[0]!.id]: 5,
      [nominations[1]!.id]: 5,
    });
    expect(app.stripe.intents()).toHaveLength(1);
  });

  test('unchanged vote lines cause no update at Stripe, whatever else the voter changes', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const first = await voter.start(nominations);
    const second = await voter.start(nominations, { voterEmail: 'marie@example.cm' });
    expect(second).toEqual(first);
    expect(app.stripe.callCount('paymentIntents.update')).toBe(0);
    expect((await app.given.payment(first.paymentId)).voterEmail).toBe('marie@example.cm');
  });

  test('the same total for other nominations counts as other vote lines', async () => {
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const [firstNomination, secondNomination] = nominations;
    const voter = aCardVoter(app);
    const first = await voter.start([firstNomination!]);
    const second = await voter.start([secondNomination!]);
    expect(second).toMatchObject({ paymentId: first.paymentId, revision: 1 });
    expect(await splitOf(first.paymentId)).toEqual({ [secondNomination!.id]: 2 });
  });

  test('no data of the voter is sent to Stripe, and no secret of Stripe’s is stored or logged', async () => {
    app.logs.length = 0;
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations, { voterEmail: 'marie.secret@example.cm' });
    await voter.start(nominations, { each: 7, voterEmail: 'marie.secret@example.cm' });
    await voter.attempt({ ...session, revision: 1 }).expect(200);
    await voter.enter(session);
    await voter.confirm(session).expect(200);
    await app.stripe.webhooksSettled();
    await app.settled();
    expect(JSON.stringify(app.stripe.intents())).not.toContain('marie');
    const { rows } = await app.db.execute<{ text: string }>(sql`
      select coalesce(string_agg(t::text, ' '), '') as text from (
        select to_jsonb(p) as t from payments p union all
        select to_jsonb(e) from payment_events e union all
        select to_jsonb(s) from sessions s
      ) as everything`);
    const secret = session.clientSecret.split('_secret_')[1]!;
    expect(rows[0]!.text).not.toContain(secret);
    expect(app.logs.join()).not.toContain(secret);
    expect(app.logs.join()).not.toContain('marie.secret');
    const events = await app.given.events(session.paymentId);
    expect(JSON.stringify(events)).not.toContain('marie');
  });

  test('a payment that is half a day old is left unchanged, and another is created', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const first = await voter.start(nominations);
    await app.given.aged(first.paymentId, '13 hours');
    const second = await voter.start(nominations);
    expect(second.paymentId).not.toBe(first.paymentId);
  });

  test('the e-mail address is added once it is typed', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const { paymentId } = await voter.start(nominations);
    const path = `/api/payment/${paymentId}/email`;
    await voter.http.patch(path).send({ voterEmail: ' marie@example.cm' }).expect(200);
    expect((await app.given.payment(paymentId)).voterEmail).toBe('marie@example.cm');
    await voter.http.patch(path).send({ voterEmail: 'marie@' }).expect(400);
    await aCardVoter(app).http.patch(path).send({ voterEmail: 'other@example.cm' }).expect(404);
    expect((await app.given.payment(paymentId)).voterEmail).toBe('marie@example.cm');
  });
});

describe('an attempt', () => {
  test('freezes the payment: other vote lines make another payment', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const first = await voter.start(nominations, { each: 2 });
    await voter.attempt(first).expect(200);
    const second = await voter.start(nominations, { each: 9 });
    expect(second.paymentId).not.toBe(first.paymentId);
    expect(intent(first).amount).toBe(100);
    await voter.enter(first);
    await voter.confirm(first).expect(200);
    expect(await app.given.votesOf(nominations[0]!)).toBe(2);
  });

  test('names the vote lines on screen, and is rejected when others would be charged', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const onScreen = await voter.start(nominations, { each: 2 });
    const inOtherTab = await voter.start(nominations, { each: 9 });
    const { body } = await voter.attempt(onScreen).expect(409);
    expect(body.code).toBe('payment-changed');
    await voter.attempt(inOtherTab).expect(200);
    // Even if the other tab was faster: its attempt is not this one's.
    await voter.attempt(onScreen).expect(409);
  });

  test('may be repeated, and may leave the revision out', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations);
    const path = `/api/payment/${session.paymentId}/attempt`;
    await voter.http.patch(path).expect(200);
    await voter.http.patch(path).send({}).expect(200);
    await voter.attempt(session).expect(200);
    expect((await eventsOf(session.paymentId)).map(({ source }) => source)).toEqual([
      'create',
      'attempt',
    ]);
  });

  test('sends nothing to Stripe', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations);
    app.stripe.configure({ isUnreachable: true });
    await voter.attempt(session).expect(200);
  });

  test('on a finished payment is rejected', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.pay(nominations);
    expect((await voter.attempt(session).expect(409)).body.code).toBe('payment-settled');
  });

  test.each([
    ['declined', 'declined'],
    ['lacksFunds', 'insufficient-funds'],
    ['stolen', 'declined'],
    ['expired', 'expired-card'],
    ['wrongCvc', 'wrong-cvc'],
    ['processing', 'processing-error'],
  ] as const)('with a card that is %s ends nothing: the next card pays', async (card, reason) => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.charge(nominations, { card: CARDS[card] });
    await app.settled();
    expect((await voter.confirm(session).expect(409)).body.code).toBe('payment-unfinished');
    expect((await app.given.payment(session.paymentId)).status).toBe('pending');
    const events = await app.given.events(session.paymentId);
    expect(events.filter(({ detail }) => detail.reason === reason)).toHaveLength(1);

    await voter.attempt(session).expect(200);
    await voter.enter(session);
    await voter.confirm(session).expect(200);
    expect(await app.given.votesOf(nominations[0]!)).toBe(2);
  });

  test.each([
    ['declined', 'declined'],
    ['lacksFunds', 'insufficient-funds'],
    ['wrongCvc', 'wrong-cvc'],
  ] as const)(
    'with a card that is %s fails for that reason once Stripe gives up',
    async (card, reason) => {
      const { nominations } = await app.given.artist();
      const voter = aCardVoter(app);
      const session = await voter.charge(nominations, { card: CARDS[card] });
      await app.settled();
      await app.stripe.cancel(intentOf(session));
      await expect
        .poll(async () => {
          await app.given.dueNow(session.paymentId);
          await reconcileDue(app.context);
          return app.given.payment(session.paymentId);
        })
        .toMatchObject({ status: 'failed', failureReason: reason });
      await voter.confirm(session).expect(409);
    },
  );

  test('waits for the bank’s authentication, approved or declined', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.charge(nominations, { card: CARDS.asks });
    await voter.confirm(session).expect(409);
    await app.stripe.refuseChallenge(intentOf(session));
    await app.settled();
    await voter.confirm(session).expect(409);
    const events = await app.given.events(session.paymentId);
    expect(events.at(-1)!.detail).toMatchObject({ reason: 'authentication-failed' });

    await voter.enter(session, CARDS.asks);
    await app.stripe.approveChallenge(intentOf(session));
    await voter.confirm(session).expect(200);
    expect(await app.given.votesOf(nominations[0]!)).toBe(2);
  });
});

describe('invalid payments', () => {
  test.each<
    [what: string, invalidate: (body: ReturnType<typeof aCardVoteFor>) => object, path: string]
  >([
    ['a wrong sum', (body) => ({ ...body, totalVotes: 5 }), 'totalVotes'],
    [
      'too many votes for one category',
      (body) => ({
        ...body,
        nominationVotes: [{ ...body.nominationVotes[0]!, voteCount: 101 }],
        totalVotes: 101,
      }),
      'nominationVotes.0.voteCount',
    ],
    [
      'an unknown nomination',
      (body) => ({
        ...body,
        nominationVotes: [{ nominationId: crypto.randomUUID(), voteCount: 2 }],
      }),
      'nominationVotes.0.nominationId',
    ],
    ['a broken e-mail', (body) => ({ ...body, voterEmail: 'marie@' }), 'voterEmail'],
  ])(
    '%s is rejected with the invalid field, and nothing reaches Stripe',
    async (_what, spoil, path) => {
      const { nominations } = await app.given.artist();
      const { body } = await aCardVoter(app)
        .http.post('/api/create-payment-intent-multi')
        .send(spoil(aCardVoteFor(nominations)))
        .expect(400);
      expect(body.issues).toContainEqual({ path, message: expect.any(String) });
      expect(app.stripe.callCount('paymentIntents.create')).toBe(0);
    },
  );

  test('nothing starts or is attempted after closing, but attempts made in time count', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const unattempted = await aCardVoter(app).start(nominations);
    const session = await voter.start(nominations);
    await voter.attempt(session).expect(200);
    await app.setEvent({ closesAt: new Date(Date.now() - 1_000).toISOString() });
    try {
      const lateRequest = await voter.send(aCardVoteFor(nominations)).expect(409);
      expect(lateRequest.body.code).toBe('voting-closed');
      await voter.attempt(session).expect(200);
      await voter.enter(session);
      await voter.confirm(session).expect(200);
      expect(await app.given.votesOf(nominations[0]!)).toBe(2);
      expect((await app.given.payment(unattempted.paymentId)).status).toBe('pending');
    } finally {
      await app.setEvent({ closesAt: null });
    }
    const tardy = aCardVoter(app);
    const open = await tardy.start(nominations);
    await app.setEvent({ closesAt: new Date(Date.now() - 1_000).toISOString() });
    try {
      expect((await tardy.attempt(open).expect(409)).body.code).toBe('voting-closed');
    } finally {
      await app.setEvent({ closesAt: null });
    }
  });
});

describe('after a day', () => {
  const giveUp = async (paymentId: string) => {
    // Payments of other tests may have become due by now, and would take the response meant for
    // this one.
    await app.db.update(payments).set({ nextCheckAt: null });
    await app.given.aged(paymentId, '25 hours');
    await app.given.dueNow(paymentId);
    await reconcileDue(app.context);
    return app.given.payment(paymentId);
  };

  test('an abandoned intent is canceled, so that it cannot be paid any more', async () => {
    const { nominations } = await app.given.artist();
    const session = await aCardVoter(app).start(nominations);
    expect(await giveUp(session.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'expired',
    });
    expect(intent(session)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    });
  });

  test('an intent that was paid is counted, not canceled', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations } = await app.given.artist();
    const session = await aCardVoter(app).charge(nominations);
    expect(await giveUp(session.paymentId)).toMatchObject({ status: 'completed' });
  });

  test('an intent that is paid in the very moment of canceling is counted', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations);
    const open = { ...intent(session), status: 'requires_payment_method' };
    app.stripe.failNext('paymentIntents.retrieve', { kind: 'answer', status: 200, body: open });
    await voter.enter(session);
    expect(await giveUp(session.paymentId)).toMatchObject({ status: 'completed' });
    expect(app.stripe.callCount('paymentIntents.cancel')).toBe(1);
  });

  test('a payment that never got an intent is closed by us', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    app.stripe.configure({ isUnreachable: true });
    await voter.send(aCardVoteFor(nominations)).expect(503);
    const [payment] = await app.db
      .select()
      .from(payments)
      .where(sql`provider_ref is null and provider = 'stripe' and status = 'pending'`);
    expect(await giveUp(payment!.id)).toMatchObject({ status: 'failed', failureReason: 'expired' });
  });

  test('while Stripe is down nothing is closed, and it is retried later', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations } = await app.given.artist();
    const session = await aCardVoter(app).charge(nominations);
    app.stripe.configure({ isUnreachable: true });
    const payment = await giveUp(session.paymentId);
    expect(payment).toMatchObject({ status: 'pending' });
    expect(payment.nextCheckAt).not.toBeNull();
    app.stripe.configure({ isUnreachable: false });
    await app.given.dueNow(session.paymentId);
    await reconcileDue(app.context);
    expect((await app.given.payment(session.paymentId)).status).toBe('completed');
  });

  test('an unattempted payment is not checked before a day has passed', async () => {
    const { nominations } = await app.given.artist();
    const { paymentId } = await aCardVoter(app).start(nominations);
    const { nextCheckAt } = await app.given.payment(paymentId);
    const inHours = (nextCheckAt!.getTime() - Date.now()) / 3_600_000;
    expect(inHours).toBeGreaterThan(23);
    expect(inHours).toBeLessThan(25);
  });
});

test('200 card votes at once, each webhook three times in random order, leave exact totals', async () => {
  app.stripe.configure({ webhookCopies: 3, webhookSpreadMs: 1_500 });
  const { nominations } = await app.given.artist({ nominatedIn: 4 });
  const expected = new Map(nominations.map(({ id }) => [id, 0]));
  await Promise.all(
    times(200, async (index) => {
      const voted = nominations.filter((_nomination, position) => (index >> position) % 2 === 0);
      const chosen = voted.length > 0 ? voted : nominations;
      const each = 1 + (index % 9);
      await aCardVoter(app).charge(chosen, { each });
      for (const { id } of chosen) expected.set(id, expected.get(id)! + each);
    }),
  );
  await app.stripe.webhooksSettled();
  await app.settled();
  expect(app.stripe.charged()).toHaveLength(200);
  await expect
    .poll(async () => {
      await reconcileDue(app.context);
      return app.db.$count(
        payments,
        sql`status = 'pending' and provider_ref in ${app.stripe.intents().map(({ id }) => id)}`,
      );
    })
    .toBe(0);
  for (const nomination of nominations) {
    expect(await app.given.votesOf(nomination)).toBe(expected.get(nomination.id));
  }
  const copies = app.stripe
    .deliveries()
    .filter(({ type }) => type === 'payment_intent.succeeded')
    .map(({ httpStatus }) => httpStatus);
  expect(copies).toHaveLength(600);
  expect(new Set(copies)).toEqual(new Set([200]));
  const [stored] = (
    await app.db.execute<{ repeats: number }>(sql`
      select count(*)::int as repeats from (
        select payment_id, detail->>'claim' from payment_events where source = 'webhook'
        group by 1, 2 having count(*) > 1
      ) as repeated`)
  ).rows;
  expect(stored!.repeats).toBe(0);
});

describe('the public configuration', () => {
  test('offers cards with the key and the script of the form', async () => {
    const { body } = await app.http.get('/api/config').expect(200);
    expect(body.methods).toEqual({ mobileMoney: true, card: true });
    expect(body.stripePublishableKey).toMatch(/^pk_test_/);
    expect(body.stripeScriptUrl).toBe('/sandbox/stripe/stripe.js');
    expect(JSON.stringify(body)).not.toMatch(/sk_|whsec_/);
  });
});

test('the totals agree with the ledger after all of this', async () => {
  await app.settled();
  expect(await verifyLedger(app.db)).toEqual([]);
});
