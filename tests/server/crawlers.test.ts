import sharp from 'sharp';
import type request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReadCache } from '#server/platform/read-cache';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { startTestApp, type TestApp } from '../support/app';
import { CRAWLERS, crawlerOn, plain } from '../support/crawler';
import { siteOf } from '../support/site';

const MAX_BYTES = 300_000;
const LOCALES: Record<Language, string> = { en: 'en_GB', fr: 'fr_FR' };

let app: TestApp;
let http: ReturnType<typeof request>;
let crawler: ReturnType<typeof crawlerOn>;
let listed: ListedPage[];
let shortLinks: [path: string, target: string, canonical?: string][];
let hiddenTexts: string[];
beforeAll(async () => {
  app = await startTestApp();
  const cache = new ReadCache(10 * 60_000);
  http = await siteOf(app, cache);
  crawler = crawlerOn(http, app.config.publicUrl);
  ({ listed, shortLinks, hiddenTexts } = await createPublicSite());
});
afterAll(() => app.close());

/** A page that the sitemap lists, or whose canonical page it lists. */
interface ListedPage {
  path: string;
  /** Start of its title. */
  title: Record<Language, string>;
  /** Types of its structured data. */
  types: string[];
  /** Canonical address of its content. */
  canonical?: string;
}

const SITE = ['Event'];
const CATEGORY = ['Event', 'BreadcrumbList'];
const NOMINEE = ['Event', 'BreadcrumbList', 'Person'];

/** Everything that the public sees: two categories, and an artist who is nominated in both. */
async function createPublicSite() {
  const { given } = app;
  const song = await given.category({ name: 'Best Song', nameFr: 'Meilleure chanson' });
  const album = await given.category({ name: 'Best Album', nameFr: 'Meilleur album' });
  const hidden = await given.category({ name: 'Best Secret', isHidden: true });
  const lady = await given.artist({ name: 'Lady Bikutsi', nominatedIn: 0 });
  const hiddenArtist = await given.artist({ name: 'Gone Away', nominatedIn: 0 });
  await given.nomination(hiddenArtist.id, hidden.id);
  const inSong = await given.nomination(lady.id, song.id);
  const inAlbum = await given.nomination(lady.id, album.id);
  const categories = { en: 'Categories', fr: 'Catégories' };
  const nominee = (en: string, fr: string) => ({
    en: `Lady Bikutsi – ${en}`,
    fr: `Lady Bikutsi – ${fr}`,
  });
  const inSongs = nominee('Best Song', 'Meilleure chanson');
  const inAlbums = nominee('Best Album', 'Meilleur album');
  const songProfile = `/category/${song.id}?artist=${lady.id}`;
  const albumProfile = `/category/${album.id}?artist=${lady.id}`;
  const pages: ListedPage[] = [
    { path: '/', title: categories, types: SITE, canonical: '/categories' },
    { path: '/categories', title: categories, types: SITE },
    {
      path: `/category/${song.id}`,
      title: { en: 'Best Song', fr: 'Meilleure chanson' },
      types: CATEGORY,
    },
    {
      path: `/category/${album.id}`,
      title: { en: 'Best Album', fr: 'Meilleur album' },
      types: CATEGORY,
    },
    { path: songProfile, title: inSongs, types: NOMINEE },
    { path: albumProfile, title: inAlbums, types: NOMINEE },
    {
      path: `/share/${inSong.shareableLink}`,
      title: inSongs,
      types: NOMINEE,
      canonical: songProfile,
    },
    {
      path: `/share/${inAlbum.shareableLink}`,
      title: inAlbums,
      types: NOMINEE,
      canonical: albumProfile,
    },
    {
      path: '/a/lady-bikutsi/posters',
      title: { en: 'Posters of Lady Bikutsi', fr: 'Affiches de Lady Bikutsi' },
      types: NOMINEE,
    },
    { path: '/count', title: { en: 'The open count', fr: 'Le décompte public' }, types: SITE },
    {
      path: '/payment-help',
      title: { en: 'Where is my money?', fr: 'Où est mon argent' },
      types: SITE,
    },
    {
      path: '/privacy',
      title: { en: 'Privacy', fr: 'Confidentialité' },
      types: SITE,
    },
  ];
  const links: typeof shortLinks = [
    // A short link without a category opens any of the artist's nominations.
    ['/a/lady-bikutsi', `${songProfile}&category=any`, songProfile],
    ['/a/lady-bikutsi/best-album', albumProfile],
    [`/a/${lady.id}/posters`, '/a/lady-bikutsi/posters'],
    ['/c/best-album', `/category/${album.id}`],
  ];
  return {
    listed: pages,
    shortLinks: links,
    hiddenTexts: [hidden.id, 'gone-away', hiddenArtist.id],
  };
}

