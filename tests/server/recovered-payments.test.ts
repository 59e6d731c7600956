import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxConnection } from '#sandbox/index';
import {
  boundsOf,
  compareWithEntries,
  compareWithList,
  recoverListed,
} from '#server/admin/books/comparison/compare-list';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { sweepDue } from '#server/payments/checks/sweep';
import type { StatementEntry } from '#server/payments/index';
import { recoverById, recoverPayment, recoverSince, voteCodeKey } from '#server/payments/index';
import { bookDifferences, paymentVotes, providerSweeps } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { builtProgram } from '../support/built-program';
import { aCardVoter, intentOf } from '../support/card-voter';
import { aVoteFor } from '../support/given';
import { losePayment } from '../support/lost-payment';

/** Payments that our database has lost, but that their providers have with their votes. */

const HOUR_MS = 3_600_000;
/** Time zone where it is about noon, so that no day ends during a test. POSIX reverses the sign. */
const HOURS_TO_NOON = 12 - new Date().getUTCHours();
const ZONE_AT_NOON = `Etc/GMT${HOURS_TO_NOON > 0 ? '-' : '+'}${Math.abs(HOURS_TO_NOON)}`;
const anHourAgo = () => new Date(Date.now() - HOUR_MS);

/**
 * Runs a command as a site operator does, outside of the project, so that no developer's .env file
 * is read.
 */
const runProgram = (file: string, args: string[], env: Record<string, string | undefined>) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { cwd: tmpdir(), env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env } },
      (failure, out, error) => resolve({ code: Number(failure?.code ?? 0), out, error }),
    );
  });

async function linesOf(app: TestApp, paymentId: string) {
  const rows = await app.db
    .select({ nominationId: paymentVotes.nominationId, voteCount: paymentVotes.voteCount })
    .from(paymentVotes)
    .where(eq(paymentVotes.paymentId, paymentId));
  return rows.sort((a, b) => (a.nominationId < b.nominationId ? -1 : 1));
}

