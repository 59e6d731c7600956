import { randomUUID } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SearchIndex, searchIndex } from '#shared/contracts/catalog';
import { artists, nominations } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { manyNames } from '../support/many-names';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PATH = '/api/search-index';
const index = async (): Promise<SearchIndex> => (await app.http.get(PATH).expect(200)).body;

/** Decodes the artists as the browser does. */
const artistsOf = ({ artists: { ids, names, categories: places }, categories }: SearchIndex) =>
  names.map((name, at) => ({
    id: Buffer.from(ids, 'base64')
      .toString('hex', 16 * at, 16 * (at + 1))
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    name,
    categoryIds: places[at]?.map((place) => categories[place]?.id),
  }));
const namesIn = ({ artists: { names } }: SearchIndex) => names;

describe('the search index', () => {
  test('contains what the contract says and nothing more', async () => {
    await app.given.artist({ nominatedIn: 2 });
    const received = await index();
    expect(received).toEqual(searchIndex.parse(received));
  });

  test('has categories in both languages, and artists with theirs in the order of their nominations', async () => {
    const texts = { name: 'Best Makossa', nameFr: 'Meilleur makossa', icon: 'fa-music' };
    const makossa = await app.given.category(texts);
    const bikutsi = await app.given.category({ name: 'Best Bikutsi' });
    const { id } = await app.given.artist({ name: 'Élodie N’Djamena', nominatedIn: 0 });
    await app.given.nomination(id, makossa.id, { position: 2 });
    await app.given.nomination(id, bikutsi.id, { position: 1 });
    const received = await index();
    expect(received.categories).toContainEqual({ id: makossa.id, ...texts });
    expect(received.categories).toContainEqual({
      id: bikutsi.id,
      name: 'Best Bikutsi',
      nameFr: null,
      icon: null,
    });
    expect(artistsOf(received)).toContainEqual({
      id,
      name: 'Élodie N’Djamena',
      categoryIds: [bikutsi.id, makossa.id],
    });
  });

  test('contains nothing that the public lists omit', async () => {
    const names = ['Deleted', 'Withdrawn', 'Nowhere', 'Of a deleted one', 'Of a hidden one'];
    const [deleted, withdrawn, , ofDeleted] = await Promise.all([
      app.given.artist({ name: 'Deleted' }),
      app.given.artist({ name: 'Withdrawn' }),
      app.given.artist({ name: 'Nowhere', nominatedIn: 0 }),
      app.given.artist({ name: 'Of a deleted one' }),
    ]);
    const hidden = await app.given.category({ isHidden: true });
    const ofHidden = await app.given.artist({ name: 'Of a hidden one', nominatedIn: 0 });
    await app.given.nomination(ofHidden.id, hidden.id);
    expect(namesIn(await index())).toEqual(expect.arrayContaining(['Deleted', 'Withdrawn']));
    await app.given.deletedArtist(deleted);
    await app.given.withdrawn(withdrawn.nominations[0]!);
    const [{ categoryId } = { categoryId: '' }] = ofDeleted.nominations;
    await app.given.deletedCategory(categoryId);

    const received = await index();
    for (const name of names) expect(namesIn(received), name).not.toContain(name);
    const ids = received.categories.map(({ id }) => id);
    expect(ids).not.toContain(hidden.id);
    expect(ids).not.toContain(categoryId);
    // The category of the withdrawn nomination is still public.
    expect(ids).toContain(withdrawn.nominations[0]?.categoryId);
  });

  test('is computed once for all, and not sent again to clients that have it', async () => {
    const { headers } = await app.http.get(PATH);
    expect(headers['cache-control']).toContain('public');
    await app.http
      .get(PATH)
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
    await app.http.post(PATH).expect(405);
  });

  test('takes at most 60 kB on the wire with two thousand artists', async () => {
    const categories = await Promise.all(
      Array.from({ length: 24 }, (_, place) =>
        app.given.category({
          name: `Best ${manyNames(24)[place]} of the Year`,
          nameFr: `Prix ${manyNames(24)[place]} de l’année`,
          icon: 'fa-music',
        }),
      ),
    );
    const rows = manyNames(2_000).map((name) => ({ id: randomUUID(), name }));
    await app.db.insert(artists).values(rows);
    // Each artist in three categories on average, without an order that would compress well.
    const nominated = rows.flatMap(({ id }, at) =>
      categories
        .filter((_, index) => (Math.imul(at * 24 + index, 0x9e3779b1) >>> 20) % 12 === 0)
        .concat(categories[at % 24] ?? [])
        .map((category) => ({ artistId: id, categoryId: category.id })),
    );
    for (let at = 0; at < nominated.length; at += 1_000) {
      const batch = nominated.slice(at, at + 1_000);
      await app.db
        .insert(nominations)
        .values(batch.map((nomination) => ({ ...nomination, shareableLink: randomUUID() })))
        .onConflictDoNothing();
    }

    const { text } = await app.http.get(PATH).expect(200);
    expect(namesIn(JSON.parse(text)).length).toBeGreaterThanOrEqual(2_000);
    // As the read cache compresses it.
    const compressed = brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    });
    expect(compressed.length).toBeLessThanOrEqual(60_000);
  });
});
