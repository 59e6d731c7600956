import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { behindCache, createApp } from '#server/app';
import { CLIENT_DIST_DIR } from '#server/config/paths';
import { type BuiltSite, builtSite } from '#server/pages/index';
import { builtClient } from '#server/platform/client-files';
import { ReadCache } from '#server/platform/read-cache';
import { PAGE_DATA_ID, type PageData } from '#shared/contracts/pages';
import { LANGUAGES } from '#shared/domain/localized';
import { startTestApp, type TestApp } from '../support/app';

/** In ms; long enough for a slow machine. */
const AGE_MS = 10 * 60_000;

let app: TestApp;
let site: BuiltSite;
let http: ReturnType<typeof request>;
const cache = new ReadCache(AGE_MS);
beforeAll(async () => {
  app = await startTestApp();
  site = await builtSite();
  const deps = { ...app.deps, cache, client: builtClient(), site };
  http = request(behindCache(createApp(deps), deps));
});
afterAll(() => app.close());
beforeEach(() => cache.clear());

const get = (path: string, headers: Record<string, string> = {}) =>
  http.get(path).set(headers).expect(200);

const dataIn = ({ text }: Response): PageData =>
  JSON.parse(new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`, 's').exec(text)?.[1] ?? 'null');

/** The files that a document lists for begin.ts. */
const listedIn = (text: string, list: 'code' | 'texts' | 'page' | 'next') =>
  [...(new RegExp(`data-${list}="([^"]*)"`).exec(text)?.[1] ?? '').matchAll(/(\S+) (\S+)/g)].map(
    ([, address = '', integrity = '']) => ({ address, integrity }),
  );

/** A category with one nominee, and the pages that show them. */
async function aCategory(names: { name?: string; nameFr?: string; artist?: string } = {}) {
  const { name = 'Best Song', nameFr = 'Meilleure chanson', artist = 'Lady Bikutsi' } = names;
  const category = await app.given.category({ name, nameFr });
  const { id } = await app.given.artist({ name: artist, nominatedIn: 0 });
  const { shareableLink } = await app.given.nomination(id, category.id);
  return { category, path: `/category/${category.id}`, shareableLink };
}

