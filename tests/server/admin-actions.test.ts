import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantRole } from '#server/auth/index';
import { type AdminActionList, adminActionList } from '#shared/contracts/admin-catalog';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
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

test('tells who did what to whom, the newest first', async () => {
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
    { action: 'category.create', entityName: 'As it is called now' },
  ]);
});

test('is turned over page by page, without gap or repeat', async () => {
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

test('is filtered by what was changed', async () => {
  const { id: categoryId } = await aCategory();
  const { body: artist } = await admin
    .post('/api/admin/artists')
    .send({ name: 'Somebody', nominations: [{ categoryId }] })
    .expect(201);
  const list = await actions({ entity: 'artist' });
  expect(list.actions[0]).toMatchObject({ entityId: artist.id, entityName: artist.name });
  expect(new Set(list.actions.map(({ entity }) => entity))).toEqual(new Set(['artist']));
});

test('says whether what was changed can still be opened, and calls it by both of its names', async () => {
  const { id, name } = await aCategory();
  const { body: artist } = await admin
    .post('/api/admin/artists')
    .send({ name: 'Somebody', nominations: [{ categoryId: id }] })
    .expect(201);
  await admin.put(`/api/admin/categories/${id}`).send({ name, nameFr: 'Meilleure voix' });
  await admin.delete(`/api/admin/artists/${artist.id}`).expect(204);
  const [deletion, renaming, creation] = (await actions({ limit: 3 })).actions;
  expect(deletion).toMatchObject({ action: 'artist.delete', isOpenable: false });
  expect(renaming).toMatchObject({ isOpenable: true, entityNameFr: 'Meilleure voix' });
  expect(creation).toMatchObject({ isOpenable: false, entityName: 'Somebody', entityNameFr: null });

  await admin.post(`/api/admin/artists/${artist.id}/restore`).expect(200);
  await admin.delete(`/api/admin/categories/${id}`).expect(204);
  const [gone, restoration] = (await actions({ limit: 2 })).actions;
  expect(restoration).toMatchObject({ action: 'artist.restore', isOpenable: true });
  expect(gone).toMatchObject({ action: 'category.delete', isOpenable: false });
});

test('names nobody for what the command line did', async () => {
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

test.each([{ cursor: 'x' }, { cursor: 0 }, { limit: 101 }, { entity: 'vote' }])(
  'a question it does not understand is refused: %o',
  async (query) => {
    await admin.get('/api/admin/actions').query(query).expect(400);
  },
);