describe.each(['campay', 'fapshi', 'mtn-momo', 'pawapay'] as const)('%s:', (name) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ env: { MOBILE_MONEY_PROVIDERS: name } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.settled();
    provider().reset();
    await app.db.delete(providerSweeps);
    await app.db.delete(bookDifferences);
  });

  const provider = () =>
    ({
      campay: app.campay,
      fapshi: app.fapshi,
      'mtn-momo': app.mtnMomo,
      pawapay: app.pawapay,
    })[name];
  const hasList = name === 'campay' || name === 'fapshi';

  /** Creates a payment that was prompted on a phone, and then lost by our database. */
  async function createLostPayment(nominatedIn = 3) {
    const artist = await app.given.artist({ nominatedIn, name: 'Élodie Ɓàŋ' });
    const body = aVoteFor(artist.nominations, { locale: 'fr' });
    body.nominationVotes = body.nominationVotes.map((line, at) => ({ ...line, voteCount: at + 1 }));
    body.totalVotes = body.nominationVotes.reduce((sum, { voteCount }) => sum + voteCount, 0);
    const answer = await app.http.post(`/api/${name}-payment`).send(body).expect(201);
    const paymentId: string = answer.body.paymentId;
    const { reference } = provider().transactions().at(-1)!;
    const lines = await linesOf(app, paymentId);
    await losePayment(app, paymentId);
    return { paymentId, reference, body, lines, nominations: artist.nominations };
  }

  async function expectCounted({
    paymentId,
    lines,
    body,
    nominations,
  }: Awaited<ReturnType<typeof createLostPayment>>) {
    expect(await app.given.payment(paymentId)).toMatchObject({
      status: 'completed',
      amount: body.totalVotes * 100,
      currency: 'XAF',
      totalVotes: body.totalVotes,
      votePrice: 100,
      locale: 'fr',
      receiptCode: expect.any(String),
      recoveredAt: expect.any(Date),
    });
    expect(await linesOf(app, paymentId)).toEqual(lines);
    const votes = await Promise.all(nominations.map((nomination) => app.given.votesOf(nomination)));
    expect(votes).toEqual(nominations.map((_, at) => at + 1));
    const created = (await app.given.events(paymentId))[0];
    expect(created).toMatchObject({ from: null, source: 'create', detail: { recovered: true } });
  }

  test('a lost payment is recovered by its webhook, and counted once', async () => {
    const payment = await createLostPayment();
    await provider().approve(payment.reference);
    await app.settled();
    await expectCounted(payment);
    await provider().sendWebhook(payment.reference);
    await app.settled();
    await expectCounted(payment);
  });

  test('a voter finds the receipt of a recovered payment by the number that paid', async () => {
    const payment = await createLostPayment();
    await provider().approve(payment.reference);
    await app.settled();
    const { phoneNumber } = payment.body;
    const { body } = await app.http.post('/api/receipts/lookup').send({ phoneNumber }).expect(200);
    expect(body.receipts).toHaveLength(name === 'fapshi' ? 0 : 1);
  });

  if (hasList) {
    test('a lost payment is recovered by a list', async () => {
      provider().configure({ webhook: 'none' });
      const payment = await createLostPayment();
      await provider().approve(payment.reference);
      // Lists go back as far as the oldest known payment.
      const { nominations } = await app.given.artist();
      await app.given.pendingPayment(nominations, { provider: name, createdAt: anHourAgo() });
      expect(await sweepDue(app.context)).toBeGreaterThan(0);
      await expectCounted(payment);
    });
  }

  if (hasList) {
    test('a command recovers all of a period, once', async () => {
      provider().configure({ webhook: 'none' });
      const payments = [await createLostPayment(1), await createLostPayment(2)];
      for (const { reference } of payments) await provider().approve(reference);
      const reported: string[] = [];
      const report = (
        _provider: string,
        named: { paymentId: string | null },
        one: { outcome: string },
      ) => void reported.push(`${named.paymentId} ${one.outcome}`);
      expect(await recoverSince(app.context, anHourAgo(), report)).toEqual({
        unread: [],
        withoutList: ['mtn-momo', 'pawapay'],
      });
      expect(reported.sort()).toEqual(
        payments.map(({ paymentId }) => `${paymentId} counted`).sort(),
      );
      for (const payment of payments) await expectCounted(payment);
      reported.length = 0;
      await recoverSince(app.context, anHourAgo(), report);
      expect(reported).toEqual([]);
    });
  }

  if (name !== 'campay') {
    test('a lost payment is recovered by its voter’s open page', async () => {
      provider().configure({ webhook: 'none' });
      const payment = await createLostPayment();
      await provider().approve(payment.reference);
      const status = () => app.http.get(`/api/payment/${payment.paymentId}/status`);
      await status().expect(404);
      await app.settled();
      expect((await status().expect(200)).body.status).toBe('completed');
      await expectCounted(payment);
    });
  }

  if (name !== 'campay') {
    test('a lost payment is recovered by its id', async () => {
      provider().configure({ webhook: 'none' });
      const payment = await createLostPayment();
      await provider().approve(payment.reference);
      expect(await recoverById(app.context, payment.paymentId)).toEqual({
        provider: name,
        recovery: { outcome: 'counted', paymentId: payment.paymentId },
      });
      await expectCounted(payment);
      expect(await recoverById(app.context, randomUUID())).toBeNull();
    });
  }

  if (hasList) {
    test('a lost payment is recovered by the comparison of the books, without a difference', async () => {
      provider().configure({ webhook: 'none' });
      const payment = await createLostPayment();
      await provider().approve(payment.reference);
      await compareWithList(books(), providerOf(), today());
      await expectCounted(payment);
      const { paymentId } = payment;
      const ofPayment = eq(bookDifferences.paymentId, paymentId);
      expect(await app.db.$count(bookDifferences, ofPayment)).toBe(0);
      expect(await app.db.$count(bookDifferences, eq(bookDifferences.subject, paymentId))).toBe(0);
    });

    test('a difference of an unknown payment is settled after the next check', async () => {
      provider().configure({ webhook: 'none' });
      const payment = await createLostPayment();
      await provider().approve(payment.reference);
      const endpoint = { campay: 'transaction', fapshi: 'payment-status' }[name] as never;
      provider().failNext(endpoint, { kind: 'answer', status: 500, body: {} } as never, 2);
      await compareAtNight();
      provider().faults.reset();
      const isOfPayment = eq(bookDifferences.subject, payment.paymentId);
      const [difference] = await app.db.select().from(bookDifferences).where(isOfPayment);
      expect(difference).toMatchObject({ reason: 'unknown-here', paymentId: null });
      const admin = await anAdministrator(app);
      const checkPath = `/api/admin/books/differences/${difference!.id}/ask`;
      expect((await admin.post(checkPath).expect(200)).body).toEqual({
        isAnswered: true,
        isSettled: true,
      });
      await expectCounted(payment);
    });
  }

  /** As when the day is over: a day that goes on is not compared up to its last minutes. */
  const compareAtNight = async () => {
    const adapter = providerOf();
    const bounds = await boundsOf(app.db, today(), ZONE_AT_NOON);
    const entries: StatementEntry[] = [];
    for await (const entry of adapter.statement?.(bounds.from, bounds.until) ?? []) {
      entries.push(entry);
    }
    await recoverListed(books(), adapter, entries);
    const key = { provider: adapter.name, day: today() };
    await app.db.transaction((tx) =>
      compareWithEntries(tx, key, { ...bounds, reach: null }, entries),
    );
  };
  const books = () => ({ payments: app.context, timezone: () => ZONE_AT_NOON });
  const today = () =>
    new Intl.DateTimeFormat('en-CA', { timeZone: ZONE_AT_NOON }).format(new Date());

  test('a site operator recovers all payments of a period, and sees what is left', async () => {
    const program = builtProgram('commands/ledger/recover');
    const { variables } = sandboxConnection({
      origin: app.stripeUrl.replace('/v1', ''),
      issuer: app.url,
      app: app.url,
    });
    const env = {
      ...variables,
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.config.dataDir,
      MOBILE_MONEY_PROVIDER: name,
    };
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    provider().configure({ webhook: 'none' });
    const payment = await createLostPayment();
    await provider().approve(payment.reference);
    const idArguments = ['--id', payment.paymentId, '--id', payment.paymentId];
    const args = hasList ? ['--since', since] : idArguments;
    const first = await runProgram(program, args, env);
    expect(first).toMatchObject({ code: 0, error: '' });
    expect(first.out).toContain(`${name} ${payment.paymentId}: recovered and counted.`);
    await expectCounted(payment);
    const secondRun = await runProgram(program, args, env);
    expect(secondRun.code).toBe(0);
    expect(secondRun.out).not.toContain('recovered and counted');
    const wrong = await runProgram(program, ['--since', '2026-11-28 20:00'], env);
    expect(wrong.code).toBe(1);
    expect(wrong.error).toMatch(
      /^Give the time from which payments may be lost, with its time zone/,
    );
  });

  const recover = ({ paymentId, reference }: { paymentId: string; reference: string }) =>
    recoverPayment(app.context, providerOf(), { paymentId, providerRef: reference });
  const providerOf = () => app.context.mobileMoney[0]!;

  test('an open prompt is followed until its payer approves it', async () => {
    provider().configure({ webhook: 'none' });
    const payment = await createLostPayment();
    expect((await recover(payment)).outcome).toBe('followed');
    expect((await app.given.payment(payment.paymentId)).status).toBe('pending');
    await provider().approve(payment.reference);
    await app.given.dueNow(payment.paymentId);
    await reconcileDue(app.context);
    await expectCounted(payment);
  });

  test('a declined payment is not recovered', async () => {
    const payment = await createLostPayment();
    await provider().decline(payment.reference);
    await app.settled();
    expect((await recover(payment)).outcome).toBe('none');
    expect(await app.given.payment(payment.paymentId)).toBeUndefined();
  });

  test('a payment of another installation with the same account is not recovered', async () => {
    provider().configure({ webhook: 'none' });
    const payment = await createLostPayment();
    await provider().approve(payment.reference);
    const foreign = { ...app.context, voteCodeKey: voteCodeKey('a key of somebody else') };
    const request = { paymentId: payment.paymentId, providerRef: payment.reference };
    expect((await recoverPayment(foreign, providerOf(), request)).outcome).toBe('unreadable');
    expect(await app.given.payment(payment.paymentId)).toBeUndefined();
  });

  test('a payment with another amount is not recovered', async () => {
    provider().configure({ webhook: 'none' });
    const payment = await createLostPayment();
    await provider().approve(payment.reference);
    provider().configure({ reportAmount: 100_000 });
    expect((await recover(payment)).outcome).toBe('unreadable');
  });

  test('two simultaneous recoveries of the same payment create it once', async () => {
    provider().configure({ webhook: 'none' });
    const payment = await createLostPayment();
    await provider().approve(payment.reference);
    const outcomes = await Promise.all([recover(payment), recover(payment), recover(payment)]);
    expect(outcomes.filter(({ outcome }) => outcome === 'known')).toHaveLength(2);
    await app.settled();
    await app.given.dueNow(payment.paymentId);
    await recoverPayment(app.context, providerOf(), {
      paymentId: payment.paymentId,
      providerRef: null,
    });
    await expectCounted(payment);
  });

  test('a provider that does not respond is tried again later', async () => {
    provider().configure({ webhook: 'none', isUnreachable: true });
    const record = { paymentId: randomUUID(), providerRef: 'abcDEF123' };
    expect((await recoverPayment(app.context, providerOf(), record)).outcome).toBe('unanswered');
  });

  test('the text for the payer is readable, and contains no personal data', async () => {
    await createLostPayment(1);
    const transaction = provider().transactions().at(-1)! as unknown as Record<string, unknown>;
    const words = String(
      {
        campay: transaction.description,
        fapshi: transaction.message,
        'mtn-momo': transaction.payerMessage,
        pawapay: transaction.customerMessage,
      }[name],
    );
    const event = app.config.firstSettings.name;
    const full = `${event}: 1 vote, Elodie Ban`;
    const expected = {
      campay: full,
      fapshi: full,
      'mtn-momo': `${event} 1 vote Elodie Ban`,
      // Only 22 characters are allowed.
      pawapay: `${event} 1 vote`,
    }[name];
    expect(words.replace(/ #\w+$/, '')).toBe(expected);
  });
});

