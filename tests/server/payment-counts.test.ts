import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import {
  countPayments,
  rollUpPaymentCounts,
  verifyPaymentCounts,
} from '#server/payment-counts/index';
import { paymentCountChanges, paymentCounts, payments } from '#shared/schema';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { givenIn } from '../support/given';

/** Payments with a history cannot be deleted, so each test has its own database. */
let database: TestDatabase;
let handle: DatabaseHandle;
let nominations: { id: string }[];
beforeEach(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.url);
  nominations = (await givenIn(handle.db).artist()).nominations;
});
afterEach(async () => {
  await handle.close();
  await database.drop();
});

const given = () => givenIn(handle.db);
const counts = async (period = {}) =>
  Object.fromEntries(
    (await countPayments(handle.db, period)).map(({ segment, payments }) => [segment, payments]),
  );

test('a payment is counted in its present segment, before and after the rollup', async () => {
  const { id } = await given().pendingPayment(nominations);
  expect(await counts()).toEqual({ 'mobile-money pending': 1 });
  await rollUpPaymentCounts(handle.db);
  expect(await counts()).toEqual({ 'mobile-money pending': 1 });
  await handle.db.update(payments).set({ attemptedAt: sql`now()` }).where(eq(payments.id, id));
  expect(await counts()).toEqual({ 'mobile-money pending attempted': 1 });
  await rollUpPaymentCounts(handle.db);
  expect(await counts()).toEqual({ 'mobile-money pending attempted': 1 });
});

test('amounts and votes are exact for each kind', async () => {
  await given().completedPayment(nominations, { each: 7 });
  await given().completedPayment(nominations, { each: 5 });
  await given().completedPayment(nominations, { provider: 'stripe', amount: 150, currency: 'USD' });
  const refunded = await given().completedPayment(nominations, { each: 3 });
  await given().refunded(refunded.id);
  expect(await countPayments(handle.db)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        segment: 'mobile-money completed',
        currency: 'XAF',
        payments: 2,
        amount: 1200,
        votes: 12,
      }),
      expect.objectContaining({
        segment: 'card completed',
        currency: 'USD',
        payments: 1,
        amount: 150,
        votes: 2,
      }),
      expect.objectContaining({
        segment: 'mobile-money failed',
        currency: 'XAF',
        payments: 1,
        amount: 300,
        votes: 3,
      }),
    ]),
  );
});

test.each(['before', 'after'])(
  'a period is exact to the microsecond, %s the rollup',
  async (when) => {
    for (const time of ['09:59:59.999', '10:20', '10:40', '11:30', '12:00', '12:10']) {
      await given().pendingPayment(nominations, { createdAt: new Date(`2025-11-28T${time}Z`) });
    }
    if (when === 'after') await rollUpPaymentCounts(handle.db);
    const between = async (from?: string, to?: string) => {
      const at = (time?: string) => (time ? new Date(`2025-11-28T${time}Z`) : undefined);
      return (await counts({ from: at(from), to: at(to) }))['mobile-money pending'] ?? 0;
    };
    expect(await between('10:00', '12:00')).toBe(3);
    expect(await between('10:20', '12:10')).toBe(4);
    expect(await between('10:20:00.001', '10:40')).toBe(0);
    expect(await between('10:40', '10:40:00.001')).toBe(1);
    expect(await between('10:30')).toBe(4);
    expect(await between(undefined, '10:30')).toBe(2);
    expect(await between('12:00', '10:00')).toBe(0);
  },
);

test('the counters stay right under concurrent changes', async () => {
  const some = await Promise.all(
    Array.from({ length: 20 }, (_, each) =>
      given().pendingPayment(nominations, { each: each + 1 }),
    ),
  );
  await Promise.all([
    ...some.map(({ id }) => given().aged(id, `${Number.parseInt(id.slice(0, 4), 16)} minutes`)),
    ...Array.from({ length: 10 }, () => given().completedPayment(nominations)),
    ...Array.from({ length: 5 }, () => rollUpPaymentCounts(handle.db)),
    ...Array.from({ length: 5 }, async () => {
      const all = await countPayments(handle.db);
      expect(all.every(({ payments }) => payments > 0)).toBe(true);
    }),
  ]);
  expect(await verifyPaymentCounts(handle.db)).toEqual([]);
  await rollUpPaymentCounts(handle.db);
  expect(await handle.db.$count(paymentCountChanges)).toBe(0);
  expect(await verifyPaymentCounts(handle.db)).toEqual([]);
});

test('a wrong counter is found, with its hour and its day', async () => {
  await given().pendingPayment(nominations, { createdAt: new Date('2025-11-28T10:20Z') });
  await rollUpPaymentCounts(handle.db);
  await handle.db.update(paymentCounts).set({ payments: 2 }).where(eq(paymentCounts.payments, 1));
  expect(await verifyPaymentCounts(handle.db)).toEqual([
    expect.objectContaining({ grain: 'day', segment: 'mobile-money pending', currency: 'XAF' }),
    expect.objectContaining({ grain: 'hour', segment: 'mobile-money pending', currency: 'XAF' }),
  ]);
});
