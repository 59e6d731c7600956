import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectActions } from '#server/admin/activity/list-actions';
import { grantRole } from '#server/auth/index';
import { type AdminActionList, adminActionList } from '#shared/contracts/admin-catalog';
import { adminActions, refunds } from '#shared/schema';
import { anAdministrator, aSignedInVoter, aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
});
afterAll(() => app.close());

const aCategory = async (): Promise<{ id: string; name: string }> =>
  (
    await admin
      .post('/api/admin/categories')
      .send({ name: `Category ${randomUUID()}` })
      .expect(201)
  ).body;

const actions = async (query: Record<string, string | number> = {}): Promise<AdminActionList> =>
  (await admin.get('/api/admin/actions').query(query).expect(200)).body;

test('the activity log lists who did what to whom, newest first', async () => {
  const category = await aCategory();
  await admin
    .put(`/api/admin/categories/${category.id}`)
    .send({ name: 'As it is called now' })
    .expect(200);
  const list = await actions();
  expect(list).toEqual(adminActionList.parse(list));
  expect(list.actions.slice(0, 2)).toMatchObject([
    {
      action: 'category.update',
      entity: 'category',
      entityId: category.id,
      entityName: 'As it is called now',
      adminName: expect.stringMatching(/\w+ \w+/),
      before: { name: category.name },
      after: { name: 'As it is called now' },
    },
    // With the name at that time.
    { action: 'category.create', entityName: category.name },
  ]);
});

test('the list is paginated without gaps or repeats', async () => {
  for (let i = 0; i < 3; i++) await aCategory();
  const all = await actions({ limit: 5 });
  const first = await actions({ limit: 2 });
  const second = await actions({ limit: 2, cursor: first.nextCursor! });
  expect([...first.actions, ...second.actions]).toEqual(all.actions.slice(0, 4));
  const last = await actions({ limit: 100 });
  expect(last.nextCursor).toBeNull();
  expect(await actions({ cursor: last.actions.at(-1)!.id })).toEqual({
    actions: [],
    nextCursor: null,
  });
});

test('the list is filtered by what was changed', async () => {
  const { id: categoryId } = await aCategory();
  const { body: artist } = await admin
    .post('/api/admin/artists')
    .send({ name: 'Somebody', nominations: [{ categoryId }] })
    .expect(201);
  const list = await actions({ entity: 'artist' });
  expect(list.actions[0]).toMatchObject({ entityId: artist.id, entityName: artist.name });
  expect(new Set(list.actions.map(({ entity }) => entity))).toEqual(new Set(['artist']));
});

test('an entry says whether its entity can still be opened, and has both names of it', async () => {
  const { id, name } = await aCategory();
  const { body: artist } = await admin
    .post('/api/admin/artists')
    .send({ name: 'Anybody', nominations: [{ categoryId: id }] })
    .expect(201);
  await admin.put(`/api/admin/categories/${id}`).send({ name, nameFr: 'Meilleure voix' });
  await admin.delete(`/api/admin/artists/${artist.id}`).expect(204);
  const [deletion, renaming, creation] = (await actions({ limit: 3 })).actions;
  expect(deletion).toMatchObject({ action: 'artist.delete', isOpenable: false });
  expect(renaming).toMatchObject({ isOpenable: true, entityNameFr: 'Meilleure voix' });
  expect(deletion).toMatchObject({ isRestorable: true, entityName: 'Anybody' });
  expect(creation).toMatchObject({ isOpenable: false, entityName: 'Anybody', entityNameFr: null });

  await admin.post(`/api/admin/artists/${artist.id}/restore`).expect(200);
  await admin.delete(`/api/admin/categories/${id}`).expect(204);
  const [gone, restoration, taken] = (await actions({ limit: 3 })).actions;
  expect(taken).toMatchObject({ action: 'artist.delete', isRestorable: false });
  expect(restoration).toMatchObject({ action: 'artist.restore', isOpenable: true });
  expect(gone).toMatchObject({ action: 'category.delete', isOpenable: false });
});

