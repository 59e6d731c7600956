import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { previewPath } from '#server/pictures/preview';
import { ReadCache } from '#server/platform/read-cache';
import { artists, categories, editionArtists, editions } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { crawlerOn } from '../support/crawler';
import { beginEdition, draftEdition } from '../support/editions';
import { siteOf } from '../support/site';

let app: TestApp;
let http: Awaited<ReturnType<typeof siteOf>>;
let crawler: ReturnType<typeof crawlerOn>;
let old: Awaited<ReturnType<typeof lastYear>>;
const cache = new ReadCache(10 * 60_000);
beforeAll(async () => {
  app = await startTestApp({ env: { EVENT_YEAR: '2025' } });
  http = await siteOf(app, cache);
  crawler = crawlerOn(http, app.config.publicUrl);
  old = await lastYear();
});
afterAll(() => app.close());
beforeEach(() => cache.clear());

const EVENT = { name: 'Ancient Awards', nameFr: 'Prix anciens', year: '2025' };

/** Archives an edition with one nominee, who has another name since then. */
async function lastYear() {
  await app.setEvent({ name: EVENT.name, nameFr: EVENT.nameFr });
  const category = await app.given.category({ name: 'Best Song', nameFr: 'Meilleure chanson' });
  const hidden = await app.given.category({ name: 'Best Secret', isHidden: true });
  const artist = await app.given.artist({ name: 'Mama Njanga', nominatedIn: 0 });
  const nomination = await app.given.nomination(artist.id, category.id);
  const [before] = await app.db.select().from(editions);
  await beginEdition(app, '2026', new Date());
  await app.db
    .insert(editionArtists)
    .values({ editionId: before!.id, artistId: artist.id, name: artist.name });
  await app.db
    .update(artists)
    .set({ name: 'Mama Njanga II', isActive: false })
    .where(eq(artists.id, artist.id));
  await app.setEvent({ name: 'Modern Awards', nameFr: 'Prix modernes' });
  const path = `/editions/2025/${category.id}`;
  return { category, hidden, artist, nomination, path };
}

const imageOf = async (path: string, language: 'en' | 'fr') =>
  (await crawler.visit(path, language)).meta('og:image').map(crawler.pathOf);
const archived = { ...EVENT, isArchived: true };

