import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '#demo/random';
import { readAnalytics } from '#server/admin/payments/analytics';
import { readStats } from '#server/admin/payments/stats';
import { rollUpPaymentCounts } from '#server/payment-counts/index';
import type { Leaders } from '#shared/contracts/admin-payments';
import { artists, payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

/** Figures are sums over everything, so each test has its own application. */
let app: TestApp;
let nominations: { id: string }[];
beforeEach(async () => {
  app = await startTestApp();
  nominations = (await app.given.artist({ nominatedIn: 2 })).nominations;
});
afterEach(() => app.close());

const douala = () => ({
  edition: app.deps.event.current,
  timezone: 'Africa/Douala',
  xafPerUsd: 600,
});

/** Counted at this moment; each vote is 100 XAF, or 50 cents. */
async function countVotes(at: string, votes: number, method: 'card' | 'mobile-money') {
  const [nomination] = nominations;
  const values =
    method === 'card'
      ? { provider: 'stripe', currency: 'USD' as const, amount: votes * 50 }
      : { amount: votes * 100 };
  const { id } = await app.given.completedPayment([nomination!], { each: votes, ...values });
  const moment = new Date(at);
  await app.db
    .update(payments)
    .set({ completedAt: moment, createdAt: moment })
    .where(eq(payments.id, id));
  return id;
}

describe('the dashboard', () => {
  test('works before there is any data', async () => {
    const admin = await anAdministrator(app);
    const { body } = await admin.get('/api/stats').expect(200);
    expect(body).toEqual({
      totalArtists: 1,
      needALook: 0,
      doBooksAgree: true,
      doesCountHold: true,
      erasureFrom: null,
      totalCategories: 2,
      totalVotes: 0,
      totalRevenue: 0,
      todayVotes: 0,
      todayRevenue: 0,
      totalByCurrency: [],
      todayByCurrency: [],
      xafPerUsd: 600,
    });
  });

  test('adds both currencies up by the configured rate', async () => {
    await countVotes('2025-11-28T12:00Z', 8, 'mobile-money');
    await countVotes('2025-11-28T13:00Z', 3, 'card');
    await app.given.refunded(await countVotes('2025-11-28T14:00Z', 50, 'mobile-money'));
    await app.given.pendingPayment(nominations);
    const now = new Date('2025-11-28T20:00Z');
    for (const rollUp of [async () => undefined, () => rollUpPaymentCounts(app.db)]) {
      await rollUp();
      expect(await readStats(app.db, { ...douala(), xafPerUsd: 500, now })).toMatchObject({
        totalVotes: 11,
        totalRevenue: 3.1,
        todayVotes: 11,
        todayRevenue: 3.1,
        totalByCurrency: [
          { currency: 'USD', amountMinor: 150 },
          { currency: 'XAF', amountMinor: 800 },
        ],
        xafPerUsd: 500,
      });
    }
  });

  test('leaves out deleted artists, but not their votes', async () => {
    await countVotes('2025-11-28T12:00Z', 8, 'mobile-money');
    await app.db.update(artists).set({ isActive: false });
    const stats = await readStats(app.db, { ...douala(), now: new Date() });
    expect(stats).toMatchObject({ totalArtists: 0, totalVotes: 8 });
  });

  test.each([
    ['2025-11-28T22:59:59.999Z', 'the last moment of the day', 1 + 2],
    ['2025-11-28T23:00:00.000Z', 'midnight in Douala', 4 + 8],
    ['2025-11-29T00:00:00.000Z', 'midnight elsewhere', 4 + 8],
  ])('at %s (%s) today has its own votes', async (now, _what, votes) => {
    await countVotes('2025-11-27T22:59:59.999Z', 32, 'card');
    await countVotes('2025-11-27T23:00:00.000Z', 1, 'mobile-money');
    await countVotes('2025-11-28T22:59:59.999Z', 2, 'card');
    await countVotes('2025-11-28T23:00:00.000Z', 4, 'mobile-money');
    await countVotes('2025-11-29T22:59:59.999Z', 8, 'card');
    await countVotes('2025-11-29T23:00:00.000Z', 16, 'card');
    const stats = await readStats(app.db, { ...douala(), now: new Date(now) });
    expect(stats.todayVotes).toBe(votes);
  });
});

describe('the analytics', () => {
  const NOW = new Date('2025-11-28T20:10Z');
  const analytics = (days: number, terms = douala()) =>
    readAnalytics(app.db, { ...terms, now: NOW, days });
  const leaders = async (): Promise<Leaders> => {
    const admin = await anAdministrator(app);
    return (await admin.get('/api/admin/leaders').expect(200)).body;
  };

  test('show a forecast of the methods until the first payment is completed', async () => {
    await app.given.pendingPayment(nominations);
    expect((await analytics(30)).paymentMethods).toEqual({
      isForecast: true,
      methods: [
        { method: 'card', percent: 65, payments: 0 },
        { method: 'mobile-money', percent: 35, payments: 0 },
      ],
    });
    await countVotes('2020-01-01T12:00Z', 1, 'mobile-money');
    await countVotes('2020-01-01T12:00Z', 1, 'mobile-money');
    await countVotes('2025-11-28T12:00Z', 1, 'card');
    expect((await analytics(30)).paymentMethods).toEqual({
      isForecast: false,
      methods: [
        { method: 'card', percent: 33.3, payments: 1 },
        { method: 'mobile-money', percent: 66.7, payments: 2 },
      ],
    });
  });

  test('have every day and hour of the time zone, including those without votes', async () => {
    await countVotes('2025-11-26T22:59:59Z', 1, 'card');
    await countVotes('2025-11-26T23:00:00Z', 2, 'card');
    await countVotes('2025-11-28T20:05:00Z', 4, 'mobile-money');
    const { votesPerDay, votesPerHour, revenuePerDay } = await analytics(3);
    expect(votesPerDay).toEqual([
      { day: '2025-11-26', votes: 1 },
      { day: '2025-11-27', votes: 2 },
      { day: '2025-11-28', votes: 4 },
    ]);
    expect(revenuePerDay).toEqual([
      { day: '2025-11-26', card: 0.5, mobileMoney: 0 },
      { day: '2025-11-27', card: 1, mobileMoney: 0 },
      { day: '2025-11-28', card: 0, mobileMoney: 0.67 },
    ]);
    expect(votesPerHour).toHaveLength(48);
    expect(votesPerHour[0]).toEqual({ at: '2025-11-26T21:00:00Z', votes: 0 });
    expect(votesPerHour.at(-1)).toEqual({ at: '2025-11-28T20:00:00Z', votes: 4 });
    expect(votesPerHour.filter(({ votes }) => votes > 0)).toEqual([
      { at: '2025-11-26T22:00:00Z', votes: 1 },
      { at: '2025-11-26T23:00:00Z', votes: 2 },
      { at: '2025-11-28T20:00:00Z', votes: 4 },
    ]);
  });

  test('handle days on which clocks change, and hours that begin at half past', async () => {
    await countVotes('2025-11-28T18:45:00Z', 3, 'card');
    const kolkata = await analytics(2, { ...douala(), timezone: 'Asia/Kolkata' });
    expect(kolkata.votesPerDay).toEqual([
      { day: '2025-11-28', votes: 0 },
      { day: '2025-11-29', votes: 3 },
    ]);
    expect(kolkata.votesPerHour.filter(({ votes }) => votes > 0)).toEqual([
      { at: '2025-11-28T18:30:00Z', votes: 3 },
    ]);
    // 25 hours long in New York.
    await countVotes('2025-11-02T04:00:00Z', 5, 'card');
    await countVotes('2025-11-03T04:59:59Z', 7, 'card');
    const newYork = await analytics(30, { ...douala(), timezone: 'America/New_York' });
    expect(newYork.votesPerDay.find(({ day }) => day === '2025-11-02')?.votes).toBe(12);
    expect(newYork.votesPerDay).toHaveLength(30);
  });

  test('equal the ledger, sum by sum', async () => {
    const draw = seededRandom('ledger');
    const random = (below: number) => Math.floor(draw() * below);
    for (let index = 0; index < 40; index++) {
      const at = new Date(NOW.getTime() - random(20 * 24 * 60) * 60_000).toISOString();
      const id = await countVotes(at, 1 + random(100), random(3) ? 'mobile-money' : 'card');
      if (random(8) === 0) await app.given.refunded(id);
    }
    const rows = await app.given.payments();
    const from = new Date('2025-11-18T23:00Z');
    const completed = rows.filter(({ status }) => status === 'completed');
    expect(completed.length).toBeGreaterThan(10);
    expect(completed.length).toBeLessThan(rows.length);
    const inWindow = completed.filter(({ completedAt }) => completedAt! >= from);
    const sum = <T>(list: T[], of: (item: T) => number) =>
      list.reduce((total, item) => total + of(item), 0);

    const { votesPerDay, votesPerHour, revenuePerDay, funnel, failureReasons, topArtists } =
      await analytics(10);
    expect(sum(votesPerDay, ({ votes }) => votes)).toBe(
      sum(inWindow, ({ totalVotes }) => totalVotes),
    );
    const lastHours = new Date('2025-11-26T21:00Z');
    expect(sum(votesPerHour, ({ votes }) => votes)).toBe(
      sum(
        completed.filter(({ completedAt }) => completedAt! >= lastHours),
        ({ totalVotes }) => totalVotes,
      ),
    );
    const cents = (currency: string) =>
      sum(
        inWindow.filter((payment) => payment.currency === currency),
        ({ amount }) => amount,
      );
    expect(sum(revenuePerDay, ({ card }) => card)).toBeCloseTo(cents('USD') / 100, 6);
    // Every day is rounded to the cent.
    expect(sum(revenuePerDay, ({ mobileMoney }) => mobileMoney)).toBeCloseTo(cents('XAF') / 600, 0);
    const created = rows.filter(({ createdAt }) => createdAt >= from);
    expect(funnel).toEqual({
      created: created.length,
      attempted: inWindow.length,
      completed: inWindow.length,
    });
    // Some were paid and refunded, which is no failure.
    expect(failureReasons).toEqual([]);
    expect(topArtists).toMatchObject([{ votes: sum(completed, ({ totalVotes }) => totalVotes) }]);
  });

  test('follow payments from their creation to their end, with the reasons for failures', async () => {
    const since = { createdAt: new Date('2025-11-28T12:00Z') };
    const failed = (failureReason: string) => ({
      status: 'failed' as const,
      failureReason,
      settledAt: NOW,
    });
    await app.given.pendingPayment(nominations, since);
    await app.given.pendingPayment(nominations, { ...since, attemptedAt: NOW });
    await app.given.pendingPayment(nominations, { ...since, ...failed('wrong-pin') });
    for (const _each of [1, 2]) {
      await app.given.pendingPayment(nominations, {
        ...since,
        ...failed('declined'),
        attemptedAt: NOW,
      });
    }
    await app.given.pendingPayment(nominations, {
      ...failed('expired'),
      createdAt: new Date('2025-10-01T12:00Z'),
    });
    await countVotes('2025-11-28T12:00Z', 1, 'card');
    const { funnel, failureReasons } = await analytics(2);
    expect(funnel).toEqual({ created: 6, attempted: 4, completed: 1 });
    expect(failureReasons).toEqual([
      { reason: 'declined', payments: 2 },
      { reason: 'wrong-pin', payments: 1 },
    ]);
  });

  test('name the leaders, overall and in each category', async () => {
    const [nomination, other] = nominations;
    await app.given.completedPayment([nomination!], { each: 5 });
    const rival = await app.given.artist({ name: 'Rival', nominatedIn: 0 });
    const { categoryId } = await app.given.nomination(
      rival.id,
      (await app.given.category({ name: 'Song', nameFr: 'Chanson' })).id,
    );
    const [song] = await app.db.query.nominations.findMany({
      where: (table, { eq: is }) => is(table.categoryId, categoryId),
    });
    await app.given.completedPayment([song!], { each: 9 });
    const { topArtists, topByCategory, activeCategories } = await analytics(1);
    expect(topArtists.map(({ votes }) => votes)).toEqual([9, 5]);
    expect(activeCategories).toBe(2);
    expect(topByCategory).toHaveLength(3);
    expect(topByCategory.find((category) => category.categoryId === categoryId)).toEqual({
      categoryId,
      name: 'Song',
      nameFr: 'Chanson',
      artists: [{ id: rival.id, name: 'Rival', votes: 9 }],
    });
    expect(other).toBeDefined();
    expect(await leaders()).toEqual(topByCategory);

    await app.given.withdrawn(song!);
    const after = await analytics(1);
    expect(after.topArtists[0]).toMatchObject({ name: 'Rival', votes: 9 });
    expect(after.activeCategories).toBe(1);
    expect(await leaders()).toEqual(after.topByCategory);
  });

  test('name the first two of a category for the overview', async () => {
    const [nomination] = nominations;
    const nominated = await app.db.query.nominations.findFirst({
      where: (table, { eq: is }) => is(table.id, nomination!.id),
    });
    const { categoryId } = nominated!;
    await app.given.completedPayment([nomination!], { each: 2 });
    for (const [name, each] of [
      ['Third', 1],
      ['First', 3],
    ] as const) {
      const rival = await app.given.artist({ name, nominatedIn: 0 });
      const rivals = await app.given.nomination(rival.id, categoryId);
      await app.given.completedPayment([rivals], { each });
    }
    const category = (await leaders()).find((leader) => leader.categoryId === categoryId);
    expect(category?.artists.map(({ votes }) => votes)).toEqual([3, 2]);
  });

  test('respond over HTTP for a month, and for any number of days', async () => {
    const admin = await anAdministrator(app);
    const { body } = await admin.get('/api/admin/analytics').expect(200);
    expect(body.votesPerDay).toHaveLength(30);
    const year = await admin.get('/api/admin/analytics?days=365').expect(200);
    expect(year.body.revenuePerDay).toHaveLength(365);
    await admin.get('/api/admin/analytics?days=0').expect(400);
    await admin.get('/api/admin/analytics?days=366').expect(400);
  });
});
