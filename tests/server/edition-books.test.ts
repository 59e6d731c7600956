import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepFigures, verifyKeptFigures } from '#server/kept-figures/index';
import { rollUpPaymentCounts, verifyPaymentCounts } from '#server/payment-counts/index';
import type { EditionFigures } from '#shared/contracts/admin-payments';
import type { BookDay, Books, Closings, StatementCompared } from '#shared/contracts/books';
import {
  bookDays,
  bookDifferences,
  editions,
  keptFigures,
  linkVisits,
  payments,
} from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { beginEdition, draftEdition } from '../support/editions';
import { enterOurs } from '../support/provider-books';
import { statementMapping } from '../support/statement-mapping';

const ZONE = 'Africa/Douala';
const DAY_MS = 86_400_000;
let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
/** The day on which 2026 begins, at noon; three days ago, so that all its figures can be kept. */
let change: Date;
let day: string;
let dayBefore: string;
let dayAfter: string;
let old: { id: string; categoryId: string }[];
let current: { id: string; categoryId: string }[];

const dayAgo = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() - days * DAY_MS);
const onDay = (date: string, time: string) => new Date(`${date}T${time}:00+01:00`);

async function paid(voted: { id: string }[], votes: number, created: Date, completed: Date) {
  const { paymentId } = await enterOurs(app, voted, { provider: 'mtn-momo', at: created, votes });
  await app.db.update(payments).set({ completedAt: completed }).where(eq(payments.id, paymentId));
  return paymentId;
}

/** Payments of 2025, of which two were completed after 2026 began, and one of 2026. */
let early: string;
let crossing: string;
let late: string;
let fresh: string;

beforeEach(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: ZONE } });
  await app.setEvent({ year: '2025' });
  admin = await anAdministrator(app);
  [day, dayBefore, dayAfter] = [dayAgo(3), dayAgo(4), dayAgo(2)];
  change = onDay(day, '12:00');
  old = (await app.given.artist({ name: 'Ada' })).nominations;
  early = await paid(old, 1, onDay(dayBefore, '10:00'), onDay(dayBefore, '10:01'));
  crossing = await paid(old, 2, onDay(day, '11:59'), onDay(day, '12:30'));
  late = await paid(old, 4, onDay(dayBefore, '11:00'), onDay(dayAfter, '09:00'));
  await beginEdition(app, '2026', change);
  current = (await app.given.artist({ name: 'Bea' })).nominations;
  fresh = await paid(current, 8, onDay(day, '12:00'), onDay(day, '12:31'));
});
afterEach(() => app.close());

const get = async <Body>(path: string): Promise<Body> => (await admin.get(path).expect(200)).body;
const booksOf = (year: string, month = day.slice(0, 7)) =>
  get<Books>(`/api/admin/books?month=${month}&edition=${year}`);
/** Days of an edition with its votes, oldest first, in whatever months they are. */
async function votesByDay(year: string) {
  const months = [...new Set([dayBefore, day, dayAfter].map((date) => date.slice(0, 7)))];
  const all = await Promise.all(months.map((month) => booksOf(year, month)));
  const days = all.flatMap((books) => books.days).sort((a, b) => (a.day < b.day ? -1 : 1));
  return Object.fromEntries(days.map(({ day: date, lines }) => [date, lines[0]?.votes ?? 0]));
}
const readDay = (year: string, date = day) =>
  get<BookDay>(`/api/admin/books/days/${date}?edition=${year}`);
const figures = () => get<EditionFigures>('/api/admin/editions/figures');

const expectAllVerified = async () => {
  expect(await verifyKeptFigures(app.db)).toEqual([]);
  expect(await verifyPaymentCounts(app.db)).toEqual([]);
};

const OF_2025 = () => ({ [dayBefore]: 1, [day]: 2, [dayAfter]: 4 });

