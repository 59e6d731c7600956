import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminArtistDetail } from '#shared/contracts/admin-catalog';
import { adminActions } from '#shared/schema';
import { type AdminCatalog, adminCatalog } from '../support/admin-catalog';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

const FIRST = `/uploads/${'a'.repeat(32)}.webp`;
const SECOND = `/uploads/${'b'.repeat(32)}.webp`;

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let catalog: AdminCatalog;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  catalog = adminCatalog(app, admin);
});
afterAll(() => app.close());

const anArtist = async () => catalog.anArtist([(await catalog.aCategory()).id]);
const setPhoto = (id: string, photoUrl: string, replaces: string | null) =>
  admin.put(`/api/admin/artists/${id}/photo`).send({ photoUrl, replaces });
const recorded = () => app.db.$count(adminActions);

test('the photograph is set alone, once, with an entry in Activity', async () => {
  const artist = await anArtist();
  const before = await recorded();
  const { body } = await setPhoto(artist.id, FIRST, null).expect(200);
  expect(body).toEqual(adminArtistDetail.parse(body));
  expect(body).toMatchObject({
    ...artist,
    photoUrl: FIRST,
    version: artist.version + 1,
    updatedAt: body.updatedAt,
  });
  // The first response was lost, and the browser asks again.
  expect((await setPhoto(artist.id, FIRST, null).expect(200)).body).toEqual(body);
  expect(await recorded()).toBe(before + 1);
});

test('a photograph that another administrator chose meanwhile stays', async () => {
  const artist = await anArtist();
  await setPhoto(artist.id, FIRST, null).expect(200);
  const { body } = await setPhoto(artist.id, SECOND, null).expect(409);
  expect(body.code).toBe('changed-meanwhile');
  expect((await setPhoto(artist.id, SECOND, FIRST).expect(200)).body.photoUrl).toBe(SECOND);
});

test('only an uploaded picture is accepted, for an artist that exists', async () => {
  const artist = await anArtist();
  await setPhoto(artist.id, 'https://pictures.example/a.jpg', null).expect(400);
  await admin.delete(`/api/admin/artists/${artist.id}`).expect(204);
  await setPhoto(artist.id, FIRST, null).expect(404);
});
