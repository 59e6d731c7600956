import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailer } from '#server/emails/mailer';
import { sendDueReceipts } from '#server/emails/receipt-mailing';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { verifyLedger } from '#server/payments/index';
import type { CardProvider } from '#server/payments/providers/provider';
import { paymentFlags, payments, refunds } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { intentIn } from '../support/card-app';
import { aCardVoter, CARDS } from '../support/card-voter';
import { finishAllWork } from '../support/finish-all-work';
import { aVoteFor } from '../support/given';

const MINUTE = 60_000;
const GRACE = 2 * MINUTE;

/** Every test begins ten minutes before voting closes. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasClock: true, timeoutMs: 10_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await finishAllWork(app);
  app.stripe.reset();
  await closeIn(10 * MINUTE);
});

const closeIn = (ms: number) => app.setEvent({ closesAt: new Date(Date.now() + ms).toISOString() });

const advanceToClosing = () => app.advance(10 * MINUTE);
const checkNow = async (paymentId: string) => {
  await app.given.dueNow(paymentId);
  await reconcileDue(app.context);
};
const refundsOf = (paymentId: string) =>
  app.db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
const flagsOf = (paymentId: string) =>
  app.db.select().from(paymentFlags).where(eq(paymentFlags.paymentId, paymentId));

/** Expects that nothing counts, and the payer got the money back. */
async function expectRefunded(paymentId: string, nomination: { id: string }) {
  expect(await app.given.payment(paymentId)).toMatchObject({
    status: 'failed',
    failureReason: 'after-closing',
    receiptCode: null,
    completedAt: null,
  });
  expect(await app.given.votesOf(nomination)).toBe(0);
  await finishAllWork(app);
  expect((await refundsOf(paymentId)).map(({ status }) => status)).toEqual(['succeeded']);
  expect(await flagsOf(paymentId)).toMatchObject([
    { flag: 'paid-after-closing', resolution: 'settled' },
  ]);
}

describe('a card that is charged after voting has closed', () => {
  test('buys no vote with an intent that was prepared before and never attempted', async () => {
    const [nomination] = (await app.given.artist()).nominations;
    const voter = aCardVoter(app);
    const session = await voter.start([nomination!]);
    await advanceToClosing();
    await app.advance(GRACE + 2_000);
    await voter.enter(session);
    expect((await voter.confirm(session).expect(409)).body.code).toBe('payment-unfinished');
    await expectRefunded(session.paymentId, nomination!);
  });

  test('buys no vote with an intent that was attempted in time either', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const [nomination] = (await app.given.artist()).nominations;
    const voter = aCardVoter(app);
    const session = await voter.start([nomination!]);
    await voter.attempt(session).expect(200);
    await voter.enter(session, CARDS.declined);
    await advanceToClosing();
    await app.advance(GRACE + 2_000);
    await voter.enter(session);
    await checkNow(session.paymentId);
    const { body } = await app.http.get(`/api/payment/${session.paymentId}/status`).expect(200);
    expect(body).toEqual({ status: 'failed', failureReason: 'after-closing', receiptCode: null });
    await checkNow(session.paymentId);
    await expectRefunded(session.paymentId, nomination!);
  });

  test('is explained to the voter by payment help and by e-mail', async () => {
    await app.inbox.open();
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations, { voterEmail: 'late@example.cm' });
    await advanceToClosing();
    await app.advance(GRACE + 2_000);
    await voter.enter(session);
    await finishAllWork(app);
    const help = await app.http
      .post('/api/payment-help')
      .send({ reference: session.paymentId })
      .expect(200);
    expect(help.body.payment).toMatchObject({
      state: 'reversed',
      next: 'watch-account',
      failureReason: 'after-closing',
      receiptCode: null,
    });
    const steps = help.body.payment.story.map(({ step }: { step: string }) => step);
    expect(steps).toEqual(expect.arrayContaining(['failed', 'returned']));
    expect(steps).not.toContain('under-review');

    const { publicUrl, firstSettings: event, mail } = app.config;
    const smtp = { ...app.inbox.smtp, isSecure: false, credentials: null };
    const mailer = createMailer({ smtp, from: mail.from });
    const { db, logger } = app.context;
    const site = () => ({ publicUrl, event, isTest: false });
    await sendDueReceipts({ db, mailer, site, pictures: app.deps.receiptPictures, logger });
    const [message, ...others] = app.inbox
      .messages()
      .filter(({ to }) => to.some(({ address }) => address === 'late@example.cm'));
    expect(others).toEqual([]);
    expect(message!.subject).toMatch(/après la clôture des votes.*remboursement de.*1,00/);
    expect(message!.text).toContain(session.paymentId);
    expect(message!.html).toContain('Ces votes ne comptent pas');
  });

  test('is refunded again when the first request was lost or got no response', async () => {
    const [nomination] = (await app.given.artist()).nominations;
    const voter = aCardVoter(app);
    const session = await voter.start([nomination!]);
    await advanceToClosing();
    await app.advance(GRACE + 2_000);
    for (let call = 0; call < 3; call++)
      app.stripe.failNext('refunds.create', { kind: 'cut', takesEffect: false });
    await voter.enter(session);
    await app.stripe.webhooksSettled();
    await app.settled();
    expect((await refundsOf(session.paymentId)).map(({ status }) => status)).toEqual([
      'unanswered',
    ]);
    await app.advance(2 * MINUTE);
    await reconcileDue(app.context);
    await finishAllWork(app);
    expect((await refundsOf(session.paymentId)).map(({ status }) => status)).toEqual([
      'lapsed',
      'succeeded',
    ]);
    expect(await app.given.votesOf(nomination!)).toBe(0);
  });

  test('is refunded five times at most, and then needs a person', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const { paymentId, ...session } = await voter.start(nominations);
    await advanceToClosing();
    await app.advance(GRACE + 2_000);
    app.stripe.configure({ webhooks: 'lost' });
    await voter.enter({ paymentId, ...session });
    const asked: number[] = [];
    const failingProvider: CardProvider = {
      ...app.context.cards!,
      refund: async ({ attempt }) => {
        asked.push(attempt);
        return { outcome: 'unknown', evidence: { error: 'timeout' } };
      },
    };
    for (let round = 0; round < 8; round++) {
      await app.given.dueNow(paymentId);
      await reconcileDue({ ...app.context, cards: failingProvider });
      await app.advance(2 * MINUTE);
    }
    expect(asked).toEqual([1, 2, 3, 4, 5]);
    expect(await app.given.openFlags(paymentId)).toEqual(['paid-after-closing', 'refund-failed']);
  });

  test('needs a person when the provider rejects the refund', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations);
    await advanceToClosing();
    await app.advance(GRACE + 2_000);
    const error = { type: 'invalid_request_error', message: 'No.' };
    app.stripe.failNext('refunds.create', { kind: 'answer', status: 400, body: { error } });
    await voter.enter(session);
    await finishAllWork(app);
    const flags = (await flagsOf(session.paymentId)).filter(({ resolvedAt }) => !resolvedAt);
    expect(flags.map(({ flag }) => flag).sort()).toEqual(['paid-after-closing', 'refund-failed']);
  });
});

