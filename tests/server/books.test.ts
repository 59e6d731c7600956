import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Books } from '#shared/contracts/books';
import { nominationTotals, payments, paymentVotes } from '#shared/schema';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let nominations: { id: string }[];
beforeEach(async () => {
  // An hour ahead of UTC, all year.
  app = await startTestApp({ env: { EVENT_TIMEZONE: 'Africa/Douala' } });
  admin = await anAdministrator(app);
  nominations = (await app.given.artist({ nominatedIn: 2 })).nominations;
});
afterEach(() => app.close());

const read = async (month: string): Promise<Books> =>
  (await admin.get(`/api/admin/books?month=${month}`).expect(200)).body;

/** Creates a payment completed at this moment. */
async function completedPayment(at: string, values: object = {}) {
  const payment = await app.given.completedPayment(nominations, values);
  await app.db.execute(
    sql`update ${payments} set completed_at = ${at}, created_at = ${at} where id = ${payment.id}`,
  );
  return payment;
}

test('the books are shown only to administrators', async () => {
  await app.http.get('/api/admin/books').expect(401);
  await (await aSignedInVoter(app)).get('/api/admin/books').expect(403);
});

test('each day has a sum by currency, and begins in the event’s time zone', async () => {
  // Midnight of the 21st in that zone.
  await completedPayment('2025-11-20T22:59:59Z');
  await completedPayment('2025-11-20T23:00:00Z', { each: 3, amount: 600 });
  const card = { provider: 'stripe', currency: 'USD' as const, amount: 200 };
  await completedPayment('2025-11-21T12:00:00Z', card);
  // The price per vote may differ between payments.
  await completedPayment('2025-11-21T13:00:00Z', { ...card, amount: 400, votePrice: 100 });
  const { days, overall } = await read('2025-11');
  const nothing = { refunded: 0, disputed: 0, difference: 0 };
  const xaf = { currency: 'XAF', payments: 1, ...nothing };
  expect(days).toMatchObject([
    {
      day: '2025-11-21',
      lines: [
        { ...xaf, taken: 600, votes: 6, asked: 600 },
        { currency: 'USD', payments: 2, ...nothing, taken: 600, votes: 8, asked: 600 },
      ],
    },
    { day: '2025-11-20', lines: [{ ...xaf, taken: 400, votes: 4, asked: 400 }] },
  ]);
  expect(overall).toEqual({ differences: [], votes: 0 });
});

test('returned money is deducted on the day on which it was taken', async () => {
  const { id } = await completedPayment('2025-11-21T12:00:00Z');
  await app.given.refunded(id);
  const disputed = await completedPayment('2025-11-21T12:00:00Z');
  await app.db.execute(
    sql`update ${payments} set status = 'failed', failure_reason = 'disputed' where id = ${disputed.id}`,
  );
  await completedPayment('2025-11-21T12:00:00Z');
  const { days } = await read('2025-11');
  expect(days[0]?.lines).toMatchObject([
    { payments: 3, taken: 1200, refunded: 400, disputed: 400, asked: 400, difference: 0 },
  ]);
});

test('money without votes is shown on its day and in total, and on the dashboard', async () => {
  const stats = async () => (await admin.get('/api/stats').expect(200)).body;
  expect(await stats()).toMatchObject({ doBooksAgree: true });
  const { id } = await completedPayment('2025-11-21T12:00:00Z');
  await app.db.update(payments).set({ amount: 500 }).where(sql`id = ${id}`);
  const { days, overall } = await read('2025-11');
  expect(days[0]?.lines).toMatchObject([{ taken: 500, asked: 400, difference: 100 }]);
  expect(overall).toEqual({ differences: [{ amountMinor: 100, currency: 'XAF' }], votes: 0 });
  expect(await stats()).toMatchObject({ doBooksAgree: false });
});

test('votes missing from the totals, and lines unlike their payment, are shown as differences', async () => {
  const { id } = await completedPayment('2025-11-21T12:00:00Z');
  await app.db.update(nominationTotals).set({ votes: sql`votes - 1` });
  expect((await read('2025-11')).overall).toEqual({ differences: [], votes: 2 });
  await app.db.update(paymentVotes).set({ voteCount: 1 }).where(sql`payment_id = ${id}`);
  expect((await read('2025-11')).days[0]?.lines).toMatchObject([{ votes: 2, difference: 200 }]);
});

test('the current month is the default, and the first one is returned', async () => {
  await completedPayment('2025-10-31T23:00:00Z');
  const { body } = await admin.get('/api/admin/books').expect(200);
  expect(body.firstMonth).toBe('2025-11');
  expect(body.month).toBe(body.today.slice(0, 7));
  await admin.get('/api/admin/books?month=2025-13').expect(400);
  await admin.get('/api/admin/books?month=0000-01').expect(400);
});