const addressOf = (path: string, language?: Language): string => {
  const url = new URL(path, app.config.publicUrl);
  if (language) url.searchParams.set('lang', language);
  return url.href;
};

type Visited = Awaited<ReturnType<typeof crawler.visit>>;

/** Expects the tags that every page has for link previews. */
function expectPreviewTags({ titles, meta }: Visited, language: Language) {
  expect(titles).toHaveLength(1);
  expect(meta('og:title')).toEqual(titles);
  expect(meta('og:image:alt')).toEqual(titles);
  expect(meta('og:image:type')).toEqual(['image/jpeg']);
  expect(meta('og:image:width')).toEqual(['1200']);
  expect(meta('og:image:height')).toEqual(['630']);
  expect(meta('og:site_name')).toEqual(['Festival Awards 2025']);
  expect(meta('og:locale')).toEqual([LOCALES[language]]);
  expect(meta('og:locale:alternate')).toEqual(
    LANGUAGES.filter((other) => other !== language).map((other) => LOCALES[other]),
  );
  expect(meta('twitter:card')).toEqual(['summary_large_image']);
}

async function expectPreview([address = '', ...others]: (string | undefined)[], name: string) {
  expect(others).toEqual([]);
  const { bytes, headers, status } = await crawler.picture(address, name);
  expect(status, address).toBe(200);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES);
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
}

const visits = Object.entries(CRAWLERS).flatMap(([name, agent]) =>
  LANGUAGES.map((language) => ({ name, agent, language })),
);

describe.each(visits)('the crawler of $name, in $language,', ({ agent, language }) => {
  test('gets complete metadata for every listed page', async () => {
    const addressByTitle = new Map<string, string>();
    for (const { path, title, types, canonical = path } of listed) {
      const visited = await crawler.visit(path, language, agent);
      const { page, titles, meta, link, data } = visited;
      expect(page.status, path).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-language']).toBe(language);
      expect(page.text).toContain(`<html lang="${language}">`);
      expectPreviewTags(visited, language);
      expect(titles[0]).toMatch(new RegExp(`^${title[language]}.* – Festival Awards$`));
      expect(meta('robots')).toEqual([]);
      expect(meta('description')).toHaveLength(1);
      expect(meta('description')[0]!.length).toBeGreaterThan(10);
      expect(meta('og:description')).toEqual(meta('description'));
      expect(data.map((item) => item['@type'])).toEqual(types);

      const canonicalUrl = addressOf(canonical, language);
      expect(link('canonical'), path).toEqual([canonicalUrl]);
      expect(meta('og:url')).toEqual([canonicalUrl]);
      for (const other of LANGUAGES) {
        expect(link('alternate', other)).toEqual([addressOf(canonical, other)]);
      }
      expect(link('alternate', 'x-default')).toEqual([addressOf(canonical, 'en')]);
      // No two canonical pages have the same title.
      expect(addressByTitle.get(titles[0]!) ?? canonicalUrl).toBe(canonicalUrl);
      addressByTitle.set(titles[0]!, canonicalUrl);
      await expectPreview(meta('og:image'), agent);
    }
  }, 60_000);

  test('is redirected by short links to pages in its language', async () => {
    for (const [path, target, canonical = target] of shortLinks) {
      const { page } = await crawler.visit(path, language, agent);
      expect(page.status, path).toBe(302);
      const { pathname, search } = new URL(addressOf(target, language));
      expect(page.headers.location).toBe(pathname + search);
      const landing = await crawler.visit(page.headers.location!, undefined, agent);
      expect(landing.page.status).toBe(200);
      expect(landing.page.headers['content-language']).toBe(language);
      expect(landing.link('canonical')).toEqual([addressOf(canonical, language)]);
    }
  });

  test('is told not to index personal pages, and gets previews for links to them', async () => {
    for (const path of ['/checkout', '/my-receipts', '/screen', '/admin', '/signed-in-again']) {
      const visited = await crawler.visit(path, language, agent);
      expect(visited.page.status, path).toBe(200);
      expect(visited.meta('robots')).toEqual(['noindex']);
      expect(visited.link('canonical')).toEqual([]);
      expect(visited.link('alternate', language)).toEqual([]);
      expect(visited.meta('og:url')).toEqual([]);
      expect(visited.data).toEqual([]);
      expect(visited.titles[0]).toMatch(/Festival Awards$/);
      expectPreviewTags(visited, language);
      await expectPreview(visited.meta('og:image'), agent);
    }
  });
});