describe('a payment completed after its edition was archived', () => {
  test.each(['added up', 'kept'])('counts for it in the books, %s', async (how) => {
    if (how === 'kept') await keepFigures(app.db, ZONE);
    expect(await votesByDay('2025')).toEqual(OF_2025());
    expect(await votesByDay('2026')).toEqual({ [day]: 8 });
    expect((await readDay('2025')).lines).toMatchObject([{ payments: 1, taken: 200, votes: 2 }]);
    expect((await readDay('2026')).lines).toMatchObject([{ payments: 1, taken: 800, votes: 8 }]);
    const { overall, firstMonth } = await booksOf('2025');
    expect(overall).toEqual({ differences: [], votes: 0 });
    expect(firstMonth).toBe(dayBefore.slice(0, 7));
    expect((await booksOf('2026')).firstMonth).toBe(day.slice(0, 7));
    await expectAllVerified();
  });

  test('counts for it in figures that the release before has kept', async () => {
    // As that release wrote them, before and after 2026 began.
    await keepFigures(app.db, ZONE);
    await app.db.execute(sql`
      update ${keptFigures} set figures = jsonb_set(figures, '{lines}', (
        select coalesce(jsonb_agg(line - 'edition'), '[]')
        from jsonb_array_elements(figures->'lines') as line))
      where kind = 'paid'`);
    expect(await votesByDay('2025')).toEqual(OF_2025());
    expect(await votesByDay('2026')).toEqual({ [day]: 8 });
    await expectAllVerified();
    // Those of the time after are replaced, those of the time before are read as they are.
    await keepFigures(app.db, ZONE);
    expect(await votesByDay('2025')).toEqual(OF_2025());
    const withoutEdition = await app.db.$count(
      keptFigures,
      sql`kind = 'paid' and jsonb_array_length(figures->'lines') > 0
        and figures #> '{lines,0,edition}' is null`,
    );
    expect(withoutEdition).toBe(2);
    await expectAllVerified();
  });

  test('counts for it in its analytics and totals', async () => {
    await rollUpPaymentCounts(app.db);
    const of = async (year: string) => ({
      stats: (await admin.get(`/api/stats?edition=${year}`).expect(200)).body,
      analytics: (await admin.get(`/api/admin/analytics?edition=${year}&days=7`).expect(200)).body,
    });
    const [then, now] = [await of('2025'), await of('2026')];
    expect(then.stats).toMatchObject({
      totalVotes: 7,
      totalArtists: 1,
      totalCategories: 1,
      totalByCurrency: [{ currency: 'XAF', amountMinor: 700 }],
      doBooksAgree: true,
    });
    expect(now.stats).toMatchObject({ totalVotes: 8, totalArtists: 1, doBooksAgree: true });
    const lastDays = then.analytics.votesPerDay.slice(-3);
    expect(lastDays).toEqual([
      { day: dayBefore, votes: 1 },
      { day, votes: 2 },
      { day: dayAfter, votes: 4 },
    ]);
    expect(then.analytics.funnel).toEqual({ created: 3, attempted: 3, completed: 3 });
    expect(now.analytics.funnel).toEqual({ created: 1, attempted: 1, completed: 1 });
    expect(now.analytics.votesPerDay.filter(({ votes }: { votes: number }) => votes > 0)).toEqual([
      { day, votes: 8 },
    ]);
    expect(then.analytics.topArtists).toMatchObject([{ name: 'Ada', votes: 7 }]);
    expect(now.analytics.topArtists).toMatchObject([{ name: 'Bea', votes: 8 }]);
    const leaders = await get<{ artists: { name: string }[] }[]>('/api/admin/leaders?edition=2025');
    expect(leaders.map(({ artists }) => artists.map(({ name }) => name))).toEqual([['Ada']]);
  });
});

test('visits of the day on which an edition begins count for it, payments for their own', async () => {
  await app.db.insert(linkVisits).values([
    { day: dayBefore, source: 'radio', visits: 5 },
    { day, source: 'radio', visits: 7 },
  ]);
  for (const id of [early, crossing, fresh]) {
    await app.db.update(payments).set({ linkSource: 'radio' }).where(eq(payments.id, id));
  }
  const linksOf = async (year: string) =>
    (await admin.get(`/api/admin/analytics?days=30&edition=${year}`).expect(200)).body.links;
  for (const how of ['added up', 'kept']) {
    if (how === 'kept') await keepFigures(app.db, ZONE);
    expect(await linksOf('2025')).toEqual([{ source: 'radio', visits: 5, checkouts: 2, votes: 3 }]);
    expect(await linksOf('2026')).toEqual([{ source: 'radio', visits: 7, checkouts: 1, votes: 8 }]);
  }
});

test('a payment that is reversed after the change is returned in its own edition', async () => {
  await keepFigures(app.db, ZONE);
  await admin
    .post(`/api/admin/payments/${crossing}/refund-by-hand`)
    .send({ amount: 200, reference: 'OM-1', returnedAt: new Date().toISOString() })
    .expect(200);
  expect((await readDay('2025')).lines).toMatchObject([{ taken: 200, refunded: 200, votes: 0 }]);
  expect((await readDay('2026')).lines).toMatchObject([{ taken: 800, refunded: 0, votes: 8 }]);
  const { editions, all } = await figures();
  expect(editions.map(({ votes }) => votes)).toEqual([5, 8]);
  expect(all).toMatchObject({ votes: 13, difference: { differences: [], votes: 0 } });
  const actions = async (year: string) =>
    (await get<{ actions: { action: string }[] }>(`/api/admin/actions?edition=${year}`)).actions;
  expect((await actions('2025')).map(({ action }) => action)).toContain('payment.refund-by-hand');
  expect((await actions('2026')).map(({ action }) => action)).not.toContain(
    'payment.refund-by-hand',
  );
  await keepFigures(app.db, ZONE);
  await expectAllVerified();
});

