import { and, eq, isNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { advisoryLock } from '#server/db/advisory-lock';
import { type SqlParameters, statement } from '#server/db/statement';
import { newDeviceCookie } from '#server/http/caller';
import { networkOf, openWindows, type WindowKeys } from '#server/http/index';
import { checkPayment, planFor } from '#server/payments/checks/check-payment';
import { recordHint } from '#server/payments/checks/record-hint';
import { hashPhone, verifyLedger } from '#server/payments/index';
import { type LeasedPayment, leaseCheck } from '#server/payments/lifecycle/rows/repository';
import { CHECK_LEASE_MS } from '#server/payments/lifecycle/schedule';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { paymentEvents, paymentFlags, payments, rateLimits, receiptEmails } from '#shared/schema';
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

/** A promise, and the function that resolves it. */
function aSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
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
    'order lock',
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
  const provider = app.context.mobileMoney[0]!;
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

describe('when more votes arrive than can be handled', () => {
  test('a payment is not checked again while its check waits for the provider', async () => {
    const { paymentId } = await create(await app.given.artist());
    const provider = app.context.mobileMoney[0]!;
    const query = aSignal();
    const queryPayment = vi.fn(async (reference: Parameters<typeof provider.queryPayment>[0]) => {
      await query.given;
      return provider.queryPayment(reference);
    });
    const mobileMoney = [{ ...provider, checkIntervalMs: 0, queryPayment }];
    const context = { ...app.context, mobileMoney };
    const first = checkPayment(context, paymentId, 'webhook');
    await expect.poll(() => queryPayment.mock.calls.length).toBe(1);
    expect(await checkPayment(context, paymentId, 'poll')).toBeNull();
    query.give();
    expect(await first).toMatchObject({ outcome: 'pending' });
    expect(await checkPayment(context, paymentId, 'poll')).toMatchObject({ outcome: 'pending' });
    expect(queryPayment).toHaveBeenCalledTimes(2);
  });

  /** Starts as many payments as can be started at once, which wait for a lock, and one more. */
  async function startFive({ nominations }: Artist) {
    const phones = Array.from({ length: 4 }, () => freshPhone());
    const locked = aSignal();
    const released = aSignal();
    const locking = app.db.transaction(async (tx) => {
      for (const phone of phones) await advisoryLock(tx, hashPhone(phone, app.config.phoneHashKey));
      locked.give();
      await released.given;
    });
    await locked.given;
    const isStarting = vi.spyOn(app.context.starts, 'run');
    const start = async (phoneNumber: string) => {
      const vote = aVoteFor(nominations, { phoneNumber });
      return (await app.http.post('/api/campay-payment').send(vote)).status;
    };
    const starts = phones.map(start);
    await expect.poll(() => isStarting.mock.calls.length).toBe(4);
    starts.push(start(freshPhone()));
    await expect.poll(() => isStarting.mock.calls.length).toBe(5);
    return {
      statuses: async () => {
        released.give();
        await locking;
        return Promise.all(starts);
      },
    };
  }

  test('those that wait to be started do not delay those already started', async () => {
    const artist = await app.given.artist();
    const started = await create(artist);
    const before = await app.db.$count(payments);
    const five = await startFive(artist);
    await complete(started);
    const votes = await app.given.votesOf(artist.nominations[0]!);
    const stored = await app.db.$count(payments);
    expect(await five.statuses()).toEqual([201, 201, 201, 201, 201]);
    expect({ votes, stored }).toEqual({ votes: 2, stored: before });
    expect(await app.db.$count(payments)).toBe(before + 5);
  });

  test('one that has waited too long is refused, and its phone gets no prompt', async () => {
    const five = await startFive(await app.given.artist());
    const before = await app.db.$count(payments);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001);
    expect(await five.statuses()).toEqual([201, 201, 201, 201, 503]);
    expect(await app.db.$count(payments)).toBe(before + 4);
  });

  test('a network that takes all the places it can get leaves room for known devices', async () => {
    const { nominations } = await app.given.artist();
    const device = `device=${newDeviceCookie(app.config.sessionSecrets[0] ?? '', 0)}`;
    const start = async (cookie: string) => {
      const vote = aVoteFor(nominations, { phoneNumber: freshPhone() });
      const sent = app.http.post('/api/campay-payment').set('Cookie', cookie).send(vote);
      return (await sent).status;
    };
    const released = aSignal();
    let taken = 0;
    for (; app.context.starts.run(networkOf('127.0.0.1'), () => released.given); taken += 1);
    expect(await start('')).toBe(503);
    const isStarting = vi.spyOn(app.context.starts, 'run');
    const known = start(device);
    await expect.poll(() => isStarting.mock.calls.length).toBe(1);
    released.give();
    expect(await known).toBe(201);
    expect(taken).toBe(250);
  });

  test('the limits of a client are not searched among all that are open', async () => {
    // Statistics of a quiet time, from before voting opened.
    await app.db.execute(sql`delete from ${rateLimits}`);
    await app.db.execute(sql`analyze ${rateLimits}`);
    await app.db.execute(sql`
      insert into ${rateLimits} (limit_name, subject, window_seconds, hits, ends_at)
      select 'payment-start', md5(n::text), 60, 1, now() + interval '1 minute'
      from generate_series(1, 10000) as n`);
    const explain = statement(
      'explain limits',
      { line: String },
      (keys: SqlParameters<WindowKeys>) => sql`explain ${openWindows(keys)}`,
    );
    const lines = await explain(app.db, { limits: ['payment-start'], subjects: ['x'] });
    expect(lines.map(({ line }) => line).join('\n')).not.toMatch(/Seq Scan|ends_idx/);
    await app.db.execute(sql`delete from ${rateLimits}`);
  });
});

describe('a leased payment that is paid', () => {
  /** Applies a report of the check that was leased before `change` was made. */
  async function completeAfter(change: (payment: LeasedPayment) => Promise<unknown>) {
    const artist = await app.given.artist();
    const { paymentId, reference } = await create(artist);
    const provider = app.context.mobileMoney[0]!;
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
