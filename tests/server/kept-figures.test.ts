import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import {
  ALL_DAYS,
  daysWithPayments,
  keepFigures,
  PAID,
  readFigures,
  STARTED,
  verifyKeptFigures,
} from '#server/kept-figures/index';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { keptFigures, payments, paymentVotes, returnedMoney } from '#shared/schema';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { givenIn } from '../support/given';
import { waitingForLocks } from '../support/waiting-for-locks';

let database: TestDatabase;
let handle: DatabaseHandle;
let nominations: { id: string }[];
beforeEach(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.url);
  nominations = (await givenIn(handle.db).artist({ nominatedIn: 2 })).nominations;
});
afterEach(async () => {
  await handle.close();
  await database.drop();
});

const DOUALA = 'Africa/Douala';
const HOURS = [2, 5, 26, 30, 75];

/** A payment of this many hours ago, which took half a minute. */
async function paidAgo(hours: number, values: Partial<typeof payments.$inferInsert> = {}) {
  const { id } = await givenIn(handle.db).completedPayment(nominations, values);
  await handle.db
    .update(payments)
    .set({
      createdAt: sql`now() - ${hours} * interval '1 hour' - interval '30 seconds'`,
      completedAt: sql`now() - ${hours} * interval '1 hour'`,
    })
    .where(eq(payments.id, id));
  return id;
}

async function failedAgo(hours: number) {
  const { id } = await givenIn(handle.db).pendingPayment(nominations, { linkSource: 'poster' });
  await handle.db
    .update(payments)
    .set({
      createdAt: sql`now() - ${hours} * interval '1 hour'`,
      status: 'failed',
      failureReason: 'declined',
      settledAt: sql`now()`,
    })
    .where(eq(payments.id, id));
  return id;
}

async function readAll(timezone = DOUALA) {
  const days = await daysWithPayments(handle.db, { timezone, ...ALL_DAYS });
  return {
    days: days.map(({ day }) => day),
    paid: await readFigures(handle.db, PAID, days),
    started: await readFigures(handle.db, STARTED, days),
  };
}

/** Figures added up from the payments, with nothing kept. */
async function addedUp(timezone = DOUALA) {
  const kept = await handle.db.delete(keptFigures).returning();
  const figures = await readAll(timezone);
  if (kept.length > 0) await handle.db.insert(keptFigures).values(kept);
  return figures;
}

const countKept = () => handle.db.$count(keptFigures);

test('without a payment there is no day', async () => {
  expect(await daysWithPayments(handle.db, { timezone: 'Africa/Douala', ...ALL_DAYS })).toEqual([]);
});

describe('figures of closed days', () => {
  test.each([DOUALA, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York'])(
    'are the same kept and added up, in %s',
    async (timezone) => {
      for (const hours of HOURS) await paidAgo(hours, { linkSource: 'radio' });
      await paidAgo(40, { provider: 'stripe', currency: 'USD', amount: 200 });
      await failedAgo(50);
      const before = await readAll(timezone);
      expect(await countKept()).toBe(0);
      await keepFigures(handle.db, timezone);
      expect(await countKept()).toBeGreaterThan(100);
      expect(await readAll(timezone)).toEqual(before);
      expect(await verifyKeptFigures(handle.db)).toEqual([]);
    },
  );

  test('are read and not added up again', async () => {
    await paidAgo(50);
    await keepFigures(handle.db, DOUALA);
    await handle.db
      .update(keptFigures)
      .set({ figures: { lines: [], votes: { kept: 1 } } })
      .where(eq(keptFigures.kind, 'paid'));
    const { paid } = await readAll();
    expect(paid.some(({ votes }) => votes.kept === 1)).toBe(true);
    expect(await verifyKeptFigures(handle.db)).toContainEqual(
      expect.stringMatching(/^the paid figures kept from .* are miscounted$/),
    );
  });

  test('do not contain the last minutes', async () => {
    await paidAgo(0);
    await keepFigures(handle.db, DOUALA);
    const { rows } = await handle.db.execute(
      sql`select from ${keptFigures} where ends_at > now() - interval '4 minutes'`,
    );
    expect(rows).toHaveLength(0);
  });

  test('follow a change of the time zone', async () => {
    for (const hours of HOURS) await paidAgo(hours);
    await keepFigures(handle.db, DOUALA);
    await keepFigures(handle.db, 'Pacific/Auckland');
    expect(await readAll('Pacific/Auckland')).toEqual(await addedUp('Pacific/Auckland'));
    expect(await readAll(DOUALA)).toEqual(await addedUp(DOUALA));
  });
});

const CHANGES: Record<string, (id: string, failedId: string) => Promise<unknown>> = {
  'a payment is completed late': (_id, failedId) =>
    applyProviderReport(
      handle.db,
      failedId,
      {
        outcome: 'paid',
        money: { amountMinor: 400, currency: 'XAF' },
        providerRef: 'late',
        evidence: {},
      },
      { source: 'reconcile' },
    ),
  'a payment is refunded': (id) => givenIn(handle.db).refunded(id),
  'a part of the money is returned': (paymentId) =>
    handle.db
      .insert(returnedMoney)
      .values({ paymentId, kind: 'in-part', amount: 50, returnedAt: new Date() }),
  'a vote line is changed': (id) =>
    handle.db.update(paymentVotes).set({ voteCount: 9 }).where(eq(paymentVotes.paymentId, id)),
  'an earlier payment is added': () => paidAgo(51),
};

describe.each(Object.entries(CHANGES))('after %s', (_what, change) => {
  test('the figures are those of the payments', async () => {
    const id = await paidAgo(50);
    const failedId = await failedAgo(52);
    await keepFigures(handle.db, DOUALA);
    const before = await readAll();
    await change(id, failedId);
    const after = await readAll();
    expect(after).not.toEqual(before);
    expect(after).toEqual(await addedUp());
    await keepFigures(handle.db, DOUALA);
    expect(await readAll()).toEqual(after);
  });
});

test('figures are not kept while a change of their payments is not committed', async () => {
  const id = await paidAgo(50);
  await handle.db.transaction(async (tx) => {
    await tx.update(payments).set({ amount: 999 }).where(eq(payments.id, id));
    await keepFigures(handle.db, DOUALA);
    expect(await countKept()).toBe(0);
  });
  await keepFigures(handle.db, DOUALA);
  expect(await readAll()).toEqual(await addedUp());
});

test('a change waits for the figures being kept, and forgets them', async () => {
  const id = await paidAgo(50);
  const changing = await handle.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7140232)`);
    const change = handle.db.update(payments).set({ amount: 999 }).where(eq(payments.id, id));
    const isChanged = change.then(() => undefined);
    await expect.poll(() => waitingForLocks(handle.db)).toBe(1);
    return { isChanged };
  });
  await changing.isChanged;
  await keepFigures(handle.db, DOUALA);
  expect(await readAll()).toEqual(await addedUp());
});
