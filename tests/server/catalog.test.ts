import { randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';
import request from 'supertest';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { z } from 'zod';
import { ALL_RESULTS, registerCatalog, TrendingBoard } from '#server/catalog/index';
import { openDatabase } from '#server/db/client';
import { Api } from '#server/http/index';
import { ReadCache } from '#server/platform/read-cache';
import {
  type Artist,
  artist as artistContract,
  type Category,
  publicCategory as categoryContract,
  type FeaturedArtist,
  featuredArtist,
  type Nomination,
  nomination as nominationContract,
  sharedNomination,
} from '#shared/contracts/catalog';
import { startTestApp, type TestApp } from '../support/app';
import { registryOf } from '../support/registry';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = async (path: string) => (await app.http.get(path).expect(200)).body;
const categories = (): Promise<Category[]> => get('/api/categories');
const category = (id: string): Promise<Category> => get(`/api/categories/${id}`);
const artist = (id: string): Promise<Artist> => get(`/api/artists/${id}`);
const nominees = (categoryId: string): Promise<Nomination[]> =>
  get(`/api/nominations/category/${categoryId}`);
const nominationsOf = (artistId: string): Promise<Nomination[]> =>
  get(`/api/nominations/artist/${artistId}`);

async function expectNotFound(path: string) {
  const { body } = await app.http.get(path).expect(404);
  expect(body).toEqual({ message: expect.any(String), code: 'not-found' });
}

/** A category with this many artists, each nominated only there. */
async function aCategoryWith(artistCount: number) {
  const { id } = await app.given.category();
  const nominations = [];
  for (let i = 0; i < artistCount; i++) {
    const { id: artistId } = await app.given.artist({ nominatedIn: 0 });
    nominations.push(await app.given.nomination(artistId, id));
  }
  return { id, nominations };
}

describe('the list of categories', () => {
  test('contains what the contract says and nothing more', async () => {
    await aCategoryWith(1);
    const list = await categories();
    expect(list).toEqual(z.array(categoryContract).parse(list));
  });

  test('has texts in both languages and looks as they are stored', async () => {
    const stored = {
      name: 'Best Makossa',
      nameFr: 'Meilleur makossa',
      description: 'Douala sound',
      descriptionFr: 'Le son de Douala',
      icon: 'fa-music',
      backgroundColor: '#3B82F6',
      backgroundImageUrl: '/uploads/makossa.webp',
    };
    const { id } = await app.given.category(stored);
    const expected = {
      id,
      ...stored,
      artistCount: 0,
      displayName: stored.name,
      displayDescription: stored.description,
    };
    expect(await categories()).toContainEqual(expected);
    expect(await category(id)).toEqual(expected);
  });

  test('counts only artists that can be voted for, not withdrawn or deleted ones', async () => {
    const { id, nominations } = await aCategoryWith(4);
    await app.given.withdrawn(nominations[0]!);
    await app.given.deletedArtist({ id: nominations[1]!.artistId });
    expect(await categories()).toContainEqual(expect.objectContaining({ id, artistCount: 2 }));
    expect((await category(id)).artistCount).toBe(2);
    for (const { category } of await nominees(id)) expect(category.artistCount).toBe(2);
  });

  test('is sorted by creation time, then by name', async () => {
    const createdAt = new Date();
    const names = ['Zouk', 'Afrobeat', 'Makossa'];
    const atOnce = await Promise.all(names.map((name) => app.given.category({ name, createdAt })));
    const later = await app.given.category({ name: 'Assiko', createdAt: new Date(Date.now() + 1) });
    const ours = new Set([...atOnce, later].map(({ id }) => id));
    const order = async () => (await categories()).filter(({ id }) => ours.has(id));
    expect((await order()).map(({ name }) => name)).toEqual([
      'Afrobeat',
      'Makossa',
      'Zouk',
      'Assiko',
    ]);
  });

  test('does not contain deleted ones, and their pages are not found', async () => {
    const { id } = await aCategoryWith(1);
    await app.given.deletedCategory(id);
    expect(await categories()).not.toContainEqual(expect.objectContaining({ id }));
    await expectNotFound(`/api/categories/${id}`);
    await expectNotFound(`/api/nominations/category/${id}`);
  });
});

describe('the nominees of a category', () => {
  test('are what the contract says and nothing more', async () => {
    const { id } = await aCategoryWith(2);
    const list = await nominees(id);
    expect(list).toEqual(z.array(nominationContract).parse(list));
  });

  test('have their own title, photograph and texts where set', async () => {
    const { id } = await app.given.category();
    const { id: artistId } = await app.given.artist({ nominatedIn: 0 });
    const ownTexts = {
      nominationTitle: 'Song of the year',
      nominationTitleFr: 'Chanson de l’année',
      nominationPhotoUrl: 'https://photos.example/song.jpg',
      nominationDescription: 'It was everywhere',
      nominationDescriptionFr: 'On l’entendait partout',
    };
    await app.given.nomination(artistId, id, ownTexts);
    expect(await nominees(id)).toEqual([expect.objectContaining(ownTexts)]);
  });

  test('are not withdrawn or deleted', async () => {
    const { id, nominations } = await aCategoryWith(3);
    const [withdrawn, deleted, left] = nominations;
    await app.given.withdrawn(withdrawn!);
    await app.given.deletedArtist({ id: deleted!.artistId });
    expect((await nominees(id)).map((nominee) => nominee.id)).toEqual([left!.id]);
  });

  test('are sorted by name, and namesakes always in the same order', async () => {
    const { id } = await app.given.category();
    for (const name of ['Manu', 'Charlotte', 'Manu', 'Manu', 'Lady', 'Manu']) {
      const created = await app.given.artist({ nominatedIn: 0, name });
      await app.given.nomination(created.id, id);
    }
    const first = await nominees(id);
    expect(first.map((nominee) => nominee.artist.name)).toEqual([
      'Charlotte',
      'Lady',
      'Manu',
      'Manu',
      'Manu',
      'Manu',
    ]);
    // Sorted by their ids, whatever the plan of the database is.
    const namesakes = first.slice(2).map((nominee) => nominee.id);
    expect(namesakes).toEqual([...namesakes].sort());
  });

  test('of a category without any are an empty list', async () => {
    const { id } = await app.given.category();
    expect(await nominees(id)).toEqual([]);
  });

  test('take the same number of queries, however many they are', async () => {
    const query = vi.spyOn(pg.Pool.prototype, 'query');
    // Computed twice a minute, for whichever request comes first.
    const isOfTrend = (question: unknown) => JSON.stringify(question).includes("'24 hours'");
    const queriesFor = async (artistCount: number) => {
      const { id } = await aCategoryWith(artistCount);
      query.mockClear();
      expect(await nominees(id)).toHaveLength(artistCount);
      return query.mock.calls.filter(([question]) => !isOfTrend(question)).length;
    };
    expect(await queriesFor(20)).toBe(await queriesFor(2));
    query.mockRestore();
  });
});

describe('votes', () => {
  test('count when the payment is completed, at once and everywhere', async () => {
    const { id, nominations } = await app.given.artist({ nominatedIn: 2 });
    const [first, second] = nominations;
    await app.given.pendingPayment([first!], { each: 7 });
    expect((await artist(id)).totalVotes).toBe(0);

    await app.given.completedPayment([first!, second!], { each: 3 });
    await app.given.completedPayment([first!], { each: 4 });
    expect((await artist(id)).totalVotes).toBe(10);
    const shown = await nominationsOf(id);
    expect(shown.find((nomination) => nomination.id === first!.id)?.voteCount).toBe(7);
    expect(shown.find((nomination) => nomination.id === second!.id)?.voteCount).toBe(3);
    const [nominee] = await nominees(second!.categoryId);
    expect(nominee).toMatchObject({ voteCount: 3, artist: { totalVotes: 10 } });
  });

  test('are withdrawn when the payment is refunded', async () => {
    const { id, nominations } = await app.given.artist();
    await app.given.completedPayment(nominations, { each: 5 });
    const { id: refunded } = await app.given.completedPayment(nominations, { each: 2 });
    await app.given.refunded(refunded);
    expect((await artist(id)).totalVotes).toBe(5);
  });

  test('of a withdrawn nomination stay with the artist, and are restored with the nomination', async () => {
    const { id, nominations } = await app.given.artist({ nominatedIn: 2 });
    const [remaining, withdrawn] = nominations;
    await app.given.completedPayment([remaining!, withdrawn!], { each: 4 });
    await app.given.withdrawn(withdrawn!);
    expect(await artist(id)).toMatchObject({ totalVotes: 8, categoryCount: 1 });
    expect((await nominationsOf(id)).map((nomination) => nomination.voteCount)).toEqual([4]);
  });

  test('count only for their nomination', async () => {
    const { id, nominations } = await aCategoryWith(2);
    await app.given.completedPayment([nominations[0]!], { each: 6 });
    const counts = new Map((await nominees(id)).map((nominee) => [nominee.id, nominee.voteCount]));
    expect(counts.get(nominations[0]!.id)).toBe(6);
    expect(counts.get(nominations[1]!.id)).toBe(0);
  });
});

describe('an artist', () => {
  test('is what the contract says and nothing more', async () => {
    const { id } = await app.given.artist({
      nominatedIn: 2,
      bio: 'Sings',
      bioFr: 'Chante',
      photoUrl: '/uploads/artist.webp',
    });
    const shown = await artist(id);
    expect(shown).toEqual(artistContract.parse(shown));
    expect(shown).toMatchObject({
      bio: 'Sings',
      bioFr: 'Chante',
      photoUrl: '/uploads/artist.webp',
      isTrending: false,
      trendingVotes: 0,
      categoryCount: 2,
    });
  });

  test('is found by its id in upper case too', async () => {
    const { id } = await app.given.artist();
    expect((await artist(id.toUpperCase())).id).toBe(id);
  });

  test('has the categories that are open for votes, in the order of the nominations', async () => {
    const { id, nominations } = await app.given.artist({ nominatedIn: 4 });
    await app.given.withdrawn(nominations[1]!);
    await app.given.deletedCategory(nominations[2]!.categoryId);
    const shown = await artist(id);
    expect(
      shown.categories.map(({ nominationId, id: categoryId }) => ({ nominationId, categoryId })),
    ).toEqual(
      [nominations[0]!, nominations[3]!].map(({ id, categoryId }) => ({
        nominationId: id,
        categoryId,
      })),
    );
    expect(shown.categoryCount).toBe(2);
    const open = (await nominationsOf(id)).map((nomination) => nomination.id);
    expect(open.sort()).toEqual([nominations[0]!.id, nominations[3]!.id].sort());
  });

  test('has the same nominations at both addresses', async () => {
    const { id } = await app.given.artist({ nominatedIn: 3 });
    expect(await get(`/api/artists/${id}/nominations`)).toEqual(await nominationsOf(id));
  });

  test('without nominations exists, with none', async () => {
    const { id } = await app.given.artist({ nominatedIn: 0 });
    expect(await artist(id)).toMatchObject({ categories: [], categoryCount: 0, totalVotes: 0 });
    expect(await nominationsOf(id)).toEqual([]);
  });

  test('that is deleted is not found', async () => {
    const created = await app.given.artist();
    await app.given.deletedArtist(created);
    await expectNotFound(`/api/artists/${created.id}`);
    await expectNotFound(`/api/artists/${created.id}/nominations`);
    await expectNotFound(`/api/nominations/artist/${created.id}`);
  });
});

describe('a share link', () => {
  const shared = (link: string) => `/api/nominations/share/${link}`;

  test('leads to its artist in its category', async () => {
    const { id, nominations } = await app.given.artist({ nominatedIn: 2 });
    const { shareableLink, categoryId } = nominations[1]!;
    const answer = await get(shared(shareableLink));
    expect(answer).toEqual(sharedNomination.parse(answer));
    expect(answer).toEqual({
      categoryId,
      category: await category(categoryId),
      artist: await artist(id),
    });
  });

  test('is case-sensitive', async () => {
    const { id } = await app.given.artist({ nominatedIn: 0 });
    const { id: categoryId } = await app.given.category();
    const shareableLink = `Manu & l’été-${randomUUID()}`;
    await app.given.nomination(id, categoryId, { shareableLink });
    expect((await get(shared(encodeURIComponent(shareableLink)))).categoryId).toBe(categoryId);
    await expectNotFound(shared(encodeURIComponent(shareableLink.toLowerCase())));
  });

  test.each([
    ['nomination is withdrawn', (nomination) => app.given.withdrawn(nomination)],
    ['artist is deleted', ({ artistId }) => app.given.deletedArtist({ id: artistId })],
  ] satisfies [
    string,
    (nomination: { id: string; artistId: string; categoryId: string }) => Promise<void>,
  ][])('leads only to its category once its %s', async (_what, remove) => {
    const { nominations } = await app.given.artist();
    const { categoryId, shareableLink } = nominations[0]!;
    await remove(nominations[0]!);
    expect(await get(shared(shareableLink))).toEqual({
      categoryId,
      category: await category(categoryId),
      artist: null,
    });
  });

  test('is not found once its category is deleted, or when it never existed', async () => {
    const { nominations } = await app.given.artist();
    await app.given.deletedCategory(nominations[0]!.categoryId);
    await expectNotFound(shared(nominations[0]!.shareableLink));
    await expectNotFound(shared('nobody-made-this'));
  });
});

describe('texts in the requested language', () => {
  const texts = { name: 'Best song', nameFr: 'Meilleure chanson', description: 'Sung everywhere' };
  const inEnglish = { displayName: 'Best song', displayDescription: 'Sung everywhere' };
  // Without a French text the English one is used.
  const inFrench = { displayName: 'Meilleure chanson', displayDescription: 'Sung everywhere' };
  let paths: string[];

  beforeAll(async () => {
    const { id } = await app.given.category({ ...texts, descriptionFr: ' ' });
    const { id: artistId } = await app.given.artist({ nominatedIn: 0 });
    const { shareableLink } = await app.given.nomination(artistId, id);
    paths = [
      `/api/categories/${id}`,
      `/api/nominations/category/${id}`,
      `/api/nominations/artist/${artistId}`,
      `/api/nominations/share/${shareableLink}`,
      `/api/artists/${artistId}`,
      `/api/artists/${artistId}/nominations`,
    ];
  });

  /** The display texts of every category in a response. */
  const displayed = (answer: unknown): unknown[] => {
    if (typeof answer !== 'object' || answer === null) return [];
    const { nameFr, displayName, displayDescription } = { ...answer } as Record<string, unknown>;
    const displayedHere = nameFr === undefined ? [] : [{ displayName, displayDescription }];
    return [...displayedHere, ...Object.values(answer).flatMap(displayed)];
  };
  const responseTo = async (path: string, accepted = '') =>
    (await app.http.get(path).set('Accept-Language', accepted).expect(200)).body;

  test.each([
    ['of the query', '?lang=fr', 'en-GB', inFrench],
    ['of the query, the other', '?lang=en', 'fr-CM', inEnglish],
    ['of the browser', '', 'fr-CM,fr;q=0.9,en;q=0.8', inFrench],
    ['of the browser, the other', '', 'en-GB,fr;q=0.9', inEnglish],
    ['English, for a browser with another language', '', 'de', inEnglish],
  ])('are %s, wherever a category appears', async (_whose, query, accepted, expected) => {
    for (const path of paths) {
      const texts = displayed(await responseTo(`${path}${query}`, accepted));
      expect(texts.length, path).toBeGreaterThan(0);
      expect(new Set(texts.map((text) => JSON.stringify(text))), path).toEqual(
        new Set([JSON.stringify(expected)]),
      );
    }
  });

  test('are limited to the languages that exist', async () => {
    const { body } = await app.http.get(`${paths[0]}?lang=de`).expect(400);
    expect(body).toMatchObject({ code: 'validation', issues: [{ path: 'lang' }] });
  });
});

describe('featured artists', () => {
  const featured = (): Promise<FeaturedArtist[]> => get('/api/featured-artists');
  const byName = (list: readonly FeaturedArtist[]) =>
    list.toSorted((a, b) => a.name.localeCompare(b.name));

  test('have the first category in which they can be voted for', async () => {
    expect(await featured()).toEqual([]);
    const zoe = await app.given.artist({ nominatedIn: 2, name: 'Zoe', isFeatured: true });
    const abel = await app.given.artist({ name: 'Abel', isFeatured: true, photoUrl: '/a.webp' });
    await app.given.artist({ name: 'Not featured' });
    await app.given.artist({ name: 'Nowhere', isFeatured: true, nominatedIn: 0 });
    await app.given.deletedArtist(await app.given.artist({ name: 'Gone', isFeatured: true }));
    await app.given.withdrawn(zoe.nominations[0]!);
    const list = byName(await featured());
    expect(list).toEqual(z.array(featuredArtist).parse(list));
    expect(list).toEqual([
      { ...list[0], id: abel.id, photoUrl: '/a.webp', categoryId: abel.nominations[0]!.categoryId },
      { ...list[1], id: zoe.id, categoryId: zoe.nominations[1]!.categoryId },
    ]);
  });

  test('are no more than a row holds', async () => {
    for (let i = 0; i < 14; i++) await app.given.artist({ isFeatured: true });
    expect(await featured()).toHaveLength(12);
  });
});

describe('the trend', () => {
  beforeEach(async () => {
    for (const { id } of await app.given.payments()) await app.given.aged(id, '2 days');
  });

  /** As returned by an application that has not computed the last day yet. */
  async function trendOf(...ids: string[]) {
    const deps = {
      db: app.db,
      trending: new TrendingBoard(app.db),
      shown: async () => ALL_RESULTS,
      scope: { edition: 1, sees: 'public' as const },
    };
    const api = new Api({ checksAnswers: true });
    registerCatalog(registryOf(api), {
      catalog: () => deps,
      cache: new ReadCache(0),
      lifecycle: app.lifecycle,
      auth: { isOfTeam: async () => false },
    });
    const http = request(express().use(api.router));
    return Promise.all(
      ids.map(async (id) => {
        const { isTrending, trendingVotes } = (await http.get(`/api/artists/${id}`)).body;
        return { isTrending, trendingVotes };
      }),
    );
  }
  async function anArtistWith(votes: number) {
    const created = await app.given.artist();
    const payment = await app.given.completedPayment(created.nominations, { each: votes });
    return { ...created, payment };
  }

  test('is the five artists with most votes', async () => {
    const ids: string[] = [];
    for (const votes of [20, 60, 30, 50, 10, 40]) ids.push((await anArtistWith(votes)).id);
    expect(await trendOf(...ids)).toEqual([
      { isTrending: true, trendingVotes: 20 },
      { isTrending: true, trendingVotes: 60 },
      { isTrending: true, trendingVotes: 30 },
      { isTrending: true, trendingVotes: 50 },
      { isTrending: false, trendingVotes: 10 },
      { isTrending: true, trendingVotes: 40 },
    ]);
  });

  test('is five artists even when many have the same votes', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push((await anArtistWith(12)).id);
    const trends = await trendOf(...ids);
    expect(trends.filter(({ isTrending }) => isTrending)).toHaveLength(5);
    expect(await trendOf(...ids)).toEqual(trends);
  });

  test('requires 10 votes, over all nominations together', async () => {
    const almost = await anArtistWith(9);
    const enough = await app.given.artist({ nominatedIn: 2 });
    await app.given.completedPayment(enough.nominations, { each: 5 });
    expect(await trendOf(almost.id, enough.id)).toEqual([
      { isTrending: false, trendingVotes: 9 },
      { isTrending: true, trendingVotes: 10 },
    ]);
  });

  test('ignores votes older than 24 hours, which stay in the total', async () => {
    const { id, nominations, payment } = await anArtistWith(30);
    await app.given.aged(payment.id, '24 hours 1 minute');
    expect(await trendOf(id)).toEqual([{ isTrending: false, trendingVotes: 0 }]);

    const recent = await app.given.completedPayment(nominations, { each: 11 });
    await app.given.aged(recent.id, '23 hours');
    expect(await trendOf(id)).toEqual([{ isTrending: true, trendingVotes: 11 }]);
    expect((await artist(id)).totalVotes).toBe(41);
  });

  test('depends on when votes were counted, not on when the payment was started', async () => {
    const { id, nominations } = await app.given.artist();
    const createdAt = new Date(Date.now() - 30 * 3_600_000);
    await app.given.completedPayment(nominations, { each: 12, createdAt });
    expect(await trendOf(id)).toEqual([{ isTrending: true, trendingVotes: 12 }]);
  });

  test('does not include pending or refunded votes', async () => {
    const { id, nominations, payment } = await anArtistWith(50);
    await app.given.pendingPayment(nominations, { each: 50 });
    await app.given.refunded(payment.id);
    expect(await trendOf(id)).toEqual([{ isTrending: false, trendingVotes: 0 }]);
  });

  test('excludes deleted artists', async () => {
    await app.given.deletedArtist(await anArtistWith(100));
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await anArtistWith(20 + i)).id);
    for (const { isTrending } of await trendOf(...ids)) expect(isTrending).toBe(true);
  });

  test('includes the votes of a withdrawn nomination, as the total does', async () => {
    const { id, nominations } = await anArtistWith(15);
    await app.given.withdrawn(nominations[0]!);
    expect(await trendOf(id)).toEqual([{ isTrending: true, trendingVotes: 15 }]);
  });

  test('is computed once for all requests within half a minute', async () => {
    const { db, pool, close } = openDatabase(app.databaseUrl);
    onTestFinished(close);
    const query = vi.spyOn(pool, 'query');
    const board = new TrendingBoard(db);
    await Promise.all([board.trends(1), board.trends(1), board.trends(1)]);
    await board.trends(1);
    expect(query).toHaveBeenCalledTimes(1);
  });

  test('is computed again for the next request after a failure', async () => {
    const { id } = await anArtistWith(13);
    const { db, pool, close } = openDatabase(app.databaseUrl);
    onTestFinished(close);
    const board = new TrendingBoard(db);
    vi.spyOn(pool, 'query').mockImplementationOnce(() => {
      throw new Error('the database is unavailable');
    });
    await expect(board.trends(1)).rejects.toThrow();
    expect((await board.trends(1))(id)).toEqual({ isTrending: true, trendingVotes: 13 });
  });
});
