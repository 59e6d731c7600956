import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAnalytics } from '#server/admin/payments/analytics';
import { LinkVisits } from '#server/visits/index';
import { linkVisits, payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';
import { aCardVoteFor, aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
let nominations: { id: string }[];
beforeEach(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  nominations = (await app.given.artist({ nominatedIn: 1 })).nominations;
});
afterEach(() => app.close());

const visit = (body: object) => app.http.post('/api/visits').send(body);
const anotherProcess = () =>
  new LinkVisits({ db: app.db, timezone: () => 'Africa/Douala', logger: app.context.logger });

const visitCounts = async () =>
  Object.fromEntries(
    (await app.db.select().from(linkVisits)).map(({ source, visits }) => [source, visits]),
  );

describe('visits', () => {
  test('are counted by source, over all processes', async () => {
    const other = anotherProcess();
    await visit({ source: 'radio' }).expect(204);
    await visit({ source: 'radio' }).expect(204);
    await visit({ source: 'café / story' }).expect(204);
    other.count('radio');
    await Promise.all([app.deps.visits.save(), other.save()]);
    expect(await visitCounts()).toEqual({ radio: 3, 'café / story': 1 });

    // Saving again saves nothing twice.
    await app.deps.visits.save();
    other.count('radio');
    await other.save();
    expect(await visitCounts()).toEqual({ radio: 4, 'café / story': 1 });
  });

  test.each([
    ['no source', {}],
    ['no text', { source: 12 }],
    ['an e-mail address', { source: 'fan@example.com' }],
    ['a phone number', { source: '237677123456' }],
    ['a script', { source: '<script>' }],
    ['a long one', { source: 'a'.repeat(61) }],
    ['an unknown field', { source: 'radio', day: '2020-01-01' }],
  ])('with %s are rejected', async (_what, body) => {
    await visit(body).expect(400);
    await app.deps.visits.save();
    expect(await visitCounts()).toEqual({});
  });

  test('stay in memory while the database cannot store them', async () => {
    const { visits } = app.deps;
    visits.count('radio');
    await execute(app.ownerUrl, 'alter table link_visits rename to elsewhere');
    await expect(visits.save()).rejects.toThrow();
    visits.count('radio');
    await execute(app.ownerUrl, 'alter table elsewhere rename to link_visits');
    await visits.save();
    expect(await visitCounts()).toEqual({ radio: 2 });
  });

  test('with endlessly invented sources are not all stored', async () => {
    const { visits } = app.deps;
    visits.count('radio');
    await visits.save();
    for (const round of ['a', 'b']) {
      for (let nth = 0; nth < 1_500; nth++) visits.count(`${round}-${nth}`);
      visits.count('radio');
      await visits.save();
    }
    visits.count('radio');
    visits.count('too-late');
    await visits.save();
    const stored = await visitCounts();
    expect(Object.keys(stored).length).toBeLessThanOrEqual(2_000);
    expect(stored['too-late']).toBeUndefined();
    // This source was known before.
    expect(stored).toMatchObject({ radio: 4 });
  });
});

describe('sources invented from one address', () => {
  const report = (source: string, address: string) =>
    visit({ source }).set('X-Forwarded-For', address);

  test('leave room for those that others report', async () => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 200; nth++) {
      statuses.push((await report(`invented-${nth}`, '203.0.113.7')).status);
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    await app.deps.visits.save();
    await report('real-whatsapp', '198.51.100.1').expect(204);
    await app.deps.visits.save();
    await report('real-whatsapp', '203.0.113.7').expect(204);
    await report('poster', '203.0.113.7').expect(204);
    await app.deps.visits.save();
    expect(await visitCounts()).toMatchObject({ 'real-whatsapp': 2, poster: 1 });
  });

  test('leave room for those of payments and of our own links on a full day', async () => {
    for (let nth = 0; nth < 1_000; nth++) app.deps.visits.count(`invented-${nth}`);
    await app.deps.visits.save();
    await app.given.pendingPayment(nominations, { linkSource: 'radio' });
    for (const source of ['radio', 'poster', 'nobody-paid']) app.deps.visits.count(source);
    await app.deps.visits.save();
    const stored = await visitCounts();
    expect(stored).toMatchObject({ radio: 1, poster: 1 });
    expect(stored['nobody-paid']).toBeUndefined();
  });
});

