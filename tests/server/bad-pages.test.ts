import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ReadCache } from '#server/platform/read-cache';
import { PAGE_DATA_ID } from '#shared/contracts/pages';
import { LANGUAGES } from '#shared/domain/localized';
import { POSTER_FORMATS, posterPath } from '#shared/domain/poster';
import { startTestApp, type TestApp } from '../support/app';
import { headIn } from '../support/crawler';
import { siteOf } from '../support/site';

const ENDLESS = 'x'.repeat(10_000);
const SCRIPT = '"><script>alert(1)</script>';
/** What a page must never contain unescaped. */
const unescapedIn = (page: string) => /<script>alert|<img src=x/.exec(page);

let app: TestApp;
let http: ReturnType<typeof request>;
const cache = new ReadCache(10 * 60_000);
beforeAll(async () => {
  app = await startTestApp();
  http = await siteOf(app, cache);
});
afterAll(() => app.close());
beforeEach(() => {
  cache.clear();
  app.logs.length = 0;
});
afterEach(() => {
  const failed = /request failed|could not be rendered/;
  expect(app.logs.filter((line) => failed.test(line))).toEqual([]);
});

const PLACES = [
  '/a/:text',
  '/a/:text/posters',
  '/a/:text/best-song',
  '/a/somebody/:text',
  '/c/:text',
  '/category/:text',
  '/share/:text',
  '/previews/:text',
  '/previews/:text.jpg',
  '/previews/nomination-:text-en.jpg',
  '/posters/:text',
  '/posters/:text-story-en.jpg',
  '/icons/:text.png',
  '/uploads/:text',
  '/:text',
];

describe.each(PLACES)('%s', (place) => {
  test.each([
    ['endless', ENDLESS, [404]],
    ['a script', encodeURIComponent(SCRIPT), [404]],
    ['a picture', encodeURIComponent('<img src=x onerror=alert(1)>'), [404]],
    ['broken in the middle of a character', '%E0%A4%A', [400, 404]],
    ['no encoding at all', '%ZZ', [400, 404]],
    ['a NUL byte', '%00', [400, 404]],
    ['a parent path', '..%2f..%2fetc%2fpasswd', [400, 403, 404]],
  ])('with %s is rejected without repeating it', async (_, text, statuses) => {
    const answer = await http.get(place.replace(':text', text)).set('Accept-Language', 'fr');
    expect(statuses).toContain(answer.status);
    expect(unescapedIn(answer.text)).toBeNull();
  });
});