test('an action of the command line has no person', async () => {
  await admin.post('/api/admin/check-campay-payments').expect(200);
  await aSignedInVoter(app);
  await grantRole(app.db, 'landry@awards.example', 'editor');
  const [command, check] = (await actions({ limit: 2 })).actions;
  expect(command).toMatchObject({ action: 'admin.grant', adminName: null });
  expect(command?.entityName).toMatch(/\w+ \w+/);
  expect(check).toMatchObject({
    entity: 'payment',
    entityId: 'campay',
    entityName: null,
    isOpenable: false,
  });
});

test('an entry has both names at that time, or the latest if none were recorded', async () => {
  const { body: category } = await admin
    .post('/api/admin/categories')
    .send({ name: 'Voice', nameFr: 'Voix' })
    .expect(201);
  const path = `/api/admin/categories/${category.id}`;
  await admin.put(path).send({ name: 'Best Voice' }).expect(200);
  await admin.delete(path).expect(204);
  await app.db.insert(adminActions).values({
    userId: admin.id,
    action: 'category.hide',
    entity: 'category',
    entityId: category.id,
  });
  expect((await actions({ limit: 4 })).actions).toMatchObject([
    { action: 'category.hide', entityName: 'Best Voice', entityNameFr: null },
    { action: 'category.delete', entityName: 'Best Voice', entityNameFr: null },
    { action: 'category.update', entityName: 'Best Voice', entityNameFr: null },
    { action: 'category.create', entityName: 'Voice', entityNameFr: 'Voix' },
  ]);
});

test('an entry includes the current state of a requested refund', async () => {
  const { nominations } = await app.given.artist();
  const payment = await app.given.completedPayment(nominations, { provider: 'stripe' });
  await app.db.insert(adminActions).values({
    userId: admin.id,
    action: 'payment.refund',
    entity: 'payment',
    entityId: payment.id,
    before: { status: 'completed', votes: 2 },
    after: { refund: 'requested', amount: 200, currency: 'XAF' },
  });
  const latest = async () => (await actions({ limit: 1 })).actions[0];
  await app.db.insert(refunds).values({ paymentId: payment.id, attempt: 1, status: 'lapsed' });
  await app.db.insert(refunds).values({ paymentId: payment.id, attempt: 2 });
  expect(await latest()).toMatchObject({ action: 'payment.refund', refund: 'requested' });
  await app.given.refunded(payment.id);
  expect(await latest()).toMatchObject({ refund: 'succeeded' });
});