describe('a payment', () => {
  test('belongs to the link by which the voter came', async () => {
    const body = aVoteFor(nominations, { phoneNumber: freshPhone() });
    await app.http
      .post('/api/campay-payment')
      .send({ ...body, linkSource: 'radio' })
      .expect(201);
    await app.http
      .post('/api/campay-payment')
      .send({ ...body, phoneNumber: freshPhone() })
      .expect(201);
    await app.http
      .post('/api/create-payment-intent-multi')
      .send({ ...aCardVoteFor(nominations), linkSource: 'café' })
      .expect(200);
    const stored = await app.db
      .select({ source: payments.linkSource, provider: payments.provider })
      .from(payments)
      .orderBy(payments.createdAt);
    expect(stored).toEqual([
      { source: 'radio', provider: 'campay' },
      { source: null, provider: 'campay' },
      { source: 'café', provider: 'stripe' },
    ]);
  });

  test('with an invalid source is rejected without repeating it', async () => {
    const body = aVoteFor(nominations, { phoneNumber: freshPhone() });
    const { text } = await app.http
      .post('/api/campay-payment')
      .send({ ...body, linkSource: 'fan@example.com' })
      .expect(400);
    expect(text).not.toContain('fan@');
    expect(await app.db.select().from(payments)).toEqual([]);
  });
});

describe('the figures of links', () => {
  const linksOf = async (days: number, now = new Date()) => {
    const edition = app.deps.event.current;
    const context = { edition, timezone: 'Africa/Douala', xafPerUsd: 600, now, days };
    return (await readAnalytics(app.db, context)).links;
  };

  test('are visits, payments started and votes counted, most votes first', async () => {
    const { visits } = app.deps;
    for (let nth = 0; nth < 5; nth++) visits.count('share');
    visits.count('screen');
    await visits.save();
    await app.given.completedPayment(nominations, { each: 3, linkSource: 'share' });
    await app.given.completedPayment(nominations, { each: 10, linkSource: 'radio' });
    await app.given.pendingPayment(nominations, { linkSource: 'share' });
    await app.given.completedPayment(nominations, { each: 50 });
    const { id } = await app.given.completedPayment(nominations, { each: 40, linkSource: 'radio' });
    await app.given.refunded(id);

    const expected = [
      { source: 'radio', visits: 0, checkouts: 2, votes: 10 },
      { source: 'share', visits: 5, checkouts: 2, votes: 3 },
      { source: 'screen', visits: 1, checkouts: 0, votes: 0 },
    ];
    expect(await linksOf(30)).toEqual(expected);
    const admin = await anAdministrator(app);
    const { body } = await admin.get('/api/admin/analytics?days=7').expect(200);
    expect(body.links).toEqual(expected);
  });

  test('begin with the first day of the period, in the event’s time zone', async () => {
    const now = new Date('2025-11-28T20:00Z');
    const at = async (moment: string, day: string, each: number) => {
      const paid = await app.given.completedPayment(nominations, { each, linkSource: 'radio' });
      await app.db.execute(sql`update payments set created_at = ${moment} where id = ${paid.id}`);
      await app.db.execute(sql`insert into link_visits values (${day}, 'radio', ${each})
        on conflict (day, source) do update set visits = link_visits.visits + excluded.visits`);
    };
    await at('2025-11-26T22:59:59Z', '2025-11-26', 1);
    await at('2025-11-26T23:00:00Z', '2025-11-27', 2);
    await at('2025-11-28T12:00:00Z', '2025-11-28', 4);
    expect(await linksOf(2, now)).toEqual([{ source: 'radio', visits: 6, checkouts: 2, votes: 6 }]);
    expect(await linksOf(3, now)).toEqual([{ source: 'radio', visits: 7, checkouts: 3, votes: 7 }]);
  });

  test('are limited to fifty', async () => {
    for (let nth = 0; nth < 60; nth++) app.deps.visits.count(`place-${nth}`, nth + 1);
    await app.deps.visits.save();
    const links = await linksOf(1);
    expect(links).toHaveLength(50);
    expect(links[0]).toMatchObject({ source: 'place-59', visits: 60 });
  });
});