describe('closings', () => {
  const close = (year: string, date: string | null) =>
    admin.post(`/api/admin/books/closings?edition=${year}`).send({ day: date });
  const list = (year: string, date?: string) =>
    get<Closings>(
      `/api/admin/books/closings?edition=${year}${date === undefined ? '' : `&day=${date}`}`,
    );

  test('of a shared day belong to one edition each, and so does every correction', async () => {
    const { body: first } = await close('2025', day).expect(201);
    expect((await list('2026', day)).closings).toEqual([]);
    await close('2026', day).expect(201);
    expect((await close('2025', day).expect(409)).body.code).toBe('not-closable');
    await app.given.refunded(fresh);
    expect((await list('2025', day)).canClose).toBe(false);
    expect((await list('2026', day)).closings[0]?.corrections).toContainEqual(
      expect.objectContaining({ figure: 'refunded', closed: 0, now: 800 }),
    );
    const report = await admin.get(`/api/admin/books/closings/${first.id}/report.csv`).expect(200);
    expect(report.text).toContain('Books,,,Edition,2025,');
    expect(report.text).toContain(',Votes,2,');
    expect(report.text).not.toContain('Corrections since closing');
  });

  test('of a whole edition have its payments, whenever they were completed', async () => {
    const { body } = await close('2025', null).expect(201);
    const report = await admin.get(`/api/admin/books/closings/${body.id}/report.csv`).expect(200);
    expect(report.headers['content-disposition']).toContain('books-2025.csv');
    expect(report.text).toContain('MTN MoMo,XAF,Taken,700,');
    expect(report.text.match(/^Votes by category,/gm)).toHaveLength(1);
    const { body: next } = await close('2026', null).expect(201);
    const other = await admin.get(`/api/admin/books/closings/${next.id}/report.csv`).expect(200);
    expect(other.text).toContain('MTN MoMo,XAF,Taken,800,');
  });
});

describe('a provider’s list, which knows no editions', () => {
  const MAPPING = statementMapping({ payment: 'External Id', fee: 'Fee' });
  const upload = async (lines: string[], date: string): Promise<StatementCompared> => {
    const query = new URLSearchParams({
      provider: 'mtn-momo',
      from: date,
      until: date,
      mapping: JSON.stringify(MAPPING),
    });
    const answer = await admin
      .post(`/api/admin/statements?${query}`)
      .set('Content-Type', 'text/csv')
      .send(['Id,Date,External Id,Amount,Fee', ...lines].join('\n'))
      .expect(200);
    return answer.body;
  };

  test('finds a payment of 2025 in 2026, and its difference counts for 2025', async () => {
    expect(await upload([`1,${dayAfter} 09:00:05,${late},400,4`], dayAfter)).toMatchObject({
      problems: [],
      lines: 1,
      strangers: 0,
      differences: 0,
    });
    expect((await readDay('2025', dayAfter)).comparisons).toMatchObject([{ state: 'compared' }]);
    expect(await upload([`1,${dayAfter} 09:00:05,${late},500,4`], dayAfter)).toMatchObject({
      differences: 1,
    });
    expect((await readDay('2025', dayAfter)).differences).toMatchObject([
      { reason: 'amount-differs', payment: { id: late } },
    ]);
    expect(await readDay('2026', dayAfter)).toMatchObject({ differences: [], openDifferences: 0 });
  });

  test('is shown in both editions of a day, with its costs in that of the day', async () => {
    const stranger = '00000000-0000-4000-8000-000000000001';
    await upload(
      [
        `1,${day} 12:30:05,${crossing},200,4`,
        `2,${day} 12:31:05,${fresh},800,8`,
        `3,${day} 12:32:05,${stranger},100,1`,
      ],
      day,
    );
    const [then, now] = [await readDay('2025'), await readDay('2026')];
    expect(then.comparisons).toEqual(now.comparisons);
    expect(then.differences).toEqual([]);
    expect(now.differences).toMatchObject([{ reason: 'unknown-here', payment: null }]);
    const dayOf = (books: Books) => books.days.find((row) => row.day === day);
    expect(dayOf(await booksOf('2025'))).toMatchObject({
      comparisons: [{ provider: 'mtn-momo', state: 'compared' }],
      openDifferences: 0,
    });
    expect(dayOf(await booksOf('2026'))).toMatchObject({ openDifferences: 1 });
    expect((await booksOf('2025')).costs).toEqual([]);
    expect((await booksOf('2026')).costs).toMatchObject([{ fee: 13 }]);
    const [difference] = await app.db.select().from(bookDifferences);
    await admin
      .post(`/api/admin/books/differences/${difference!.id}/close`)
      .send({ note: 'Known' })
      .expect(204);
    expect(await app.db.$count(bookDays, and(eq(bookDays.day, day)))).toBe(1);
  });
});