describe('filters', () => {
  /** Records an action; tests use old days, on which there are no other entries. */
  const recordAction = async (values: Partial<typeof adminActions.$inferInsert>) => {
    const [row] = await app.db
      .insert(adminActions)
      .values({
        userId: admin.id,
        action: 'books.close',
        entity: 'books',
        entityId: '2024-01-01',
        ...values,
      })
      .returning();
    return row!.id;
  };
  const idsOf = async (query: Record<string, string | number>) =>
    (await actions(query)).actions.map(({ id }) => id);

  test('use days in the event’s time zone, including the first and the last one', async () => {
    // Douala is an hour ahead of UTC.
    const before = await recordAction({ at: new Date('2024-03-09T22:59:59.999Z') });
    const first = await recordAction({ at: new Date('2024-03-09T23:00:00Z') });
    const last = await recordAction({ at: new Date('2024-03-11T22:59:59.999Z') });
    const after = await recordAction({ at: new Date('2024-03-11T23:00:00Z') });
    expect(await idsOf({ from: '2024-03-10', to: '2024-03-11' })).toEqual([last, first]);
    expect(await idsOf({ from: '2024-03-01', to: '2024-03-31' })).toEqual([
      after,
      last,
      first,
      before,
    ]);
  });

  test('select one person, without what a command did in their name', async () => {
    const other = await aTeamMember(app, 'editor');
    const at = new Date('2024-04-01T12:00:00Z');
    await recordAction({ at });
    await recordAction({ at, userId: other.id, after: { reason: 'command' } });
    const ownAction = await recordAction({ at, userId: other.id });
    expect(await idsOf({ person: other.id, from: '2024-04-01', to: '2024-04-01' })).toEqual([
      ownAction,
    ]);
    expect(await idsOf({ person: 'nobody', from: '2024-04-01' })).toEqual([]);
    const { body } = await admin.get('/api/admin/actions/people').expect(200);
    const ids = body.people.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([admin.id, other.id]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('can be combined and are paginated, even where many entries have the same time', async () => {
    const at = new Date('2024-05-01T12:00:00Z');
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift(await recordAction({ at }));
      await recordAction({ at, entity: 'payment', action: 'payment.check', entityId: 'campay' });
    }
    const query = { entity: 'books', person: admin.id, from: '2024-05-01', to: '2024-05-01' };
    const pages: number[][] = [];
    let cursor: number | null = null;
    do {
      const page: AdminActionList = await actions({
        ...query,
        limit: 2,
        ...(cursor && { cursor }),
      });
      pages.push(page.actions.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  test.each([
    ['as it is', 'admin_actions_at_idx', {}],
    ['of a kind', 'admin_actions_kind_idx', { entity: 'books' }],
    ['of a person', 'admin_actions_person_idx', { person: 'a' }],
    ['of days', 'admin_actions_at_idx', { from: '2024-05-01', to: '2024-05-02' }],
    ['below an entry', 'admin_actions_at_idx', { cursor: 7 }],
  ] as const)('%s, the list is read from an index, not sorted', async (_which, used, query) => {
    const plan = await app.db.transaction(async (tx) => {
      // As with so many entries that sorting them would be slower.
      for (const method of ['seqscan', 'sort', 'bitmapscan']) {
        await tx.execute(sql.raw(`set local enable_${method} = off`));
      }
      const list = selectActions(tx, { edition: 1, limit: 25, ...query }, 'Africa/Douala');
      return (await tx.execute(sql`explain ${list}`)).rows;
    });
    const steps = plan.map((row) => String(row['QUERY PLAN']));
    const index = /Index Scan( Backward)? using (\w+) on admin_actions\s/;
    expect(steps.flatMap((step) => index.exec(step)?.[2] ?? [])).toContain(used);
    expect(steps.join('\n')).not.toMatch(/Seq Scan on admin_actions|-> {2}Sort /);
  });
});

test('the log is exported completely, without formulas, and the export is recorded', async () => {
  const at = new Date('2024-06-01T23:30:00Z');
  for (let i = 0; i < 501; i++) {
    await app.db.insert(adminActions).values({
      userId: admin.id,
      action: 'artist.create',
      entity: 'artist',
      entityId: randomUUID(),
      after: { name: i === 0 ? '=HYPERLINK("https://evil.example")' : `Artist ${i}` },
      at,
    });
  }
  const answer = await admin
    .get('/api/admin/actions.csv')
    .query({ entity: 'artist', from: '2024-06-02', to: '2024-06-02' })
    .expect(200)
    .expect('Content-Type', 'text/csv; charset=utf-8')
    .expect('Content-Disposition', /attachment; filename="?activity-\d{4}-\d\d-\d\d\.csv/);
  const lines = answer.text.split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFTime (UTC),Time (Africa/Douala),Person,Action,Kind,Name,ID,Before,After',
  );
  expect(lines).toHaveLength(503);
  expect(lines[1]).toMatch(
    /^2024-06-01T23:30:00\.000Z,2024-06-02 00:30:00,[^,]+,artist\.create,artist,Artist 500,/,
  );
  expect(lines[501]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  const [exported] = (await actions({ entity: 'activity', limit: 1 })).actions;
  expect(exported).toMatchObject({
    action: 'activity.export',
    after: { entity: 'artist', from: '2024-06-02', to: '2024-06-02' },
  });
});

test.each([
  { cursor: 'x' },
  { cursor: 0 },
  { limit: 101 },
  { entity: 'vote' },
  { from: 'yesterday' },
  { to: '0000-01-01' },
])('an invalid query is rejected: %o', async (query) => {
  await admin.get('/api/admin/actions').query(query).expect(400);
});