describe('a page of an archived edition', () => {
  test.each(['en', 'fr'] as const)(
    'has its own head for link previews, in %s',
    async (language) => {
      const name = language === 'fr' ? 'Prix anciens 2025' : 'Ancient Awards 2025';
      const song = language === 'fr' ? 'Meilleure chanson' : 'Best Song';
      const edition = await crawler.visit('/editions/2025', language);
      expect(edition.titles[0]).toContain(name);
      expect(edition.meta('og:site_name')).toEqual([name]);
      expect(edition.data[0]).toMatchObject({ '@type': 'Event', name, startDate: '2025' });
      const category = await crawler.visit(old.path, language);
      expect(category.titles[0]).toContain(`${song} – ${name}`);
      expect(category.meta('robots')).toEqual([]);
      const steps = category.data[1]!.itemListElement as { name: string; item: string }[];
      expect(steps.map(({ name }) => name)).toEqual([name, song]);
      for (const { item } of steps) {
        expect((await crawler.visit(crawler.pathOf(item))).page.status).toBe(200);
      }
    },
  );

  test.each(['en', 'fr'] as const)(
    'has a picture with its own name and year, in %s',
    async (language) => {
      const { id, name, nameFr } = old.category;
      const site = { kind: 'site', id: '2025', category: null, photoUrl: null } as const;
      const ofEdition = { ...site, name: EVENT.name, nameFr: EVENT.nameFr };
      const ofCategory = { ...site, kind: 'category', id, name, nameFr } as const;
      expect(await imageOf('/editions/2025', language)).toEqual([
        previewPath(ofEdition, archived, language),
      ]);
      expect(await imageOf(old.path, language)).toEqual([
        previewPath(ofCategory, archived, language),
      ]);
      const [current = ''] = await imageOf('/editions', language);
      expect(current).toMatch(/^\/previews\/site-(en|fr)\.jpg/);
      const drawn = await Promise.all(
        [
          current,
          `/previews/site-2025-${language}.jpg`,
          `/previews/category-${id}-${language}.jpg`,
        ].map((path) => crawler.picture(path)),
      );
      for (const { status, bytes } of drawn) {
        expect(status).toBe(200);
        expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
      }
      expect(new Set(drawn.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3);
    },
  );

  test('is listed in the sitemap, unlike hidden categories and drafts', async () => {
    await draftEdition(app, '2027');
    const { text } = await http.get('/sitemap.xml').expect(200);
    const pages = [...text.matchAll(/<loc>([^<]*\/editions[^<]*)\?lang=en<\/loc>/g)];
    expect(pages.map(([, address]) => crawler.pathOf(address ?? ''))).toEqual([
      '/editions',
      '/editions/2025',
      old.path,
    ]);
    expect(text).not.toContain(old.hidden.id);
  });
});

describe('a picture for link previews', () => {
  const subjectsDrawn = async (path: string) => {
    const { drawer } = app.deps;
    const drawings: { subject: { name: string }; event: object }[] = [];
    const draw = drawer.draw.bind(drawer);
    drawer.draw = (drawing, photo) => {
      if (drawing.kind === 'preview') drawings.push(drawing);
      return draw(drawing, photo);
    };
    try {
      expect((await crawler.picture(path)).status).toBe(200);
    } finally {
      drawer.draw = draw;
    }
    return drawings;
  };

  test('of an archived nominee stays, as it was, with the name of its edition', async () => {
    const [drawn] = await subjectsDrawn(`/previews/nomination-${old.nomination.id}-en.jpg`);
    expect(drawn).toMatchObject({ subject: { name: 'Mama Njanga' }, event: archived });
  });

  test.each([
    ['a hidden category', () => `category-${old.hidden.id}`],
    ['a draft', () => 'site-2028'],
    ['an unknown year', () => 'site-1999'],
    ['an unknown nominee', () => `nomination-${randomUUID()}`],
  ])('of %s does not exist', async (_which, name) => {
    if (name() === 'site-2028') await draftEdition(app, '2028');
    expect((await crawler.picture(`/previews/${name()}-en.jpg`)).status).toBe(404);
  });

  test('of a category of a draft does not exist', async () => {
    await draftEdition(app, '2029');
    const draft = app.deps.event.ofYear('2029')!;
    const { id } = await app.given.category({ name: 'Best Future' });
    await app.db.update(categories).set({ editionId: draft.id }).where(eq(categories.id, id));
    expect((await crawler.picture(`/previews/category-${id}-en.jpg`)).status).toBe(404);
  });
});

describe('an old address leads to the archive', () => {
  test.each([
    ['of a category', () => `/category/${old.category.id}`],
    ['of a nominee', () => `/category/${old.category.id}?artist=${old.artist.id}`],
    ['of a share link', () => `/share/${old.nomination.shareableLink}`],
    ['of an artist', () => '/a/mama-njanga'],
    ['of an artist, by id', () => `/a/${old.artist.id}`],
    ['of the posters of an artist', () => '/a/mama-njanga/posters'],
    ['of a category, short', () => '/c/best-song'],
  ])('%s', async (_which, address) => {
    const { status, headers } = await http.get(address());
    expect({ status, location: headers.location }).toEqual({ status: 302, location: old.path });
    const page = await http.get(headers.location!).expect(200);
    expect(page.text).toContain('Mama Njanga');
    expect(page.text).not.toContain('Mama Njanga II');
  });

  test('but not of a hidden category', async () => {
    await http.get(`/category/${old.hidden.id}`).expect(404);
    await http.get('/c/best-secret').expect(404);
  });
});
