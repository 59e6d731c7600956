import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

/** Long enough for a slow machine. */
const AGE_MS = 10 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasClock: true, catalogAgeMs: AGE_MS });
});
afterAll(() => app.close());

test('a crowd that reads a page costs what one reader costs', async () => {
  const { id } = await app.given.artist();
  const select = vi.spyOn(app.db, 'select');
  const read = () => app.http.get(`/api/artists/${id}/nominations`).expect(200);
  await read();
  const ofOne = select.mock.calls.length;
  expect(ofOne).toBeGreaterThan(0);
  const answers = await Promise.all(Array.from({ length: 50 }, read));
  expect(select.mock.calls.length).toBe(ofOne);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const { etag } = answers[0]!.headers;
  await app.http.get(`/api/artists/${id}/nominations`).set('If-None-Match', etag!).expect(304);
  select.mockRestore();
});

test('votes are on the page once an answer is too old', async () => {
  const { id, nominations } = await app.given.artist();
  const votes = async () => (await app.http.get(`/api/artists/${id}`).expect(200)).body.totalVotes;
  expect(await votes()).toBe(0);
  await app.given.completedPayment(nominations, {});
  await app.advance(AGE_MS);
  expect(await votes()).toBeGreaterThan(0);
});

test('an administrator finds at once what they have changed', async () => {
  const admin = await anAdministrator(app);
  const names = async () => {
    const { body } = await app.http.get('/api/categories').expect(200);
    return body.map(({ name }: { name: string }) => name);
  };
  expect(await names()).not.toContain('Brand new');
  const { id } = (await admin.post('/api/admin/categories').send({ name: 'Brand new' })).body;
  expect(await names()).toContain('Brand new');
  await admin.delete(`/api/admin/categories/${id}`).expect(204);
  expect(await names()).not.toContain('Brand new');
});

test('what is missing is looked for again', async () => {
  const unknown = '/api/categories/00000000-0000-4000-8000-000000000000';
  await app.http.get(unknown).expect(404);
  const { id } = await app.given.category({ id: unknown.split('/').at(-1)! });
  await app.http.get(`/api/categories/${id}`).expect(200);
});