test('links between language versions are reciprocal', async () => {
  for (const { path } of listed) {
    const { link } = await crawler.visit(path);
    const alternatesOf = (one: typeof link) =>
      [...LANGUAGES, 'x-default'].map((language) => one('alternate', language)[0]);
    for (const address of alternatesOf(link)) {
      const other = await crawler.visit(crawler.pathOf(address!));
      expect(alternatesOf(other.link), address).toEqual(alternatesOf(link));
    }
  }
});

describe('search engines and phones', () => {
  test('find every listed page in the sitemap, in both languages, and nothing else', async () => {
    const robots = await http.get('/robots.txt').expect(200);
    expect(robots.headers['content-type']).toContain('text/plain');
    const [, address = ''] = /^Sitemap: (.*)$/m.exec(robots.text) ?? [];
    const sitemap = await http.get(crawler.pathOf(address)).expect(200);
    expect(sitemap.headers['content-type']).toContain('application/xml');
    const found = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => plain(loc!));
    const canonicals = new Set(
      listed.flatMap(({ path, canonical = path }) =>
        LANGUAGES.map((language) => addressOf(canonical, language)),
      ),
    );
    expect(found.sort()).toEqual([...canonicals].sort());
    for (const loc of found) {
      const { page, link } = await crawler.visit(crawler.pathOf(loc));
      expect(page.status, loc).toBe(200);
      expect(link('canonical')).toEqual([loc]);
    }
    for (const text of hiddenTexts) expect(sitemap.text).not.toContain(text);
    const disallowed = [...robots.text.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!);
    expect(disallowed).toContain('/checkout');
    for (const { path } of listed) {
      expect(disallowed.filter((prefix) => path.startsWith(prefix))).toEqual([]);
    }
  });

  test.each(LANGUAGES)(
    'can install the site in %s, with icons of the declared sizes',
    async (language) => {
      const { link } = await crawler.visit('/categories', language);
      const manifest = await http.get(link('manifest')[0]!).expect(200);
      expect(manifest.headers['content-type']).toContain('application/manifest+json');
      const { icons, lang, name, start_url: start } = JSON.parse(manifest.text);
      expect({ lang, name }).toEqual({ lang: language, name: 'Festival Awards 2025' });
      expect((await crawler.visit(start)).page.status).toBe(200);
      expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
      for (const { src, sizes, type } of [
        ...icons,
        { src: link('apple-touch-icon')[0], sizes: '180x180', type: 'image/png' },
      ]) {
        const icon = await http.get(src).expect(200);
        expect(icon.headers['content-type']).toBe(type);
        const { width, height } = await sharp(icon.body as Buffer).metadata();
        expect(`${width}x${height}`).toBe(sizes);
      }
    },
  );
});
