import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { verifyLedger } from '#server/payments/index';
import type { CardSession } from '#shared/contracts/payments';
import { payments, sessions } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { cardAppForAll, intentIn, splitIn, times } from '../support/card-app';
import { aCardVoter, intentOf } from '../support/card-voter';
import { aCardVoteFor } from '../support/given';

let app: TestApp;
cardAppForAll((started) => {
  app = started;
});
const intent = (session: CardSession) => intentIn(app, session);
const splitOf = (paymentId: string) => splitIn(app, paymentId);

describe('another visitor', () => {
  test('cannot attempt, change or confirm a voter’s payment', async () => {
    const { nominations } = await app.given.artist();
    const session = await aCardVoter(app).charge(nominations);
    const stranger = aCardVoter(app);
    await stranger.start(nominations); // Has a session, but another one.
    for (const { http } of [stranger, app]) {
      await http.patch(`/api/payment/${session.paymentId}/attempt`).expect(404);
      const paymentIntentId = intentOf(session);
      await http.post('/api/confirm-payment').send({ paymentIntentId }).expect(404);
      const clientSecret = `${paymentIntentId}_secret_guessed`;
      await http.post('/api/confirm-payment').send({ paymentIntentId, clientSecret }).expect(404);
    }
  });

  test('with the intent’s own secret counts as the voter, back from the bank in another browser', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations } = await app.given.artist();
    const session = await aCardVoter(app).charge(nominations);
    const { clientSecret, paymentId } = session;
    const { body } = await app.http
      .post('/api/confirm-payment')
      .send({ paymentIntentId: intentOf(session), clientSecret })
      .expect(200);
    expect(body).toEqual({ paymentId, receiptCode: expect.any(String) });
    expect((await app.given.payment(paymentId)).status).toBe('completed');
  });

  test('gets nothing about an intent that is not ours', async () => {
    const voter = aCardVoter(app);
    for (const paymentIntentId of ['pi_unknown', 'pi_3OtherAccount']) {
      await voter.http.post('/api/confirm-payment').send({ paymentIntentId }).expect(404);
    }
    for (const paymentIntentId of ['', 'ch_1', 'pi_1/../cancel', `pi_${'x'.repeat(300)}`]) {
      await voter.http.post('/api/confirm-payment').send({ paymentIntentId }).expect(400);
    }
  });

  test('cannot attempt a mobile money payment, or set its address, as if it were a card payment', async () => {
    const { nominations } = await app.given.artist();
    const { id } = await app.given.pendingPayment(nominations);
    const voter = aCardVoter(app);
    await voter.start(nominations);
    await voter.http.patch(`/api/payment/${id}/attempt`).expect(404);
    await voter.http.patch(`/api/payment/${id}/email`).send({ voterEmail: 'a@b.cm' }).expect(404);
  });
});

describe('the browser session', () => {
  const countSessions = () => app.db.$count(sessions);

  test('begins with the first card payment, and not for visitors who only look', async () => {
    const before = await countSessions();
    const { nominations } = await app.given.artist();
    const visitor = aCardVoter(app);
    const answers = [
      await visitor.http.get('/api/categories'),
      await visitor.http.get('/api/config'),
      await visitor.http.post('/api/confirm-payment').send({ paymentIntentId: 'pi_1' }),
      await visitor.http.patch(`/api/payment/${crypto.randomUUID()}/attempt`),
      await visitor.send({ ...aCardVoteFor(nominations), totalVotes: 1 }),
    ];
    for (const { headers } of answers) {
      expect(String(headers['set-cookie'] ?? '')).not.toContain('session=');
    }
    expect(await countSessions()).toBe(before);

    const { headers } = await visitor.send(aCardVoteFor(nominations)).expect(200);
    expect(headers['set-cookie']![0]).toMatch(/^session=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect(await countSessions()).toBe(before + 1);
  });

  test('has an https-only cookie when our public address is https, whatever a proxy says', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://vote.example', DEMO: '1' } });
    try {
      const { nominations } = await secure.given.artist();
      const { headers } = await aCardVoter(secure).send(aCardVoteFor(nominations)).expect(200);
      expect(headers['set-cookie']![0]).toMatch(
        /^__Host-session=[^;]+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
      );
      const config = await secure.http.get('/api/config').expect(200);
      expect(config.headers['set-cookie']![0]).toMatch(
        /^__Host-device=[^;]+; Max-Age=\d+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
      );
    } finally {
      await secure.close();
    }
  });

  test('is stored only as a hash', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const { paymentId } = await voter.start(nominations);
    const { ownerHash } = await app.given.payment(paymentId);
    expect(ownerHash).toMatch(/^[0-9a-f]{64}$/);
    const rows = await app.db.select().from(sessions).where(eq(sessions.sid, ownerHash!));
    expect(rows).toEqual([]);
  });
});