describe('a page', () => {
  test.each([
    ['lang', SCRIPT],
    ['lang', ENDLESS],
    ['ref', SCRIPT],
    ['ref', ENDLESS],
    ['artist', SCRIPT],
    ['artist', ENDLESS],
    [SCRIPT, SCRIPT],
  ])('requested with an invalid %s is the same as without it', async (name, value) => {
    const { nominations } = await app.given.artist();
    const [nomination] = nominations;
    const query = `?${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    for (const address of [
      '/',
      '/categories',
      `/category/${nomination!.categoryId}`,
      `/share/${nomination!.shareableLink}`,
      `/a/${nomination!.artistId}/posters`,
      '/checkout',
      '/my-receipts',
      '/screen',
      '/count',
    ]) {
      const asked = await http.get(address + query).redirects(1);
      expect(asked.status, address).toBe(200);
      expect(unescapedIn(asked.text), address).toBeNull();
      const [image = ''] = headIn(asked.text).meta('og:image');
      expect(new URL(image).pathname).toMatch(/^\/previews\/[\w-]+\.jpg$/);
    }
    for (const file of ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest']) {
      const asked = await http.get(file + query);
      expect(asked.status, file).toBe(200);
      expect(unescapedIn(asked.text), file).toBeNull();
    }
  });
});

describe.each([
  ['in Arabic', 'أحمد بن عبد الله المغربي'],
  ['of only emoji', '🎤🔥🎶'],
  ['of 80 letters without a space', 'W'.repeat(80)],
  ['with HTML markup', `</script><script>alert(1)</script> & ' ${SCRIPT}`],
])('a name %s', (_, name) => {
  async function aNominee() {
    const texts = { description: '', descriptionFr: '' };
    const category = await app.given.category({ name, nameFr: name, ...texts });
    const artist = await app.given.artist({ name, bio: '', bioFr: '', nominatedIn: 0 });
    return app.given.nomination(artist.id, category.id);
  }

  test('is shown literally by every page', async () => {
    const { categoryId, artistId, shareableLink } = await aNominee();
    for (const address of [
      '/categories',
      `/category/${categoryId}`,
      `/category/${categoryId}?artist=${artistId}`,
      `/share/${shareableLink}`,
      `/a/${artistId}/posters`,
    ]) {
      for (const language of LANGUAGES) {
        const { status, text } = await http
          .get(address)
          .set('Cookie', `language=${language}`)
          .redirects(1);
        expect(status, address).toBe(200);
        expect(unescapedIn(text), address).toBeNull();
        const { titles, meta, data } = headIn(text);
        if (address !== '/categories') expect(titles[0]).toContain(name);
        expect(meta('og:title')).toEqual(titles);
        expect(meta('description')[0]).toMatch(/\S/);
        if (address.startsWith('/category/'))
          expect(JSON.stringify(data)).toContain(JSON.stringify(name).slice(1, -1));
        const json = new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`, 's').exec(text)?.[1];
        if (json)
          expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(name).slice(1, -1));
      }
    }
  });

  test('is drawn on the preview, on posters and on the receipt', async () => {
    const nomination = await aNominee();
    const { receiptCode } = await app.given.completedPayment([nomination]);
    const pictures: [address: string, width: number, height: number][] = LANGUAGES.flatMap(
      (language) => [
        [`/previews/nomination-${nomination.id}-${language}.jpg`, 1200, 630],
        [`/previews/category-${nomination.categoryId}-${language}.jpg`, 1200, 630],
        [posterPath(nomination.id, 'story', language), 1080, 1920],
        [posterPath(nomination.id, 'square', language), 1080, 1080],
        [`/api/payment/receipt/${receiptCode}/picture?lang=${language}`, 1080, 1920],
      ],
    );
    for (const [address, width, height] of pictures) {
      const { body, headers, status } = await http.get(address).buffer(true);
      expect(status, address).toBe(200);
      expect(headers['content-type']).toBe('image/jpeg');
      const found = await sharp(body).metadata();
      expect([found.format, found.width, found.height]).toEqual(['jpeg', width, height]);
      expect(body.length).toBeLessThanOrEqual(address.startsWith('/previews/') ? 300_000 : 500_000);
    }
    for (const language of LANGUAGES) {
      const { body, headers } = await http
        .get(posterPath(nomination.id, 'a4', language))
        .buffer(true)
        .expect(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    }
  }, 60_000);
});

describe('a photograph', () => {
  const red = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a33' }, limitInputPixels: false })
      .jpeg()
      .toBuffer();

  async function drawPictures(photoUrl: string) {
    const { nominations } = await app.given.artist({ photoUrl });
    const { receiptCode } = await app.given.completedPayment(nominations);
    const { id } = nominations[0]!;
    const answers = [];
    for (const address of [
      `/previews/nomination-${id}-en.jpg`,
      ...POSTER_FORMATS.map((format) => posterPath(id, format, 'fr')),
      `/api/payment/receipt/${receiptCode}/picture`,
    ]) {
      const { body, headers } = await http.get(address).buffer(true).expect(200);
      answers.push({ address, bytes: body as Buffer, caching: headers['cache-control'] });
    }
    return answers;
  }

  const isRed = async (picture: Buffer) => {
    const { width, height } = await sharp(picture).metadata();
    const region = {
      left: Math.round(width * 0.8),
      top: Math.round(height * 0.25),
      width: 9,
      height: 9,
    };
    const { channels } = await sharp(await sharp(picture).extract(region).toBuffer()).stats();
    return channels[0]!.mean > 100 && channels[2]!.mean < 80;
  };

  test('of 40 megapixels is used for drawing', async () => {
    const photoUrl = await app.deps.photos.uploads.store.store(await red(8_000, 5_000));
    for (const { address, bytes } of await drawPictures(photoUrl)) {
      if (!address.endsWith('.pdf')) expect(await isRed(bytes), address).toBe(true);
    }
  }, 60_000);

  test.each([
    ['too large to open', 'b', () => red(15_000, 14_100)],
    ['no picture', 'c', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['gone', 'd', null],
  ])(
    'that is %s is left out, and the pictures are cached only briefly',
    async (_, letter, createFile) => {
      const name = `${letter.repeat(32)}.webp`;
      const uploads = path.join(app.config.dataDir, 'uploads');
      await mkdir(uploads, { recursive: true });
      if (createFile) await writeFile(path.join(uploads, name), await createFile());
      for (const { address, bytes, caching } of await drawPictures(`/uploads/${name}`)) {
        if (!address.endsWith('.pdf')) expect(await isRed(bytes), address).toBe(false);
        expect(caching).toBe(address.startsWith('/api/') ? 'no-store' : 'public, max-age=60');
      }
    },
    60_000,
  );
});