describe('what still counts', () => {
  test('a charge within the two minutes after closing', async () => {
    const [nomination] = (await app.given.artist()).nominations;
    const voter = aCardVoter(app);
    const session = await voter.start([nomination!]);
    await voter.attempt(session).expect(200);
    await advanceToClosing();
    await app.advance(GRACE - 30_000);
    await voter.attempt(session).expect(200);
    await voter.enter(session);
    await voter.confirm(session).expect(200);
    expect(await app.given.votesOf(nomination!)).toBe(2);
  });

  test('a charge in time that is reported a day later', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const [nomination] = (await app.given.artist()).nominations;
    const { paymentId } = await aCardVoter(app).charge([nomination!]);
    await app.advance(24 * 60 * MINUTE);
    await reconcileDue(app.context);
    expect((await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination!)).toBe(2);
  });

  test('a prompt that was sent in time and approved after', async () => {
    const { nominations } = await app.given.artist();
    const { body } = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(nominations))
      .expect(201);
    await advanceToClosing();
    await app.advance(GRACE + 2_000);
    await app.campay.approve((await app.given.payment(body.paymentId)).providerRef!);
    await finishAllWork(app);
    expect((await app.given.payment(body.paymentId)).status).toBe('completed');
  });
});

describe('at two minutes after closing', () => {
  test('every unpaid intent is cancelled, attempted or not', async () => {
    const { nominations } = await app.given.artist();
    const attempted = aCardVoter(app);
    const attemptedSession = await attempted.start(nominations);
    await attempted.attempt(attemptedSession).expect(200);
    const unattemptedSession = await aCardVoter(app).start(nominations);
    await advanceToClosing();
    await reconcileDue(app.context);
    expect(intentIn(app, unattemptedSession)!.status).toBe('requires_payment_method');
    await app.advance(GRACE + 1_000);
    await reconcileDue(app.context);
    for (const session of [attemptedSession, unattemptedSession]) {
      expect(intentIn(app, session)!.status).toBe('canceled');
      expect(await app.given.payment(session.paymentId)).toMatchObject({
        status: 'failed',
        failureReason: 'expired',
      });
    }
  });

  test('intents made before the closing time was set are cancelled, too', async () => {
    const { nominations } = await app.given.artist();
    await app.setEvent({ closesAt: null });
    const session = await aCardVoter(app).start(nominations);
    await closeIn(10 * MINUTE);
    await advanceToClosing();
    await app.advance(GRACE + 1_000);
    await reconcileDue(app.context);
    expect(intentIn(app, session)!.status).toBe('canceled');
  });

  test('nothing can be attempted any more, not even again', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations);
    await voter.attempt(session).expect(200);
    await advanceToClosing();
    await app.advance(GRACE + 1_000);
    expect((await voter.attempt(session).expect(409)).body.code).toBe('voting-closed');
  });
});

test('the totals agree with the ledger after all of this', async () => {
  await finishAllWork(app);
  expect(await verifyLedger(app.db)).toEqual([]);
  expect(await app.db.$count(payments, sql`status = 'completed' and settled_at is null`)).toBe(0);
});