describe('two tabs of one browser', () => {
  test('that change the vote lines at once never have two changes of an intent in progress', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const first = await voter.start(nominations, { each: 1 });
    app.stripe.failNext('paymentIntents.update', { kind: 'delay', ms: 400 });
    const slow = voter.start(nominations, { each: 2 });
    await expect.poll(async () => (await app.given.payment(first.paymentId)).revision).toBe(1);
    await voter.attempt(first).expect(409);
    const quick = await voter.start(nominations, { each: 3 });
    expect(quick.paymentId).not.toBe(first.paymentId);
    await voter.attempt(quick).expect(200);
    expect(await slow).toMatchObject({ paymentId: first.paymentId, revision: 1 });
    expect(intent(quick).amount).toBe(150);
    expect(intent(first).amount).toBe(100);
    await voter.attempt(await slow).expect(200);
  });

  test('racing with changes and attempts never charge vote lines that were not on that tab’s screen', async () => {
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const shown = new Map<string, Record<string, number>>();
    let attempted = 0;

    await Promise.all(
      times(6, async (person) => {
        const voter = aCardVoter(app);
        await voter.start(nominations, { each: 1 });
        const tab = async (seed: number) => {
          for (let round = 1; round <= 4; round++) {
            const counts = [(seed * 7 + round * 3) % 5, 1 + ((seed + round * 2) % 4)];
            const nominationVotes = nominations.map(({ id }, index) => ({
              nominationId: id,
              voteCount: counts[index]!,
            }));
            if (round % 2 === 0) {
              app.stripe.failNext('paymentIntents.update', { kind: 'delay', ms: 30 * seed });
            }
            const answer = await voter.send({
              ...aCardVoteFor(nominations),
              nominationVotes,
              totalVotes: counts[0]! + counts[1]!,
            });
            if (answer.status !== 200) continue;
            const session: CardSession = answer.body;
            const { status } = await voter.attempt(session);
            if (status !== 200) continue;
            attempted += 1;
            const split = Object.fromEntries(
              nominationVotes
                .filter(({ voteCount }) => voteCount > 0)
                .map(({ nominationId, voteCount }) => [nominationId, voteCount]),
            );
            expect(shown.get(session.paymentId) ?? split).toEqual(split);
            shown.set(session.paymentId, split);
            await voter.enter(session).catch(() => undefined); // Paid by the other tab already.
            return;
          }
        };
        await Promise.all([tab(person + 1), tab(person + 2)]);
      }),
    );
    await app.stripe.webhooksSettled();
    await app.settled();

    expect(attempted).toBeGreaterThan(5);
    const expected: Record<string, number> = {};
    for (const { intentId, amount } of app.stripe.charged()) {
      const [payment] = await app.db
        .select()
        .from(payments)
        .where(eq(payments.providerRef, intentId));
      await app.given.dueNow(payment!.id);
      await reconcileDue(app.context);
      const { status } = await app.given.payment(payment!.id);
      expect({ status, amount }).toEqual({ status: 'completed', amount: payment!.amount });
      const split = await splitOf(payment!.id);
      expect(split).toEqual(shown.get(payment!.id));
      for (const [id, votes] of Object.entries(split)) expected[id] = (expected[id] ?? 0) + votes;
    }
    for (const nomination of nominations) {
      expect(await app.given.votesOf(nomination)).toBe(expected[nomination.id] ?? 0);
    }
  });
});

test('the totals agree with the ledger after all of this', async () => {
  await app.settled();
  expect(await verifyLedger(app.db)).toEqual([]);
});