describe('a lost card payment:', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => app.settled());

  async function charged() {
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const voter = aCardVoter(app);
    const session = await voter.start(nominations, { each: 3 });
    await voter.attempt(session).expect(200);
    await losePayment(app, session.paymentId);
    return { nominations, session, voter };
  }

  test('it is recovered by its webhook, and counted once', async () => {
    const { nominations, session, voter } = await charged();
    await voter.enter(session);
    await app.stripe.webhooksSettled();
    await app.settled();
    expect(await app.given.payment(session.paymentId)).toMatchObject({
      status: 'completed',
      amount: 300,
      currency: 'USD',
      votePrice: 50,
      providerRef: intentOf(session),
      recoveredAt: expect.any(Date),
    });
    for (const nomination of nominations) expect(await app.given.votesOf(nomination)).toBe(3);
  });

  test('votes that were changed before the charge are recovered as charged', async () => {
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const voter = aCardVoter(app);
    await voter.start(nominations, { each: 2 });
    const session = await voter.start(nominations.slice(0, 1), { each: 7 });
    await voter.attempt(session).expect(200);
    await losePayment(app, session.paymentId);
    await voter.enter(session);
    await app.stripe.webhooksSettled();
    await app.settled();
    expect(await app.given.votesOf(nominations[0]!)).toBe(7);
    expect(await app.given.votesOf(nominations[1]!)).toBe(0);
  });

  test('it is recovered by Stripe’s lists', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations, session, voter } = await charged();
    await voter.enter(session);
    await app.given.pendingPayment(nominations, { provider: 'stripe', createdAt: anHourAgo() });
    await app.db.delete(providerSweeps);
    expect(await sweepDue(app.context)).toBeGreaterThan(0);
    for (const nomination of nominations) expect(await app.given.votesOf(nomination)).toBe(3);
    app.stripe.configure({ webhooks: 'sent' });
  });

  test('money returned before the payment was known counts nothing', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations, session, voter } = await charged();
    await voter.enter(session);
    await app.stripe.refund(intentOf(session));
    const request = { paymentId: session.paymentId, providerRef: intentOf(session) };
    await recoverPayment(app.context, app.context.cards!, request);
    expect(await app.given.payment(session.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'refunded',
    });
    for (const nomination of nominations) expect(await app.given.votesOf(nomination)).toBe(0);
    app.stripe.configure({ webhooks: 'sent' });
  });

  test('an unpaid intent is not recovered', async () => {
    const { session } = await charged();
    const request = { paymentId: session.paymentId, providerRef: intentOf(session) };
    const recovery = await recoverPayment(app.context, app.context.cards!, request);
    expect(recovery).toEqual({ outcome: 'none' });
  });
});
