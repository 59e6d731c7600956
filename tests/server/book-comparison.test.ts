import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareDueDays, planDays } from '#server/admin/books/comparison/nightly';
import type { BookDay, Books, Difference } from '#shared/contracts/books';
import { adminActions, bookDays, bookDifferences } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import {
  enterAtProvider,
  enterBoth,
  enterOurs,
  LISTING,
  type Listing,
} from '../support/provider-books';

const HOUR_MS = 3_600_000;
const ZONE = 'Africa/Douala';
let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let voted: { id: string }[];
/** Noon of yesterday, in the event's time zone. */
let noon: Date;
let yesterday: string;

beforeEach(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: ZONE } });
  admin = await anAdministrator(app);
  voted = (await app.given.artist()).nominations;
  const before = new Date(Date.now() - 24 * HOUR_MS);
  yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(before);
  noon = new Date(`${yesterday}T12:00:00+01:00`);
});
afterEach(() => app.close());

const later = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS);
const readDay = async (day = yesterday): Promise<BookDay> =>
  (await admin.get(`/api/admin/books/days/${day}`).expect(200)).body;
const requestComparison = (provider: string, day = yesterday) =>
  admin.post(`/api/admin/books/days/${day}/compare`).send({ provider });

async function compare(provider: string) {
  await requestComparison(provider).expect(200, { isNew: true });
  await app.settled();
  const { comparisons, differences } = await readDay();
  return {
    comparison: comparisons.find((candidate) => candidate.provider === provider),
    differences,
  };
}
const reasonsOf = (differences: Difference[]) =>
  differences.map(({ reason, payment }) => [reason, payment?.id ?? null]);
const fault = (provider: Listing, listFaults: Partial<typeof app.campay.switches.listFaults>) =>
  app[provider].configure({
    listFaults: { missing: [], doubled: [], late: {}, wrongAmounts: {}, ...listFaults },
  });
const LIST_CALL = {
  campay: () => app.campay.failNext('history', { kind: 'half-body' }, 2),
  fapshi: () => app.fapshi.failNext('search', { kind: 'half-body' }, 2),
  stripe: () => app.stripe.failNext('balanceTransactions.list', { kind: 'half-body' }, 2),
};

describe.each(LISTING)('the list of %s', (provider) => {
  test("matches the books, and includes the provider's fees", async () => {
    const { amount } = await enterBoth(app, voted, { provider, at: noon });
    await enterBoth(app, voted, { provider, at: later(1) });
    // On other days.
    await enterBoth(app, voted, { provider, at: later(-13) });
    await enterBoth(app, voted, { provider, at: later(12) });
    const { comparison, differences } = await compare(provider);
    expect(differences).toEqual([]);
    const currency = provider === 'stripe' ? 'USD' : 'XAF';
    expect(comparison).toMatchObject({
      source: 'list',
      state: 'compared',
      isUnderWay: false,
      by: expect.any(String),
      listed: { sums: [{ currency, payments: 2, paid: 2 * amount, returned: 0 }] },
    });
    const [fee] = comparison!.listed!.fees;
    expect(fee!.fee).toBeGreaterThan(0);
    expect(fee!.fee + fee!.net).toBe(2 * amount);
    const month = await admin.get(`/api/admin/books?month=${yesterday.slice(0, 7)}`).expect(200);
    const costs: Books['costs'] = month.body.costs;
    const cost = costs.find((each) => each.provider === provider)!;
    expect(cost).toMatchObject({ currency: fee!.currency });
    expect(cost.fee).toBeGreaterThanOrEqual(fee!.fee);
  });

  test('with a missing, a repeated and a wrong payment gives three differences', async () => {
    const missing = await enterBoth(app, voted, { provider, at: noon });
    const doubled = await enterBoth(app, voted, { provider, at: noon });
    const wrong = await enterBoth(app, voted, { provider, at: noon });
    const lateEntry = await enterBoth(app, voted, { provider, at: later(11) });
    fault(provider, {
      missing: [missing.reference],
      doubled: [doubled.reference],
      wrongAmounts: { [wrong.reference]: 1_000 },
      late: { [lateEntry.reference]: 5 * HOUR_MS },
    });
    const { differences } = await compare(provider);
    expect(reasonsOf(differences).sort()).toEqual([
      ['amount-differs', wrong.paymentId],
      ['listed-twice', doubled.paymentId],
      ['unknown-there', missing.paymentId],
    ]);
    expect(differences.find(({ reason }) => reason === 'amount-differs')).toMatchObject({
      listed: { amountMinor: 1_000 },
      payment: { amountMinor: wrong.amount },
    });
    // The list is corrected, and read again.
    fault(provider, {});
    expect((await compare(provider)).differences).toEqual([]);
  });

  test('contains a payment that is pending here: after a check it is counted', async () => {
    const pending = await enterOurs(app, voted, { provider, at: noon, status: 'pending' });
    const reference = enterAtProvider(app, provider, pending);
    await app.db.execute(
      sql`update payments set provider_ref = ${reference} where id = ${pending.paymentId}`,
    );
    const { differences } = await compare(provider);
    expect(reasonsOf(differences)).toEqual([['paid-there', pending.paymentId]]);
    const check = () => admin.post(`/api/admin/books/differences/${differences[0]!.id}/ask`);
    await check().expect(200, { isAnswered: true, isSettled: true });
    expect(await app.given.payment(pending.paymentId)).toMatchObject({ status: 'completed' });
    expect((await readDay()).differences).toMatchObject([{ resolution: 'settled' }]);
    expect((await check().expect(409)).body.code).toBe('already-settled');
  });

  test('with a payment that we do not have gives a difference', async () => {
    enterAtProvider(app, provider, {
      paymentId: '6d6c1f4e-7f5b-4b52-8f2e-0f3d1f0c9a11',
      amount: 400,
      at: noon,
    });
    await enterOurs(app, voted, { provider, at: later(-20) });
    const { differences } = await compare(provider);
    expect(reasonsOf(differences)).toEqual([['unknown-here', null]]);
  });

  test('fails half-way: the day is not compared, and earlier results stay', async () => {
    const { reference } = await enterBoth(app, voted, { provider, at: noon });
    fault(provider, { missing: [reference] });
    await compare(provider);
    LIST_CALL[provider]();
    const { comparison, differences } = await compare(provider);
    expect(comparison).toMatchObject({
      state: 'not-compared',
      trouble: 'unanswered',
      isUnderWay: false,
      listed: null,
    });
    expect(reasonsOf(differences)).toMatchObject([['unknown-there', expect.any(String)]]);
  });
});

