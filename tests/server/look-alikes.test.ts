import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminCatalog, adminCatalog } from '../support/admin-catalog';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let catalog: AdminCatalog;
let categoryId: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  catalog = adminCatalog(app, admin);
  categoryId = (await catalog.aCategory()).id;
});
afterAll(() => app.close());

const fresh = (name: string) => `${name} ${randomUUID()}`;
const postArtist = (name: string, besides?: string[]) =>
  admin
    .post('/api/admin/artists')
    .send({ name, nominations: [{ categoryId }], ...(besides && { besides }) });

test('names are stored as they look', async () => {
  const name = fresh('Zoé');
  const { body } = await postArtist(`\u200b${name.normalize('NFD')}\u200e\r\nFan `).expect(201);
  expect(body.name).toBe(`${name} Fan`);
  const category = await catalog.aCategory({ name: `Best\u00ad ${name}`, nameFr: '\u200b' });
  expect(category).toMatchObject({ name: `Best ${name}`, nameFr: null });
});

describe('an artist whose name looks like another’s', () => {
  test('is saved only after a confirmation that names the other one', async () => {
    const name = fresh("Fo'o Dada");
    const { body: first } = await postArtist(name).expect(201);
    const typed = `\u200b${name.replace("'", '’').toUpperCase()}`;
    const { body: refusal } = await postArtist(typed).expect(409);
    expect(refusal).toMatchObject({
      code: 'looks-alike',
      lookAlike: { id: first.id, name, nameFr: null },
    });
    await postArtist(typed, [randomUUID()]).expect(409);
    const { body: second } = await postArtist(typed, [first.id]).expect(201);

    // A third one is asked about each of them.
    const { body: third } = await postArtist(name, [first.id]).expect(409);
    expect(third.lookAlike.id).toBe(second.id);
    await postArtist(name, [first.id, second.id]).expect(201);
  });

  test('asks when it is renamed, and never again for the name it has', async () => {
    const [name, other] = [fresh('Mama Njanga'), fresh('Papa')];
    const { body: first } = await postArtist(name).expect(201);
    const { body: renamed } = await postArtist(other).expect(201);
    await catalog.save(renamed, { name: name.toUpperCase() }).expect(409);
    await catalog.save(renamed, { name: name.toUpperCase(), besides: [first.id] }).expect(200);
    const now = await catalog.detail(renamed.id);
    await catalog.save(now, { name, bio: 'Sings' }).expect(200);
  });

  test('asks the second of two administrators who save at once', async () => {
    const name = fresh('Race');
    const saves = await Promise.all([1, 2, 3, 4].map(() => postArtist(name)));
    expect(saves.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('does not ask about a deleted one', async () => {
    const name = fresh('Gone');
    const { body: gone } = await postArtist(name).expect(201);
    await admin.delete(`/api/admin/artists/${gone.id}`).expect(204);
    await postArtist(name).expect(201);
  });
});

test('a category asks for names in either language, when new and when renamed', async () => {
  const [english, french] = [fresh('Summer Song'), fresh('Chanson de l’été')];
  const category = await catalog.aCategory({ name: english, nameFr: french });
  const typed = french.replace('’', "'").replace(' ', '\u00a0');
  const { body } = await admin.post('/api/admin/categories').send({ name: typed }).expect(409);
  expect(body).toMatchObject({
    code: 'looks-alike',
    lookAlike: { id: category.id, name: english, nameFr: french },
  });
  const other = await catalog.aCategory();
  const rename = (values: object) =>
    admin.put(`/api/admin/categories/${other.id}`).send({ name: fresh('Other'), ...values });
  await rename({ nameFr: english }).expect(409);
  await rename({ nameFr: english, besides: [category.id] }).expect(200);
});
