import { and, eq, isNull } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { planFor } from '#server/payments/checks/check-payment';
import { recordHint } from '#server/payments/checks/record-hint';
import { verifyLedger } from '#server/payments/index';
import { type LeasedPayment, leaseCheck } from '#server/payments/lifecycle/rows/repository';
import { CHECK_LEASE_MS } from '#server/payments/lifecycle/schedule';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { paymentEvents, paymentFlags, payments, receiptEmails } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';
import { aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.campay.configure({ webhook: 'none' });
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

type Artist = Awaited<ReturnType<TestApp['given']['artist']>>;

async function create({ nominations }: Artist): Promise<{ paymentId: string; reference: string }> {
  const body = aVoteFor(nominations, { each: 2, phoneNumber: freshPhone() });
  const answer = await app.http.post('/api/campay-payment').send(body).expect(201);
  const paymentId: string = answer.body.paymentId;
  const transaction = app.campay
    .transactions()
    .find(({ externalReference }) => externalReference === paymentId);
  return { paymentId, reference: transaction?.reference ?? '' };
}

async function complete({ reference }: { reference: string }): Promise<void> {
  await app.campay.approve(reference);
  await app.campay.sendWebhook(reference);
  await app.settled();
}

/** Statements with a round trip of their own, by name if they have one. */
async function statementsSentBy(run: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await run();
  const sent = query.mock.calls.map(([config]: unknown[]) => {
    const { name, text } = config as { name?: string; text: string };
    // Without the hash of its text.
    return name?.replace(/-[0-9a-f]{8}$/, '') ?? text;
  });
  query.mockRestore();
  return sent;
}

test('a payment is created with a limited number of round trips, every statement prepared', async () => {
  const artist = await app.given.artist({ nominatedIn: 3 });
  await create(artist); // Caches the list of nominations.
  expect(await statementsSentBy(() => create(artist))).toEqual([
    'load prompt requester',
    'begin',
    'advisory lock',
    'nominations to vote for',
    'prompts on a phone',
    'count item and request',
    '/* point: payment inserted */',
    'commit',
    '/* point: request attempted */',
  ]);
});

test('a payment is completed with a limited number of round trips, every statement prepared', async () => {
  const artist = await app.given.artist({ nominatedIn: 3 });
  const payment = await create(artist);
  expect(await statementsSentBy(() => complete(payment))).toEqual([
    '/* point: webhook recorded */',
    '/* point: votes counted */',
  ]);
  for (const nomination of artist.nominations) {
    expect(await app.given.votesOf(nomination)).toBe(2);
  }
});

test('statements prepared before a migration still work after it', async () => {
  const artist = await app.given.artist();
  // Often enough for PostgreSQL to cache a plan.
  for (let round = 0; round < 8; round += 1) await complete(await create(artist));
  const pending = await create(artist);

  for (const table of [
    'payments',
    'payment_votes',
    'payment_events',
    'rate_limits',
    'nominations',
  ]) {
    await execute(app.ownerUrl, `alter table ${table} add column later text default 'later'`);
  }
  await execute(app.ownerUrl, 'create index later_idx on payments (phone_hash)');
  await execute(app.ownerUrl, 'alter table payments alter column later set not null');

  await complete(pending);
  const paid = await create(artist);
  await complete(paid);
  for (const { paymentId } of [pending, paid]) {
    expect(await app.given.payment(paymentId)).toMatchObject({ status: 'completed' });
    const { body } = await app.http.get(`/api/payment/${paymentId}/status`).expect(200);
    expect(body).toMatchObject({ status: 'completed' });
  }
  expect(await app.given.votesOf(artist.nominations[0]!)).toBe(20);
  expect(await verifyLedger(app.db)).toEqual([]);
});

test('a claim that arrives several times at the same moment is recorded and leased once', async () => {
  const { paymentId } = await create(await app.given.artist());
  const provider = app.context.mobileMoney!;
  const hint = { paymentId, providerRef: null, claim: 'SUCCESSFUL', evidence: {} };
  const hinted = await Promise.all(
    Array.from({ length: 8 }, () => recordHint(app.context, provider, hint, 'webhook')),
  );
  expect(hinted.filter((recorded) => recorded?.isNew)).toHaveLength(1);
  expect(hinted.filter((recorded) => recorded?.leased)).toHaveLength(1);
  const events = await app.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId));
  expect(events.filter(({ source }) => source === 'webhook')).toHaveLength(1);
});

describe('a leased payment that is paid', () => {
  /** Applies a report of the check that was leased before `change` was made. */
  async function completeAfter(change: (payment: LeasedPayment) => Promise<unknown>) {
    const artist = await app.given.artist();
    const { paymentId, reference } = await create(artist);
    const provider = app.context.mobileMoney!;
    const leased = (await leaseCheck(app.db, paymentId, [provider], CHECK_LEASE_MS))!;
    await change(leased);
    const money = { amountMinor: leased.amount, currency: leased.currency };
    const report = { outcome: 'paid', money, providerRef: reference, evidence: {} } as const;
    const check = { askedAt: leased.lastCheckedAt!, isAnswered: true };
    const apply = () =>
      applyProviderReport(app.db, paymentId, report, {
        source: 'webhook',
        leased,
        check,
        planNext: planFor(app.context, provider),
      });
    const results = await Promise.all([apply(), apply()]);
    const votes = await app.given.votesOf(artist.nominations[0]!);
    return { votes, results, payment: await app.given.payment(paymentId) };
  }

  test('is counted once by two reports at the same moment', async () => {
    const { votes, results, payment } = await completeAfter(() => Promise.resolve());
    expect(votes).toBe(2);
    expect(results.filter(({ hasChanged }) => hasChanged)).toHaveLength(1);
    const { nextCheckAt, settledAt } = payment;
    expect(nextCheckAt!.getTime() - settledAt!.getTime()).toBe(6 * 3_600_000);
  });

  test('is counted when it has changed since, with what has changed', async () => {
    const { votes, payment } = await completeAfter(({ id }) =>
      app.db.update(payments).set({ voterEmail: 'voter@example.cm' }).where(eq(payments.id, id)),
    );
    expect(votes).toBe(2);
    expect(payment).toMatchObject({ status: 'completed', voterEmail: 'voter@example.cm' });
    expect(await app.db.$count(receiptEmails, eq(receiptEmails.paymentId, payment.id))).toBe(1);
  });

  test('settles a flag that was raised since', async () => {
    const { votes, payment } = await completeAfter(({ id: paymentId }) =>
      app.db.insert(paymentFlags).values({ paymentId, flag: 'amount-mismatch' }),
    );
    expect(votes).toBe(2);
    const open = and(eq(paymentFlags.paymentId, payment.id), isNull(paymentFlags.resolvedAt));
    expect(await app.db.$count(paymentFlags, open)).toBe(0);
  });

  test('is flagged, not counted, when another payment was counted by its record', async () => {
    const { votes, payment } = await completeAfter(async ({ provider, providerRef }) => {
      const other = await create(await app.given.artist());
      const moved = {
        status: 'completed',
        receiptCode: 'TAKEN00001',
        completedAt: new Date(),
      } as const;
      await app.db
        .update(payments)
        .set({ ...moved, settledAt: new Date(), provider, providerRef })
        .where(eq(payments.id, other.paymentId));
    });
    expect(votes).toBe(0);
    expect(payment.status).toBe('pending');
    const flag = { paymentId: payment.id, flag: 'record-taken' };
    expect(await app.db.select().from(paymentFlags)).toContainEqual(expect.objectContaining(flag));
  });
});