test('a list that fails half-way reports how far it got', async () => {
  for (let index = 0; index < 120; index++) {
    enterAtProvider(app, 'stripe', {
      paymentId: '6d6c1f4e-7f5b-4b52-8f2e-0f3d1f0c9a11',
      amount: 400,
      at: new Date(noon.getTime() + index * 60_000),
    });
  }
  // The first of two pages arrives.
  app.stripe.failNext('balanceTransactions.list', { kind: 'delay', ms: 1 });
  app.stripe.failNext('balanceTransactions.list', { kind: 'cut' }, 3);
  const { comparison } = await compare('stripe');
  expect(comparison).toMatchObject({
    state: 'not-compared',
    readUntil: new Date(noon.getTime() + 20 * 60_000).toISOString(),
  });
});

test('a day that the list never returns completely is not compared', async () => {
  for (let index = 0; index < 201; index++) {
    enterAtProvider(app, 'fapshi', {
      paymentId: '6d6c1f4e-7f5b-4b52-8f2e-0f3d1f0c9a11',
      amount: 400,
      at: new Date(noon.getTime() + index * 1_000),
    });
  }
  const { comparison } = await compare('fapshi');
  expect(comparison).toMatchObject({ state: 'not-compared', trouble: 'too-many' });
});

test('up to two hundred payments of a day are read from both its ends', async () => {
  for (let index = 0; index < 150; index++) {
    await enterBoth(app, voted, { provider: 'fapshi', at: noon });
  }
  const { comparison, differences } = await compare('fapshi');
  expect(differences).toEqual([]);
  expect(comparison).toMatchObject({ state: 'compared', listed: { sums: [{ payments: 150 }] } });
});

describe('money returned at Stripe', () => {
  test('withdraws the votes here after a check', async () => {
    const { paymentId, reference } = await enterBoth(app, voted, { provider: 'stripe', at: noon });
    app.stripe.configure({ webhooks: 'lost' });
    await app.stripe.refund(reference);
    const refund = [...app.stripe.records.refunds.values()][0]!;
    app.stripe.records.put({ ...refund, created: Math.floor(later(2).getTime() / 1_000) });
    const { differences } = await compare('stripe');
    expect(reasonsOf(differences)).toEqual([['refunded-there', paymentId]]);
    await admin
      .post(`/api/admin/books/differences/${differences[0]!.id}/ask`)
      .expect(200, { isAnswered: true, isSettled: true });
    expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: 'refunded' });
  });

  test('is a difference, too, when it was lost in an unknown dispute', async () => {
    const { paymentId, reference } = await enterBoth(app, voted, { provider: 'stripe', at: noon });
    app.stripe.configure({ webhooks: 'lost' });
    const dispute = await app.stripe.openDispute(reference);
    app.stripe.records.put({ ...dispute, created: Math.floor(later(2).getTime() / 1_000) });
    const { differences } = await compare('stripe');
    expect(reasonsOf(differences)).toEqual([['disputed-there', paymentId]]);
  });
});

test('a difference that was closed with a reason stays closed, and the action is recorded', async () => {
  const { reference } = await enterBoth(app, voted, { provider: 'campay', at: noon });
  fault('campay', { missing: [reference] });
  const { differences } = await compare('campay');
  const address = `/api/admin/books/differences/${differences[0]!.id}/close`;
  await admin.post(address).send({ note: '  ' }).expect(400);
  await admin.post(address).send({ note: 'Campay says it lost the line' }).expect(204);
  await admin.post(address).send({ note: 'again' }).expect(409);
  const { differences: again } = await compare('campay');
  expect(again).toMatchObject([{ resolution: 'closed', note: 'Campay says it lost the line' }]);
  const actions = await app.db.select().from(adminActions);
  expect(actions).toContainEqual(
    expect.objectContaining({
      action: 'books.close-difference',
      entityId: yesterday,
      userId: admin.id,
    }),
  );
  const { body } = await admin.get(`/api/admin/books?month=${yesterday.slice(0, 7)}`).expect(200);
  expect(body.days[0]).toMatchObject({
    day: yesterday,
    comparisons: [{ provider: 'campay', state: 'compared' }],
    openDifferences: 0,
  });
});

