import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstIds } from '#server/admin/payments/matching-payments';
import { rollUpPaymentCounts } from '#server/payment-counts/index';
import type { AdminActionList } from '#shared/contracts/admin-catalog';
import type { VoterTracking } from '#shared/contracts/admin-payments';
import { adminActions, paymentFlags, payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { beginEdition } from '../support/editions';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
const CHANGE = new Date('2026-03-01T10:20:00Z');
let old: string[];
let fresh: string[];

async function created(at: string, values: Partial<typeof payments.$inferInsert> = {}) {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.completedPayment(nominations, values);
  await app.db
    .update(payments)
    .set({ createdAt: new Date(at), completedAt: new Date(at) })
    .where(eq(payments.id, id));
  return id;
}

beforeEach(async () => {
  app = await startTestApp();
  await app.setEvent({ year: '2025' });
  admin = await anAdministrator(app);
  old = [
    await created('2025-11-28T12:00Z', { voterEmail: 'fan@vote.example' }),
    await created('2026-03-01T10:19:59.999Z', { phoneNumber: '237677000001' }),
  ];
  await beginEdition(app, '2026', CHANGE);
  fresh = [
    await created('2026-03-01T10:20:00Z', { voterEmail: 'other@vote.example' }),
    await created('2026-04-01T12:00Z', { receiptCode: 'NEW12345' }),
  ];
});
afterEach(() => app.close());

const track = async (query: string): Promise<VoterTracking> =>
  (await admin.get(`/api/voter-tracking?${query}`).expect(200)).body;
const search = async (text: string, query = ''): Promise<VoterTracking> =>
  (await admin.post(`/api/voter-tracking/search?${query}`).send({ search: text }).expect(200)).body;
const idsOf = ({ recentPayments }: VoterTracking) => recentPayments.map(({ id }) => id).sort();

describe('the list of payments', () => {
  test.each(['before', 'after'])('has those of one edition, %s the rollup', async (when) => {
    if (when === 'after') await rollUpPaymentCounts(app.db);
    const [then, now] = [await track('edition=2025'), await track('')];
    expect(idsOf(then)).toEqual([...old].sort());
    expect(then.summary).toMatchObject({ matching: 2, completed: 2 });
    expect(then.paymentMethodStats[1]).toMatchObject({ count: 2 });
    expect(idsOf(now)).toEqual([...fresh].sort());
    expect(now.summary.matching).toBe(2);
    expect(idsOf(await track('edition=2026'))).toEqual(idsOf(now));
  });

  test('goes on page by page, and by the dates in the filters', async () => {
    const first = await track('edition=2025&limit=1');
    const second = await track(`edition=2025&limit=1&cursor=${first.nextCursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual([old[1], old[0]]);
    expect(second.nextCursor).toBeNull();
    const since = await track('edition=2025&from=2026-01-01T00:00:00Z');
    expect(idsOf(since)).toEqual([old[1]]);
    expect(since.summary.matching).toBe(1);
    expect(
      (await track('from=2025-01-01T00:00:00Z&to=2026-03-02T00:00:00Z')).summary.matching,
    ).toBe(1);
  });

  test('needing a look counts in the edition of the payment', async () => {
    await app.db.insert(paymentFlags).values({ paymentId: old[0]!, flag: 'disputed' });
    const needing = async (year: string) =>
      (await admin.get(`/api/stats?edition=${year}`).expect(200)).body.needALook;
    expect([await needing('2025'), await needing('2026')]).toEqual([1, 0]);
    expect(await track('look=needed')).toMatchObject({ elsewhere: ['2025'] });
    expect(await track('look=needed&edition=2025')).toMatchObject({ elsewhere: [] });
  });
});

describe('a search', () => {
  test.each([
    ['an e-mail address', 'fan@vote.example'],
    ['a phone number', '677 00 00 01'],
    ['a part of an address', 'fan@vo'],
  ])('by %s of another edition says which one has it', async (_what, text) => {
    const found = await search(text);
    expect(found).toMatchObject({ recentPayments: [], elsewhere: ['2025'] });
    expect(found.summary.matching).toBe(0);
    const there = await search(text, 'edition=2025');
    expect(there.recentPayments).toHaveLength(1);
    expect(there.elsewhere).toEqual([]);
  });

  test('by a receipt number says so in the other direction, and nothing when nobody has it', async () => {
    expect(await search('NEW12345', 'edition=2025')).toMatchObject({ elsewhere: ['2026'] });
    expect((await search('NEW12345')).elsewhere).toEqual([]);
    expect((await search('nobody@vote.example')).elsewhere).toEqual([]);
  });
});

test('an export has the payments of one edition, and is recorded in it', async () => {
  const rows = async (send: typeof admin.get, path: string, body?: object) => {
    const request = send(path);
    const { text } = await (body ? request.send(body) : request).expect(200);
    return [...old, ...fresh].filter((id) => text.includes(id));
  };
  expect(await rows(admin.get, '/api/admin/payments.csv?edition=2025')).toEqual(old);
  expect(await rows(admin.get, '/api/admin/payments.csv')).toEqual(fresh);
  const search = { search: 'vote.example' };
  expect(await rows(admin.post, '/api/admin/payments.csv?edition=2025', search)).toEqual([old[0]]);
  const terms = { timezone: 'UTC' };
  expect(await rows(admin.post, '/api/admin/accounting.csv?edition=2025', terms)).toEqual(old);
  const actionsOf = async (year: string): Promise<AdminActionList['actions']> =>
    (await admin.get(`/api/admin/actions?edition=${year}`).expect(200)).body.actions;
  const exports = (actions: AdminActionList['actions']) =>
    actions.filter(({ action }) => action === 'payment.export');
  expect(exports(await actionsOf('2025'))).toHaveLength(3);
  const [ofCurrent] = exports(await actionsOf('2026'));
  expect(ofCurrent?.after).toBeNull();
});

test('what was done with a payment of any edition is recorded in its own', async () => {
  const [paymentId] = old;
  await admin.get(`/api/admin/payments/${paymentId}`).expect(200);
  await app.db.insert(paymentFlags).values({ paymentId: paymentId!, flag: 'disputed' });
  await admin.post(`/api/admin/payments/${paymentId}/check`).expect(200);
  await admin
    .post(`/api/admin/payments/${paymentId}/settle`)
    .send({ act: 'close', reason: 'Known' })
    .expect(200);
  const [action] = await app.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.action, 'payment.close'));
  expect(action?.editionId).toBe(1);
  const csv = await admin.get('/api/admin/actions.csv?edition=2025').expect(200);
  expect(csv.text).toContain('payment.close');
  const other = await admin.get('/api/admin/actions.csv').expect(200);
  expect(other.text).not.toContain('payment.close');
});

describe('with many payments of a later edition, the first page of an old one', () => {
  test.each([
    ['newest first', 'newest', {}, []],
    ['oldest first', 'oldest', {}, []],
    ['of a state', 'newest', { status: 'completed' }, []],
    ['with a receipt', 'newest', {}, [sql`receipt_code is not null`]],
  ] as const)('%s, reads none of them', async (_which, order, filters, meanings) => {
    await app.db.execute(sql`
      insert into ${payments} (provider, amount, currency, total_votes, status, created_at,
        completed_at, settled_at, receipt_code)
      select 'campay', 100, 'XAF', 1, 'completed', at, at, at, 'R' || number
      from generate_series(1, 20000) as number, lateral (
        select ${CHANGE.toISOString()}::timestamptz + number * interval '1 minute') as made (at)`);
    await app.db.execute(sql`analyze ${payments}`);
    const edition = app.deps.event.ofYear('2025')!;
    const ids = firstIds({ ...filters, edition }, [...meanings], {
      order,
      after: null,
      limit: 51,
    });
    const { rows } = await app.db.execute(sql`explain (analyze, timing off) ${ids}`);
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(plan).toMatch(/Index (Only )?Scan .*payments_(created|segment)_idx/);
    expect(plan).not.toMatch(/Seq Scan|Rows Removed by Filter/);
    const read = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...read)).toBeLessThan(20);
  });
});