describe('all editions side by side', () => {
  test('have days since the opening of each, and add up to all payments', async () => {
    const found = await figures();
    const none = { differences: [], votes: 0 };
    expect(found).toEqual({
      editions: [
        {
          year: '2025',
          payments: 3,
          votes: 7,
          money: [{ currency: 'XAF', amountMinor: 700 }],
          difference: none,
          voters: 3,
          days: [
            { day: 1, votes: 1, money: [{ currency: 'XAF', amountMinor: 100 }] },
            { day: 2, votes: 2, money: [{ currency: 'XAF', amountMinor: 200 }] },
            { day: 3, votes: 4, money: [{ currency: 'XAF', amountMinor: 400 }] },
          ],
        },
        {
          year: '2026',
          payments: 1,
          votes: 8,
          money: [{ currency: 'XAF', amountMinor: 800 }],
          difference: none,
          voters: 1,
          days: [{ day: 1, votes: 8, money: [{ currency: 'XAF', amountMinor: 800 }] }],
        },
      ],
      all: {
        payments: 4,
        votes: 15,
        money: [{ currency: 'XAF', amountMinor: 1500 }],
        difference: none,
      },
    });
    await keepFigures(app.db, ZONE);
    await rollUpPaymentCounts(app.db);
    expect(await figures()).toEqual(found);
  });

  test('count people by number, e-mail or browser, and as stored once archived', async () => {
    const votersOf2025 = async () => (await figures()).editions[0]?.voters;
    const set = (id: string, values: Partial<typeof payments.$inferInsert>) =>
      app.db.update(payments).set(values).where(eq(payments.id, id));
    await set(early, { phoneHash: 'one', voterEmail: 'a@example.com' });
    await set(crossing, { voterEmail: 'B@example.com', deviceHash: 'first' });
    await set(late, { voterEmail: 'b@example.com', deviceHash: 'second' });
    expect(await votersOf2025()).toBe(2);
    await set(late, { voterEmail: null, deviceHash: null, phoneHash: 'one' });
    expect(await votersOf2025()).toBe(2);
    await app.db.update(editions).set({ voters: 9 }).where(eq(editions.state, 'archived'));
    expect(await votersOf2025()).toBe(9);
  });

  test('begin with the opening of voting, if it was before the first payment', async () => {
    await app.setEvent({ opensAt: onDay(dayAgo(5), '23:00').toISOString() });
    const [, now] = (await figures()).editions;
    expect(now?.days.map(({ day: number }) => number)).toEqual([3]);
  });

  test('show in which edition votes were counted without money', async () => {
    await app.db.execute(sql`
      update nomination_totals set votes = votes + 3 where nomination_id = ${old[0]!.id}`);
    const { editions, all } = await figures();
    expect(editions.map(({ difference }) => difference.votes)).toEqual([-3, 0]);
    expect(all.difference.votes).toBe(-3);
    expect((await booksOf('2025')).overall.votes).toBe(-3);
    expect((await booksOf('2026')).overall.votes).toBe(0);
  });
});

test('a draft has no payments, and an unknown edition is not found', async () => {
  await draftEdition(app, '2027');
  const { body } = await admin.get('/api/stats?edition=2027').expect(200);
  expect(body).toMatchObject({ totalVotes: 0, totalByCurrency: [], doBooksAgree: true });
  expect((await booksOf('2027')).days).toEqual([]);
  const analytics = await admin.get('/api/admin/analytics?edition=2027').expect(200);
  expect(analytics.body.funnel.created).toBe(0);
  for (const path of [
    '/api/stats',
    '/api/admin/books',
    '/api/voter-tracking',
    '/api/admin/actions',
  ]) {
    await admin.get(`${path}?edition=1999`).expect(404);
  }
  expect((await figures()).editions).toHaveLength(2);
});