describe('a page of the catalogue', () => {
  test('of an artist that was merged leads to the one that stays', async () => {
    const { category, path } = await aCategory();
    const into = await app.given.artist({ nominatedIn: 0 });
    await app.given.nomination(into.id, category.id);
    const { id } = await app.given.artist({ isActive: false, mergedInto: into.id, nominatedIn: 0 });
    const { headers } = await http.get(`${path}?lang=fr&artist=${id.toUpperCase()}`).expect(302);
    expect(headers.location).toBe(`${path}?lang=fr&artist=${into.id}`);
    // Of several, the last one is asked for.
    const twice = `${path}?artist=${crypto.randomUUID()}&artist=${id}`;
    const { headers: once } = await http.get(twice).expect(302);
    await get(once.location ?? '');
    await get(`${path}?artist=${crypto.randomUUID()}`);
  });

  test('arrives complete, with the data it was rendered from', async () => {
    const { category, path, shareableLink } = await aCategory();
    for (const [address, keys] of [
      ['/categories', [['/api/categories'], ['/api/featured-artists']]],
      [
        path,
        [
          ['/api/categories', category.id],
          ['/api/nominations/category', category.id],
        ],
      ],
      [
        `/share/${shareableLink}`,
        [
          ['/api/categories', category.id],
          ['/api/nominations/category', category.id],
          ['/api/nominations/share', shareableLink],
        ],
      ],
    ] as const) {
      const page = await get(address);
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=0, s-maxage=1',
        'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=2',
        vary: 'Accept-Encoding, Accept-Language, Cookie',
        'content-language': 'en',
      });
      expect(page.headers).not.toHaveProperty('set-cookie');
      expect(page.text).toContain('<html lang="en">');
      expect(page.text).toMatch(/<h1[^>]*>/);
      expect(page.text).not.toMatch(/class="[^"]*late-notice/);
      const { answers, language } = dataIn(page);
      expect(language).toBe('en');
      expect(answers.map(([key]) => key)).toEqual(
        expect.arrayContaining([['/api/config'], ...keys]),
      );
      expect(answers).toHaveLength(keys.length + 1);
      for (const [key, answer] of answers) {
        expect((await get(key.join('/'))).body).toEqual(answer);
      }
    }
  });

  test('loads its code after it is visible, and then the code for a voter’s next step', async () => {
    const { text } = await get('/categories');
    expect(text).toContain('data-begins="once-it-shows"');
    expect(text).not.toMatch(/modulepreload|as="font"/);
    // A script after the style sheet would wait for it, and the page after the script.
    const [, behind = ''] = text.split('<link rel="stylesheet"');
    expect(behind).not.toMatch(/<script(?! type="application)/);
    const code = listedIn(text, 'code');
    const next = listedIn(text, 'next');
    for (const { address } of [...code, ...next]) expect(text).not.toContain(`"${address}"`);
    expect(next.map(({ address }) => address).join()).toMatch(/checkout-page-.*payment-area-/);
    // The start of the document of a page that is not server-rendered.
    const { text: empty } = await get('/my-receipts');
    expect(empty).toContain('data-begins="at-once"');
    expect(listedIn(empty, 'code')[0]).toEqual(code[0]);
    expect(listedIn(empty, 'next')).toEqual([]);
  });

  test('has the integrity hash of every file', async () => {
    const { text } = await get('/categories');
    const sheet = /<link rel="stylesheet"[^>]*>/.exec(text)?.[0] ?? '';
    const [, href = '', integrity = ''] = /href="([^"]+)" integrity="([^"]+)"/.exec(sheet) ?? [];
    const files = [...listedIn(text, 'code'), ...listedIn(text, 'next')];
    expect(files.length).toBeGreaterThan(5);
    for (const file of [...files, { address: href, integrity }]) {
      const content = readFileSync(join(CLIENT_DIST_DIR, file.address));
      const hash = createHash('sha256').update(content).digest('base64');
      expect(file.integrity, file.address).toBe(`sha256-${hash}`);
    }
  });

  test('is served as the start page, too', async () => {
    await aCategory({ name: 'Best Start' });
    expect((await get('/')).text).toContain('Best Start');
  });

  test.each<[browser: string, headers: Record<string, string>, language: string]>([
    ['sends no language', {}, 'en'],
    ['reads French first', { 'Accept-Language': 'fr-CM,fr;q=0.9,en;q=0.8' }, 'fr'],
    ['reads English first', { 'Accept-Language': 'en-GB,fr;q=0.9' }, 'en'],
    ['has chosen', { 'Accept-Language': 'en', Cookie: 'a=b; language=fr' }, 'fr'],
    ['has chosen the other language', { 'Accept-Language': 'fr', Cookie: 'language=en' }, 'en'],
    ['has an invalid choice', { 'Accept-Language': 'fr', Cookie: 'language=de' }, 'fr'],
  ])('is in the language of a browser that %s', async (_, headers, language) => {
    const { path } = await aCategory();
    // Whatever another browser got before.
    await get(path, { 'Accept-Language': language === 'fr' ? 'en' : 'fr' });
    const { text } = await get(path, headers);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toMatch(language === 'fr' ? /<h1[^>]*>Meilleure/ : /<h1[^>]*>Best Song/);
    expect(text).toMatch(new RegExp(`/assets/${language}-[^"]+\\.js`));
  });

  test('trusts over https only a choice that our own page has stored', async () => {
    const { path } = await aCategory();
    const config = { ...app.config, publicUrl: 'https://vote.example' };
    const deps = { ...app.deps, config, cache: new ReadCache(AGE_MS), client: builtClient(), site };
    const secure = request(behindCache(createApp(deps), deps));
    const languageFor = async (cookie: string) =>
      (await secure.get(path).set({ Host: 'vote.example', Cookie: cookie })).get(
        'Content-Language',
      );
    // Once from the cache, as well.
    for (let i = 0; i < 2; i++) {
      expect(await languageFor('__Host-language=fr')).toBe('fr');
      expect(await languageFor('language=fr')).toBe('en');
    }
  });

  test('has its title and description before any script runs', async () => {
    const { path } = await aCategory({ name: 'Best "Show" & Tell <3' });
    const { text } = await get(path);
    expect(text).toContain(
      '<title>Best &quot;Show&quot; &amp; Tell &lt;3 – Festival Awards</title>',
    );
    expect(text).toMatch(/<meta name="description" content="[^"]{10,}">/);
  });

  test('shows names literally, whatever they would mean to a browser or to us', async () => {
    const artist = '</script><script>alert(1)</script> $& $1 <!--';
    const page = await get((await aCategory({ artist })).path);
    expect(page.text).not.toContain('<script>alert');
    expect(JSON.stringify(dataIn(page))).toContain(JSON.stringify(artist).slice(1, -1));
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $1 &lt;!--');
  });

  test('is rendered once for simultaneous visitors, and again when the catalogue has changed', async () => {
    const { path } = await aCategory();
    const renderPage = vi.spyOn(site.renderer, 'renderPage');
    const pages = await Promise.all(Array.from({ length: 20 }, () => get(path)));
    expect(renderPage).toHaveBeenCalledTimes(1);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    await http.get(path).set('If-None-Match', pages[0]!.headers.etag!).expect(304);

    const before = renderPage.mock.calls.length;
    cache.clear();
    await get(path);
    expect(renderPage.mock.calls.length).toBe(before + 1);
    renderPage.mockRestore();
  });

  test('that never existed is left to the browser, which says so', async () => {
    for (const path of [
      '/category/00000000-0000-4000-8000-000000000000',
      '/category/no-id',
      '/share/nothing',
      '/category/%E0%A4%A',
    ]) {
      const { text, headers } = await http.get(path).expect(404);
      expect(headers['cache-control'], path).toBe('no-cache');
      expect(text).toMatch(/class="[^"]*late-notice/);
      expect(text).not.toContain(PAGE_DATA_ID);
    }
  });

  test('that cannot be rendered is left to the browser, and logged', async () => {
    const { path } = await aCategory();
    const renderPage = vi.spyOn(site.renderer, 'renderPage').mockImplementation(() => {
      throw new Error('a bug');
    });
    app.logs.length = 0;
    expect((await get(path)).text).toMatch(/class="[^"]*late-notice/);
    expect(app.logs.join('')).toContain('a page could not be rendered');
    renderPage.mockRestore();
    expect((await get(path)).text).toContain('Lady Bikutsi');
  });
});