test('a day shows either a comparison with its results, or none', async () => {
  const key = { provider: 'campay', day: yesterday };
  await app.db.insert(bookDays).values({ ...key, busyUntil: new Date(Date.now() + HOUR_MS) });
  const countWaiting = async () => {
    const { rows } = await app.db.execute(
      sql`select from pg_locks where not granted and relation = 'book_days'::regclass
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length;
  };
  let reading: Promise<BookDay> | null = null;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${bookDays}`);
    reading = readDay();
    await expect.poll(countWaiting).toBe(1);
    await tx
      .insert(bookDifferences)
      .values({ ...key, reason: 'unknown-there', subject: 'nobody’s' });
    await tx.update(bookDays).set({ state: 'compared', busyUntil: null });
  });
  const { comparisons, differences } = await reading!;
  expect(differences).toHaveLength(comparisons[0]?.isUnderWay ? 0 : 1);
});

describe('a request to compare a day', () => {
  test('made several times at once starts one comparison', async () => {
    await enterBoth(app, voted, { provider: 'campay', at: noon });
    app.campay.failNext('history', { kind: 'delay', ms: 20_000 });
    const pressed = await Promise.all([
      requestComparison('campay'),
      requestComparison('campay'),
      requestComparison('campay'),
    ]);
    expect(pressed.map(({ body }) => body.isNew).sort()).toEqual([false, false, true]);
    expect((await readDay()).comparisons).toMatchObject([{ isUnderWay: true }]);
    app.campay.faults.reset();
    await app.settled();
    expect((await readDay()).comparisons).toMatchObject([{ isUnderWay: false }]);
    expect(await app.db.$count(adminActions, eq(adminActions.action, 'books.compare'))).toBe(1);
  });

  test.each(['mtn-momo', 'nobody'])('is rejected when there is no list: %s', async (provider) => {
    expect((await requestComparison(provider).expect(409)).body.code).toBe('not-comparable');
  });

  test('is rejected before the day has begun', async () => {
    const tomorrow = new Date(noon.getTime() + 48 * HOUR_MS).toISOString().slice(0, 10);
    const { body } = await requestComparison('campay', tomorrow).expect(409);
    expect(body.code).toBe('not-comparable');
  });
});

describe('at night', () => {
  const context = () => ({ payments: app.context, timezone: () => ZONE });
  const makeDue = () =>
    app.db.execute(sql`update book_days set next_at = now()
    where next_at is not null`);

  test('every day since the first payment is compared, once', async () => {
    await enterBoth(app, voted, { provider: 'campay', at: later(-48) });
    await enterBoth(app, voted, { provider: 'stripe', at: noon });
    await planDays(context());
    await makeDue();
    expect(await compareDueDays(context())).toBe(4);
    const rows = await app.db.select().from(bookDays);
    expect(rows.map(({ provider, state, userId }) => [provider, state, userId]).sort()).toEqual([
      ['campay', 'compared', null],
      ['campay', 'compared', null],
      ['campay', 'compared', null],
      ['stripe', 'compared', null],
    ]);
    await planDays(context());
    expect(await compareDueDays(context())).toBe(0);
  });

  test('a day is due at three in the morning of the next', async () => {
    await enterBoth(app, voted, { provider: 'campay', at: noon });
    await planDays(context());
    const [row] = await app.db.select().from(bookDays);
    expect(row!.nextAt).toEqual(later(15));
  });

  test('failed comparisons are retried, and so are those whose list may still change', async () => {
    const { reference } = await enterBoth(app, voted, { provider: 'campay', at: noon });
    fault('campay', { missing: [reference] });
    LIST_CALL.campay();
    await planDays(context());
    await makeDue();
    expect(await compareDueDays(context())).toBe(1);
    expect((await readDay()).comparisons).toMatchObject([{ state: 'not-compared', by: null }]);
    await makeDue();
    await compareDueDays(context());
    expect((await readDay()).differences).toMatchObject([{ reason: 'unknown-there' }]);
    fault('campay', {});
    await makeDue();
    expect(await compareDueDays(context())).toBe(1);
    expect(await app.db.$count(bookDifferences)).toBe(0);
    await makeDue();
    expect(await compareDueDays(context())).toBe(0);
  });

  test('two processes share the days', async () => {
    await enterBoth(app, voted, { provider: 'campay', at: later(-24 * 5) });
    await planDays(context());
    await makeDue();
    const tried = await Promise.all([compareDueDays(context()), compareDueDays(context())]);
    expect(tried[0] + tried[1]).toBe(6);
    expect(app.campay.callCount('history')).toBe(6);
  });
});
