import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Health, HealthItem } from '#shared/contracts/admin-health';
import { nominationTotals, paymentFlags, payments, receiptEmails } from '#shared/schema';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp({
    mobileMoneyVariables: { FAPSHI_API_KEY: 'not-theirs' },
    timeoutMs: 5_000,
  });
  admin = await anAdministrator(app);
});
afterAll(() => app.close());

const read = async (): Promise<Health> => (await admin.get('/api/admin/health').expect(200)).body;

async function itemAbout<About extends HealthItem['about']>(about: About) {
  const { items } = await read();
  return items.find((item) => item.about === about) as Extract<HealthItem, { about: About }>;
}

const secondsAgo = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`;
const HOUR = 3_600;

test('the health page is served only to administrators', async () => {
  await app.http.get('/api/admin/health').expect(401);
  const voter = await aSignedInVoter(app);
  await voter.get('/api/admin/health').expect(403);
});

test('everything is well when nothing is wrong, and a provider that rejects our key is named', async () => {
  const { items, at, runningSince } = await read();
  expect(Date.parse(runningSince)).toBeLessThan(Date.parse(at));
  // The speed of the database depends on this machine.
  const wrong = items.filter(({ about, state }) => about !== 'database' && state !== 'well');
  expect(wrong).toEqual([{ about: 'provider', state: 'wrong', name: 'fapshi', access: 'refused' }]);
  expect(items).toContainEqual({ about: 'money', state: 'well', differences: [], votes: 0 });
  const providers = items.flatMap((item) => (item.about === 'provider' ? [item.name] : []));
  expect(providers.sort()).toEqual(['campay', 'fapshi', 'mtn-momo', 'pawapay', 'stripe']);
});

describe('an open payment', () => {
  test.each([
    ['mobile money', {}, 600, 'well'],
    ['mobile money', {}, 2 * HOUR, 'look'],
    ['mobile money', {}, 26 * HOUR, 'wrong'],
    ['card', { provider: 'stripe', currency: 'USD' as const }, 20 * HOUR, 'well'],
    ['card', { provider: 'stripe', currency: 'USD' as const }, 26 * HOUR, 'wrong'],
  ])('by %s (%o) of %i seconds: %s', async (_method, values, age, state) => {
    const { nominations } = await app.given.artist();
    const { id } = await app.given.pendingPayment(nominations, values);
    const moment = secondsAgo(age);
    await app.db
      .update(payments)
      .set({ createdAt: moment, attemptedAt: moment, nextCheckAt: secondsAgo(-HOUR) })
      .where(sql`id = ${id}`);
    const item = await itemAbout('open-payments');
    await app.db.update(payments).set({ nextCheckAt: null }).where(sql`id = ${id}`);
    expect(item).toMatchObject({ state, count: 1 });
    expect(item.oldestSeconds).toBeGreaterThanOrEqual(age);
    // The payment is not checked any more.
    expect(await itemAbout('open-payments')).toMatchObject({ state: 'well', count: 0 });
  });
});

test.each([
  [10, 'well'],
  [60, 'look'],
  [600, 'wrong'],
])('checks that are %i seconds late: %s', async (late, state) => {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.pendingPayment(nominations);
  await app.db
    .update(payments)
    .set({ nextCheckAt: secondsAgo(late) })
    .where(sql`id = ${id}`);
  const item = await itemAbout('checks');
  await app.db.update(payments).set({ nextCheckAt: null }).where(sql`id = ${id}`);
  expect(item).toMatchObject({ state, count: 1 });
  expect(item.lagSeconds).toBeGreaterThanOrEqual(late);
});

test('waiting e-mails and unsettled flags are counted', async () => {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.completedPayment(nominations);
  await app.db
    .insert(receiptEmails)
    .values({ paymentId: id, nextAttemptAt: secondsAgo(900) })
    .onConflictDoUpdate({
      target: receiptEmails.paymentId,
      set: { nextAttemptAt: secondsAgo(900) },
    });
  await app.db.insert(paymentFlags).values({ paymentId: id, flag: 'disputed' });
  expect(await itemAbout('mails')).toMatchObject({ state: 'look', isOn: true, count: 1 });
  expect(await itemAbout('flags')).toEqual({ about: 'flags', state: 'look', count: 1 });
});

test('a rejected webhook is shown with its provider', async () => {
  await app.http.post('/api/webhooks/fapshi').send({ transId: 'forged' });
  await app.settled();
  expect(await itemAbout('webhooks')).toEqual({
    about: 'webhooks',
    state: 'look',
    refusedOf: ['fapshi'],
  });
});

test('differences between money and votes are shown', async () => {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.completedPayment(nominations, { each: 4, amount: 400 });
  await app.db.update(payments).set({ amount: 300 }).where(sql`id = ${id}`);
  await app.db
    .update(nominationTotals)
    .set({ votes: sql`votes - 1` })
    .where(sql`nomination_id = ${nominations[0]!.id}`);
  expect(await itemAbout('money')).toEqual({
    about: 'money',
    state: 'wrong',
    differences: [{ amountMinor: -100, currency: 'XAF' }],
    votes: 1,
  });
});
