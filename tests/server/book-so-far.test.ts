import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareDueDays } from '#server/admin/books/comparison/nightly';
import type { BookDay } from '#shared/contracts/books';
import { bookDays } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { enterBoth, enterOurs } from '../support/provider-books';
import { statementMapping } from '../support/statement-mapping';

const MINUTE_MS = 60_000;
/** A time zone in which it is three or four in the afternoon now. */
const offset = ((15 - new Date().getUTCHours() + 36) % 24) - 12;
const ZONE = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
const dayAt = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(ms);

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let voted: { id: string }[];
let today: string;

beforeEach(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: ZONE } });
  admin = await anAdministrator(app);
  voted = (await app.given.artist()).nominations;
  today = dayAt(Date.now());
});
afterEach(() => app.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const readDay = async (): Promise<BookDay> =>
  (await admin.get(`/api/admin/books/days/${today}`).expect(200)).body;

/** Nothing of the day looks as if it had been compared for good. */
async function expectNotFinal(provider: string) {
  const month = await admin.get(`/api/admin/books?month=${today.slice(0, 7)}`).expect(200);
  const day = month.body.days.find((each: { day: string }) => each.day === today);
  expect(day.comparisons).toEqual([{ provider, state: 'due' }]);
  expect(month.body.costs).toEqual([]);
  const closings = await admin.get(`/api/admin/books/closings?day=${today}`).expect(200);
  expect(closings.body.canClose).toBe(false);
  await admin.post('/api/admin/books/closings').send({ day: today }).expect(409);
  await admin.post('/api/admin/books/closings').send({ day: null }).expect(201);
  const { rows } = await app.db.execute<{ open: object; fees: object }>(
    sql`select figures->'open' as open, figures->'fees' as fees from book_closings`,
  );
  expect(rows).toMatchObject([{ open: { notCompared: 1 }, fees: [] }]);
}

describe('the list of a day that goes on', () => {
  const compare = async () => {
    const address = `/api/admin/books/days/${today}/compare`;
    await admin.post(address).send({ provider: 'campay' }).expect(200, { isNew: true });
    await app.settled();
    const { comparisons, differences } = await readDay();
    return { comparison: comparisons[0]!, differences };
  };
  const hide = (...references: string[]) =>
    app.campay.configure({
      listFaults: { missing: references, doubled: [], late: {}, wrongAmounts: {} },
    });

  test('is compared as of ten minutes ago, and as a whole at night', async () => {
    const listed = await enterBoth(app, voted, { provider: 'campay', at: ago(60) });
    const missing = await enterBoth(app, voted, { provider: 'campay', at: ago(30) });
    const recent = await enterBoth(app, voted, { provider: 'campay', at: ago(2) });
    hide(missing.reference, recent.reference);
    const { comparison, differences } = await compare();
    expect(comparison).toMatchObject({
      state: 'due',
      trouble: null,
      listed: { sums: [{ payments: 1, paid: listed.amount }] },
    });
    const age = Date.now() - Date.parse(comparison.readUntil ?? '');
    expect(age).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(age).toBeLessThan(11 * MINUTE_MS);
    expect(differences.map(({ reason, payment }) => [reason, payment?.id])).toEqual([
      ['unknown-there', missing.paymentId],
    ]);
    await expectNotFinal('campay');

    // At three in the morning of the next day.
    const [row] = await app.db.select().from(bookDays);
    expect(dayAt(row!.nextAt!.getTime() - 4 * 60 * MINUTE_MS)).toBe(today);
    expect(dayAt(row!.nextAt!.getTime() - 3 * 60 * MINUTE_MS)).toBe(
      dayAt(Date.now() + 24 * 60 * MINUTE_MS),
    );
    const context = { payments: app.context, timezone: () => ZONE };
    expect(await compareDueDays(context)).toBe(0);
  });

  test('gives way to the comparison of the whole day', async () => {
    const { reference } = await enterBoth(app, voted, { provider: 'campay', at: ago(30) });
    hide(reference);
    await compare();
    // The day has become yesterday.
    await app.db.execute(sql`update book_days set day = day - 1, next_at = now()`);
    await app.db.execute(sql`update book_differences set day = day - 1`);
    today = dayAt(Date.now() - 24 * 60 * MINUTE_MS);
    await compareDueDays({ payments: app.context, timezone: () => ZONE });
    const { comparisons, openDifferences } = await readDay();
    expect(comparisons).toMatchObject([{ state: 'compared', readUntil: null }]);
    expect(openDifferences).toBe(0);
  });

  test('that cannot be read is no failure of the day', async () => {
    await enterBoth(app, voted, { provider: 'campay', at: ago(30) });
    app.campay.failNext('history', { kind: 'half-body' }, 2);
    expect((await compare()).comparison).toMatchObject({ state: 'due', trouble: 'unanswered' });
  });
});

describe('a statement of a day that goes on', () => {
  const mapping = statementMapping({ payment: 'Payment' });
  const clock = (at: Date) =>
    `${dayAt(at.getTime())} ${at.toLocaleTimeString('en-GB', { timeZone: ZONE })}`;
  let lastId = 0;
  const ours = (minutes: number) =>
    enterOurs(app, voted, { provider: 'mtn-momo', at: ago(minutes) });
  const line = ({ paymentId, amount }: { paymentId: string; amount: number }, at: Date) =>
    [String(++lastId), clock(at), paymentId, amount].join(',');
  const upload = (lines: string[], from = today, until = today) =>
    admin
      .post(
        `/api/admin/statements?${new URLSearchParams({ provider: 'mtn-momo', from, until, mapping: JSON.stringify(mapping) })}`,
      )
      .set('Content-Type', 'text/csv')
      .send(['Id,Date,Payment,Amount', ...lines].join('\n'));

  test('is compared up to its last line', async () => {
    const [first, missing, last, later] = [
      await ours(90),
      await ours(80),
      await ours(70),
      await ours(20),
    ];
    const { body } = await upload([line(first, ago(90)), line(last, ago(69))]).expect(200);
    expect(body).toMatchObject({ problems: [], days: 1, lines: 2, differences: 1 });
    const { comparisons, differences } = await readDay();
    const reach = Math.floor(ago(69).getTime() / 1_000);
    expect(comparisons).toMatchObject([{ state: 'due', listed: { sums: [{ payments: 2 }] } }]);
    expect(Date.parse(comparisons[0]!.readUntil!) / 1_000).toBeCloseTo(reach, -1);
    expect(differences.map(({ payment }) => payment?.id)).toEqual([missing.paymentId]);
    expect(differences.map(({ payment }) => payment?.id)).not.toContain(later.paymentId);
    await expectNotFinal('mtn-momo');
  });

  test('compares the days before as a whole, and says nothing of a day without lines', async () => {
    const yesterday = dayAt(Date.now() - 24 * 60 * MINUTE_MS);
    const past = await ours(24 * 60);
    await ours(30);
    await upload([line(past, ago(24 * 60))], yesterday, today).expect(200);
    const rows = await app.db.select().from(bookDays);
    expect(rows.map(({ day, state }) => [day, state])).toEqual([[yesterday, 'compared']]);
  });
});