describe('a page rendered only in the browser', () => {
  const artist = '00000000-0000-4000-8000-000000000001';
  const checkout = `/checkout?artist=${encodeURIComponent(JSON.stringify({ id: artist, name: 'A' }))}`;
  const signedIn = { Cookie: 'signed-in=1' };

  test.each<[path: string, headers: Record<string, string>, answers: string[]]>([
    [checkout, {}, ['/api/config', `/api/nominations/artist/${artist}`]],
    ['/checkout?artist=nonsense', {}, ['/api/config']],
    ['/my-receipts?code=RCPT-1', {}, ['/api/config']],
    ['/payment-help', signedIn, ['/api/config', '/api/auth/user']],
    ['/admin', signedIn, ['/api/config', '/api/auth/user']],
    // Without a session, the response would only be an error.
    ['/admin', {}, []],
  ])('%s starts to load what it needs (%o)', async (path, headers, answers) => {
    const { text, headers: sent } = await get(path, headers);
    expect(sent['cache-control']).toBe('no-cache');
    expect(text).toMatch(/class="[^"]*late-notice/);
    const preloaded = [...text.matchAll(/rel="preload" as="fetch" href="([^"]+)"/g)];
    expect(preloaded.map(([, address]) => address)).toEqual(answers);
  });

  test('the checkout contains the artist and the price from the server', async () => {
    const { category } = await aCategory();
    const { id } = await app.given.artist({ name: 'Kameni <Blaze>', nominatedIn: 0 });
    await app.given.nomination(id, category.id);
    const address = `/checkout?artist=${encodeURIComponent(JSON.stringify({ id, name: 'Somebody' }))}`;
    const { text } = await get(address, { 'Accept-Language': 'fr' });
    expect(text).toContain('Kameni &lt;Blaze&gt;</h1>');
    expect(text).not.toContain('Somebody</h1>');
    expect(text).toMatch(/Mobile Money\s: 100\sCFA le vote/);
    expect(text).toContain('Rien n’est encore payé.');
  });

  test.each(['/checkout', '/my-receipts', '/payment-help', '/privacy'])(
    '%s loads no charts, which only the team and the open count use',
    async (path) => {
      const { text } = await get(path);
      const code = [...listedIn(text, 'code'), ...listedIn(text, 'page')].map(({ address }) =>
        readFileSync(join(CLIENT_DIST_DIR, address), 'utf8'),
      );
      expect(code.length).toBeGreaterThan(4);
      // Chart.js is larger than everything that voters load after the first page.
      expect(code.filter((text) => text.includes('easeInOutQuad'))).toEqual([]);
    },
  );

  const addresses = [
    '/checkout',
    '/my-receipts',
    '/screen',
    '/payment-help',
    '/privacy',
    '/count',
    '/admin',
    '/admin/activity',
    '/admin/books',
    '/admin/health',
    '/admin/settings',
    '/admin/import',
    '/admin/voters',
    '/admin/voter-tracking',
    '/admin/artists/new',
  ];
  test.each(LANGUAGES.flatMap((language) => addresses.map((path) => [path, language] as const)))(
    '%s lists its code, in %s',
    async (path, language) => {
      const { text } = await get(path, { 'Accept-Language': language });
      const ownAddresses = listedIn(text, 'page');
      expect(ownAddresses).not.toEqual([]);
      const files = [...listedIn(text, 'code'), ...listedIn(text, 'texts'), ...ownAddresses];
      for (const { address } of files) await get(address);
    },
  );
});
