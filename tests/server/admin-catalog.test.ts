import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { adminArtist, adminArtistDetail, adminCategory } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { artists, nominations } from '#shared/schema';
import { type AdminCatalog, adminCatalog } from '../support/admin-catalog';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let catalog: AdminCatalog;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  catalog = adminCatalog(app, admin);
});
afterAll(() => app.close());

const aCategory: AdminCatalog['aCategory'] = (values) => catalog.aCategory(values);
const anArtist: AdminCatalog['anArtist'] = (ids, values) => catalog.anArtist(ids, values);

describe('categories', () => {
  const texts = {
    name: 'Best Makossa',
    nameFr: 'Meilleur makossa',
    description: 'The bass decides.',
    descriptionFr: 'La basse décide.',
    icon: 'fa-guitar',
    backgroundImageUrl: 'https://pictures.example/makossa.jpg',
    backgroundColor: '#3B82F6',
  };

  test('are created from the form, and visitors see them at once', async () => {
    const created = await aCategory(texts);
    expect(created).toEqual(adminCategory.parse(created));
    expect(created).toMatchObject({ ...texts, voteCount: 0, artistCount: 0, version: 1 });
    expect(await catalog.publicCategories()).toContainEqual({
      id: created.id,
      ...texts,
      displayName: texts.name,
      displayDescription: texts.description,
      artistCount: 0,
    });
  });

  test('contain what the contract says and their counted votes', async () => {
    const { id } = await aCategory();
    const artist = await anArtist([id]);
    await app.given.completedPayment(artist.nominations, { each: 3 });
    const { body } = await admin.get('/api/admin/categories').expect(200);
    expect(body).toEqual(z.array(adminCategory).parse(body));
    expect(body).toContainEqual(expect.objectContaining({ id, voteCount: 3, artistCount: 1 }));
  });

  test('a blank field means none', async () => {
    const created = await aCategory({ nameFr: '  ', icon: '', backgroundImageUrl: '' });
    expect(created).toMatchObject({ nameFr: null, icon: null, backgroundImageUrl: null });
  });

  test('are changed, and both versions are recorded', async () => {
    const { id, name } = await aCategory();
    const { body } = await admin
      .put(`/api/admin/categories/${id}`)
      .send({ name: 'Renamed', version: 1 })
      .expect(200);
    expect(body).toMatchObject({ id, name: 'Renamed', version: 2 });
    expect(await catalog.actionsOn(id)).toMatchObject([
      { userId: admin.id, action: 'category.create', before: null, after: { name } },
      { action: 'category.update', before: { name }, after: { name: 'Renamed' } },
    ]);
  });

  test('saving them unchanged changes nothing', async () => {
    const { id, name } = await aCategory();
    const { body } = await admin.put(`/api/admin/categories/${id}`).send({ name }).expect(200);
    expect(body.version).toBe(1);
    expect(await catalog.actionsOn(id)).toHaveLength(1);
  });

  test('when two administrators edit the same one, the second gets a conflict', async () => {
    const { id } = await aCategory();
    const saves = await Promise.all(
      ['One', 'Other'].map((name) =>
        admin.put(`/api/admin/categories/${id}`).send({ name, version: 1 }),
      ),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(saves.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
  });

  test('deleted ones are missing from every list, and are restored with Undo', async () => {
    const { id } = await aCategory();
    const other = await aCategory();
    const artist = await anArtist([id, other.id]);
    await app.given.completedPayment(artist.nominations);
    const [link] = artist.nominations.map(({ shareableLink }) => shareableLink);

    await admin.delete(`/api/admin/categories/${id}`).expect(204);
    expect((await catalog.publicCategories()).map((category) => category.id)).not.toContain(id);
    await app.http.get(`/api/nominations/category/${id}`).expect(404);
    await app.http.get(`/api/nominations/share/${link}`).expect(404);
    expect((await catalog.nominationsOf(artist.id)).map(({ category }) => category.id)).toEqual([
      other.id,
    ]);
    expect(
      (await catalog.detail(artist.id)).nominations.map(({ categoryId }) => categoryId),
    ).toEqual([other.id]);
    const { body: list } = await admin.get('/api/admin/categories').expect(200);
    expect(list.map((category: Category) => category.id)).not.toContain(id);

    const { body } = await admin.post(`/api/admin/categories/${id}/restore`).expect(200);
    expect(body).toMatchObject({ id, voteCount: 2, artistCount: 1 });
    expect((await catalog.nomineesOf(id)).map((nomination) => nomination.voteCount)).toEqual([2]);
    await admin.post(`/api/admin/categories/${id}/restore`).expect(200);
    expect((await catalog.actionsOn(id)).map(({ action }) => action)).toEqual([
      'category.create',
      'category.delete',
      'category.restore',
    ]);
  });

  test('a nomination in a deleted category survives an edit of its artist', async () => {
    const [gone, stays] = [await aCategory(), await aCategory()];
    const artist = await anArtist([gone.id, stays.id]);
    await admin.delete(`/api/admin/categories/${gone.id}`).expect(204);
    await catalog.save(await catalog.detail(artist.id), { name: 'Edited' }).expect(200);
    await admin.post(`/api/admin/categories/${gone.id}/restore`).expect(200);
    expect((await catalog.detail(artist.id)).nominations).toHaveLength(2);
  });

  test('a request for a missing category gets an error that says so', async () => {
    const { id } = await aCategory();
    await admin.delete(`/api/admin/categories/${id}`).expect(204);
    const secondDeletion = await admin.delete(`/api/admin/categories/${id}`).expect(409);
    expect(secondDeletion.body.code).toBe('already-deleted');
    await admin.put(`/api/admin/categories/${id}`).send({ name: 'Late' }).expect(404);
    await admin.delete(`/api/admin/categories/${randomUUID()}`).expect(404);
    await admin.post(`/api/admin/categories/${randomUUID()}/restore`).expect(404);
  });
});

describe('artists', () => {
  test('are created with their nominations in the order given', async () => {
    const first = await aCategory({ name: 'Z comes first' });
    const second = await aCategory({ name: 'A comes second' });
    const created = await anArtist([first.id, second.id], {
      photoUrl: 'https://pictures.example/artist.jpg',
      isFeatured: true,
      nominations: [
        { categoryId: first.id, nominationTitle: 'A title', nominationTitleFr: 'Un titre' },
        { categoryId: second.id, nominationPhotoUrl: '/uploads/photo.webp' },
      ],
    });
    expect(created).toEqual(adminArtistDetail.parse(created));
    expect(created.nominations).toMatchObject([
      { categoryId: first.id, nominationTitle: 'A title', categoryName: 'Z comes first' },
      { categoryId: second.id, nominationPhotoUrl: '/uploads/photo.webp' },
    ]);
    const shown = await catalog.nominationsOf(created.id);
    expect(shown.map(({ category }) => category.id)).toEqual([first.id, second.id]);
    const { shareableLink } = created.nominations[0]!;
    expect(shareableLink).toMatch(/^[\w-]{16}$/);
    expect(await catalog.get(`/api/nominations/share/${shareableLink}`)).toMatchObject({
      categoryId: first.id,
      artist: { id: created.id },
    });
  });

  test('are listed as the contract says, with their totals', async () => {
    const ownCategories = [await aCategory(), await aCategory()];
    const artist = await anArtist(
      ownCategories.map((category) => category.id),
      { isFeatured: true },
    );
    await app.given.completedPayment(artist.nominations, { each: 5 });
    const { body } = await admin.get('/api/admin/artists').expect(200);
    expect(body).toEqual(z.array(adminArtist).parse(body));
    const { id } = artist;
    expect(body).toContainEqual(
      expect.objectContaining({
        id,
        totalVotes: 10,
        isFeatured: true,
        categoryCount: 2,
        categories: ownCategories.map((category) => ({
          id: category.id,
          name: category.name,
          nameFr: category.nameFr,
        })),
      }),
    );
  });

  test('nominations are reordered', async () => {
    const ids = [(await aCategory()).id, (await aCategory()).id, (await aCategory()).id];
    const artist = await anArtist(ids);
    const reversed = ids.toReversed();
    const { body } = await catalog
      .save(artist, {
        nominations: reversed.map((categoryId) => ({ categoryId })),
      })
      .expect(200);
    const order = body.nominations.map((one: { categoryId: string }) => one.categoryId);
    expect(order).toEqual(reversed);
    const { categories } = await catalog.get(`/api/artists/${artist.id}`);
    expect(categories.map(({ id }: Category) => id)).toEqual(reversed);
  });

  test('a nomination left out is withdrawn, and restored with its votes and its link', async () => {
    const [removed, remaining] = [await aCategory(), await aCategory()];
    const artist = await anArtist([removed.id, remaining.id]);
    const nomination = artist.nominations[0]!;
    await app.given.completedPayment([nomination], { each: 7 });

    const { body: without } = await catalog
      .save(artist, {
        nominations: [{ categoryId: remaining.id }],
      })
      .expect(200);
    expect(without.nominations).toHaveLength(1);
    expect(await catalog.nomineesOf(removed.id)).toEqual([]);
    expect((await catalog.nominationsOf(artist.id)).map(({ category }) => category.id)).toEqual([
      remaining.id,
    ]);
    const shared = () => catalog.get(`/api/nominations/share/${nomination.shareableLink}`);
    expect(await shared()).toMatchObject({ categoryId: removed.id, artist: null });
    expect(await app.given.votesOf(nomination)).toBe(7);
    expect((await catalog.get(`/api/artists/${artist.id}`)).totalVotes).toBe(7);

    const { body: restored } = await catalog
      .save(without, {
        nominations: [
          { categoryId: removed.id, nominationTitle: 'Back' },
          { categoryId: remaining.id },
        ],
      })
      .expect(200);
    expect(restored.nominations[0]).toMatchObject({
      id: nomination.id,
      shareableLink: nomination.shareableLink,
      voteCount: 7,
      nominationTitle: 'Back',
    });
    expect(await shared()).toMatchObject({ categoryId: removed.id, artist: { id: artist.id } });
  });

  test('edits are recorded with both versions, once', async () => {
    const category = await aCategory();
    const artist = await anArtist([category.id]);
    const { body } = await catalog.save(artist, { name: 'Renamed' }).expect(200);
    expect(body).toMatchObject({ name: 'Renamed', version: 2 });
    await catalog.save(body, {}).expect(200);
    const actions = await catalog.actionsOn(artist.id);
    expect(actions).toMatchObject([
      { userId: admin.id, action: 'artist.create', before: null, after: { name: artist.name } },
      {
        action: 'artist.update',
        before: { name: artist.name },
        after: { name: 'Renamed', nominations: [{ categoryName: category.name }] },
      },
    ]);
  });

  test('when two administrators edit the same one, the second gets a conflict and changes nothing', async () => {
    const artist = await anArtist([(await aCategory()).id]);
    const saves = await Promise.all([
      catalog.save(artist, { name: 'One' }),
      catalog.save(artist, { name: 'Other' }),
    ]);
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = saves.find(({ status }) => status === 200);
    expect(saves.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
    expect((await catalog.detail(artist.id)).name).toBe(winner?.body.name);
    expect(await catalog.actionsOn(artist.id)).toHaveLength(2);
  });

  test('deleted ones are missing from every list, and are restored with Undo', async () => {
    const category = await aCategory();
    const artist = await anArtist([category.id]);
    await admin.delete(`/api/admin/artists/${artist.id}`).expect(204);
    await app.http.get(`/api/artists/${artist.id}`).expect(404);
    await admin.get(`/api/admin/artists/${artist.id}`).expect(404);
    expect(await catalog.nomineesOf(category.id)).toEqual([]);
    await catalog.save(artist, { name: 'Late' }).expect(404);
    const secondDeletion = await admin.delete(`/api/admin/artists/${artist.id}`).expect(409);
    expect(secondDeletion.body.code).toBe('already-deleted');

    const { body } = await admin.post(`/api/admin/artists/${artist.id}/restore`).expect(200);
    expect(body.nominations).toEqual(artist.nominations);
    await admin.post(`/api/admin/artists/${artist.id}/restore`).expect(200);
    expect(await catalog.nomineesOf(category.id)).toHaveLength(1);
    expect(await catalog.actionsOn(artist.id)).toHaveLength(3);
  });

  test('a missing category is named, and nothing of the artist is saved', async () => {
    const [stands, gone] = [await aCategory(), await aCategory()];
    const artist = await anArtist([stands.id]);
    await admin.delete(`/api/admin/categories/${gone.id}`).expect(204);
    const { body } = await catalog
      .save(artist, {
        name: 'Half',
        nominations: [{ categoryId: stands.id }, { categoryId: gone.id }],
      })
      .expect(400);
    expect(body).toMatchObject({
      code: 'unknown-category',
      issues: [{ path: 'nominations.1.categoryId' }],
    });
    expect(await catalog.detail(artist.id)).toEqual(artist);
  });

  test('simultaneous edits and deletions end without a deadlock, and no nomination is lost', async () => {
    const ids = [(await aCategory()).id, (await aCategory()).id, (await aCategory()).id];
    const [first, second] = [await anArtist(ids), await anArtist(ids)];
    const edits = Array.from({ length: 24 }, (_, turn) => {
      if (turn % 4 === 3) {
        const path = `/api/admin/categories/${ids[turn % 3]}`;
        return turn % 8 === 3 ? admin.delete(path) : admin.post(`${path}/restore`);
      }
      const order = turn % 2 === 0 ? ids : ids.toReversed();
      return admin.put(`/api/admin/artists/${(turn % 2 === 0 ? first : second).id}`).send({
        name: `Turn ${turn}`,
        nominations: order.slice(turn % 3).map((categoryId) => ({ categoryId })),
      });
    });
    for (const { status } of await Promise.all(edits))
      expect([200, 204, 400, 409]).toContain(status);
    const rows = await app.db.select().from(nominations);
    expect(
      rows.filter(({ artistId }) => artistId === first.id || artistId === second.id),
    ).toHaveLength(6);
  });
});

describe('bad input', () => {
  let valid: { name: string; nominations: { categoryId: string }[] };
  beforeAll(async () => {
    valid = { name: 'Fine', nominations: [{ categoryId: (await aCategory()).id }] };
  });

  test.each<[string, string, object]>([
    ['no name', 'name', { name: ' ' }],
    ['a name that is too long', 'name', { name: 'n'.repeat(256) }],
    ['a NUL', 'name', { name: 'Na\0me' }],
    ['half a character', 'bio', { bio: 'half \ud83d' }],
    ['a text that is too long', 'bioFr', { bioFr: 'x'.repeat(5_001) }],
    ['a script as photo', 'photoUrl', { photoUrl: 'javascript:alert(1)' }],
    ['a data address as photo', 'photoUrl', { photoUrl: 'data:image/png;base64,AAAA' }],
    ['a path outside of the uploads', 'photoUrl', { photoUrl: '/uploads/../secret.webp' }],
    ['a photo over plain http', 'photoUrl', { photoUrl: 'HTTP://pictures.example/a.jpg' }],
    ['no nomination', 'nominations', { nominations: [] }],
    ['no list of nominations', 'nominations', { nominations: 'all' }],
    ['an invalid id', 'nominations.0.categoryId', { nominations: [{ categoryId: '1' }] }],
    ['an invalid version', 'version', { version: 'latest' }],
  ])('%s of an artist is named in the error', async (_case, path, changes) => {
    const count = await app.db.$count(artists);
    const { body } = await admin
      .post('/api/admin/artists')
      .send({ ...valid, ...changes })
      .expect(400);
    expect(body.issues).toMatchObject([{ path }]);
    expect(await app.db.$count(artists)).toBe(count);
  });

  test('a photo over plain http is kept where it was before, and rejected elsewhere', async () => {
    const former = 'http://pictures.example/former.jpg';
    const { id, nominations } = await app.given.artist({ photoUrl: former });
    const artist = await catalog.detail(id);
    const { body } = await catalog.save(artist, { bio: 'Sings' }).expect(200);
    expect(body).toMatchObject({ bio: 'Sings', photoUrl: former });

    const nominationPhotoUrl = 'http://pictures.example/other.jpg';
    const { categoryId } = nominations[0]!;
    const refused = await catalog
      .save(await catalog.detail(id), {
        nominations: [{ categoryId, nominationPhotoUrl }],
      })
      .expect(400);
    expect(refused.body.issues).toMatchObject([{ path: 'nominations.0.nominationPhotoUrl' }]);
    expect(await catalog.detail(id)).toMatchObject({ nominations: [{ nominationPhotoUrl: null }] });
  });

  test('the same category twice is named in the error', async () => {
    const twice = [...valid.nominations, ...valid.nominations];
    const { body } = await admin
      .post('/api/admin/artists')
      .send({ ...valid, nominations: twice })
      .expect(400);
    expect(body.issues).toMatchObject([{ path: 'nominations' }]);
  });

  test.each<[string, string, object]>([
    ['no name', 'name', { name: '' }],
    ['a script as picture', 'backgroundImageUrl', { backgroundImageUrl: 'javascript:alert(1)' }],
    [
      'a picture over plain http',
      'backgroundImageUrl',
      { backgroundImageUrl: 'http://pictures.example/a.jpg' },
    ],
    ['a style as colour', 'backgroundColor', { backgroundColor: 'red;background:url(x)' }],
    ['markup as icon', 'icon', { icon: '<b>' }],
    ['a NUL', 'description', { description: '\0' }],
  ])('%s of a category is named in the error', async (_case, path, changes) => {
    const { body } = await admin
      .post('/api/admin/categories')
      .send({ name: 'Fine', ...changes })
      .expect(400);
    expect(body.issues).toMatchObject([{ path }]);
  });

  test('an artist of maximum length is saved', async () => {
    const ids = [];
    for (let i = 0; i < 20; i++) ids.push((await app.given.category()).id);
    const text = 'é'.repeat(5_000);
    const created = await anArtist([], {
      bio: text,
      nominations: ids.map((categoryId) => ({
        categoryId,
        nominationDescription: text,
        nominationDescriptionFr: text,
      })),
    });
    expect(created.nominations).toHaveLength(20);
  });

  test('ten megabytes of text are rejected', async () => {
    const { body } = await admin
      .post('/api/admin/artists')
      .send({ ...valid, bio: 'x'.repeat(10 * 1024 * 1024) })
      .expect(413);
    expect(body.code).toBe('too-large');
  });

  test('anything but JSON is rejected', async () => {
    await admin.post('/api/admin/categories').type('text/plain').send('{"name":"x"}').expect(415);
  });
});
