import sharp from 'sharp';
import type request from 'supertest';
import { encode } from 'uqr';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ReadCache } from '#server/platform/read-cache';
import { LANGUAGES } from '#shared/domain/localized';
import { POSTER_FORMATS, posterPath } from '#shared/domain/poster';
import { startTestApp, type TestApp } from '../support/app';
import { drawingsDuring } from '../support/conversions';
import { siteOf } from '../support/site';

const MAX_BYTES = 500_000;
const SIZES = { story: [1080, 1920], square: [1080, 1080] } as const;

let app: TestApp;
let http: ReturnType<typeof request>;
const cache = new ReadCache(10 * 60_000);
beforeAll(async () => {
  app = await startTestApp();
  http = await siteOf(app, cache);
});
afterAll(() => app.close());
beforeEach(() => cache.clear());

/** @param inCategories number of categories in which the artist is nominated */
async function aNominee(name: string, inCategories = 1) {
  const artist = await app.given.artist({ name, nominatedIn: 0 });
  const categories = [];
  for (let i = 1; i <= inCategories; i++) {
    const category = await app.given.category({ name: `${name} Award ${i}`, nameFr: null });
    const nomination = await app.given.nomination(artist.id, category.id);
    categories.push({ category, nomination });
  }
  return { artist, categories };
}

async function poster(path: string) {
  const { body, headers, status } = await http.get(path).buffer(true);
  return { bytes: body as Buffer, headers, status };
}

const slugOf = async (id: string): Promise<string> =>
  (await http.get(`/api/posters/${id}`).expect(200)).body.artist.slug;

describe('a poster', () => {
  test('exists in every format and language', async () => {
    const { categories } = await aNominee('Nadine Soleil');
    for (const format of POSTER_FORMATS) {
      const posters = [];
      for (const language of LANGUAGES) {
        const path = posterPath(categories[0]!.nomination.id, format, language);
        const { bytes, headers, status } = await poster(path);
        expect(status, path).toBe(200);
        expect(headers['cache-control']).toBe('public, max-age=300');
        expect(headers['x-robots-tag']).toBe('noindex');
        expect(bytes.length).toBeLessThan(MAX_BYTES);
        if (format === 'a4') {
          expect(headers['content-type']).toBe('application/pdf');
          expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
          expect(bytes.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
        } else {
          expect(headers['content-type']).toBe('image/jpeg');
          const { width, height, format: type } = await sharp(bytes).metadata();
          expect([type, width, height]).toEqual(['jpeg', ...SIZES[format]]);
        }
        posters.push(bytes.toString('base64'));
      }
      expect(new Set(posters).size).toBe(LANGUAGES.length);
    }
  });

  test('has a code that leads to the artist, in its language and counted', async () => {
    const { artist, categories } = await aNominee('Koffi Lumière');
    for (const language of LANGUAGES) {
      const { bytes } = await poster(posterPath(categories[0]!.nomination.id, 'story', language));
      const url = `${app.config.publicUrl}/a/${await slugOf(artist.id)}?lang=${language}&ref=poster`;
      const expected = encode(url, { border: 0 });
      expect(await codeIn(bytes, expected.size)).toEqual(expected.data);
      const answer = await http.get(url.replace(app.config.publicUrl, '')).expect(302);
      expect(answer.headers.location).toContain(`artist=${artist.id}`);
      expect(answer.headers.location).toContain('ref=poster');
    }
  });

  test('shows the current price', async () => {
    const { categories } = await aNominee('Price of Fame');
    const path = posterPath(categories[0]!.nomination.id, 'square', 'en');
    const before = await poster(path);
    await app.setEvent({ prices: { mobileMoney: 250, card: 100 } });
    const after = await poster(path);
    expect(after.bytes.equals(before.bytes)).toBe(false);
  });

  test.each([
    ['in Arabic', 'أحمد بن عبد الله المغربي'],
    ['of 80 letters without a space', 'W'.repeat(80)],
    ['of only emoji', '🎤🔥🎶'],
    ['with HTML markup', '</text><script>alert(1)</script> & "'],
  ])('is drawn for a name %s', async (_, name) => {
    const { categories } = await aNominee(name);
    for (const format of POSTER_FORMATS) {
      const { status } = await poster(posterPath(categories[0]!.nomination.id, format, 'fr'));
      expect(status).toBe(200);
    }
  });

  test('shows the photograph, and without it is cached only briefly', async () => {
    const red = await sharp({
      create: { width: 400, height: 500, channels: 3, background: '#a33' },
    })
      .webp()
      .toBuffer();
    const { store } = app.deps.photos.uploads;
    const category = await app.given.category({ name: 'With Photos' });
    const posterWith = async (photoUrl: string) => {
      const { id } = await app.given.artist({ photoUrl, nominatedIn: 0 });
      const nomination = await app.given.nomination(id, category.id);
      return poster(posterPath(nomination.id, 'story', 'en'));
    };
    const shown = await posterWith(await store.store(red));
    const missing = await posterWith('/uploads/00000000000000000000000000000000.webp');
    expect(missing.headers['cache-control']).toBe('public, max-age=60');
    const region = { left: 500, top: 400, width: 9, height: 9 };
    const { channels } = await sharp(await sharp(shown.bytes).extract(region).toBuffer()).stats();
    expect(channels[0]!.mean).toBeGreaterThan(140);
  });

  test('is drawn once, however many requests there are', async () => {
    const { categories } = await aNominee('Once Only');
    const path = posterPath(categories[0]!.nomination.id, 'story', 'fr');
    const requestTenTimes = () => Promise.all(Array.from({ length: 10 }, () => poster(path)));
    expect(await drawingsDuring(app, requestTenTimes)).toBe(1);
    expect(await drawingsDuring(app, requestTenTimes)).toBe(0);
  });

  test.each(['story-en.pdf', 'a4-en.jpg', 'story-de.jpg', 'banner-en.jpg', 'story-en'])(
    'named %s does not exist',
    async (name) => {
      const { categories } = await aNominee('Nobody Else');
      const { status } = await http.get(`/posters/${categories[0]!.nomination.id}-${name}`);
      expect(status).toBe(404);
    },
  );

  test('of an artist that is not public does not exist', async () => {
    const { categories } = await aNominee('Out of Sight');
    const [{ category, nomination }] = categories as [(typeof categories)[0]];
    await app.given.deletedCategory(category.id);
    for (const id of [
      nomination.id,
      '00000000-0000-4000-8000-000000000000',
      `${'a'.repeat(5_000)}`,
    ])
      expect((await http.get(`/posters/${id}-story-en.jpg`)).status).toBe(404);
  });
});

describe('the posters of an artist', () => {
  test('are one set for each nomination, each with the short link to it', async () => {
    const { artist, categories } = await aNominee('Twice Named', 2);
    const { body } = await http.get(`/api/posters/${artist.id}`).expect(200);
    expect(body.artist).toEqual({ id: artist.id, name: 'Twice Named', slug: 'twice-named' });
    expect(body.kits.map((kit: { link: string }) => kit.link)).toEqual([
      '/a/twice-named/twice-named-award-1',
      '/a/twice-named/twice-named-award-2',
    ]);
    for (const [index, { link, nominationId }] of body.kits.entries()) {
      expect(nominationId).toBe(categories[index]!.nomination.id);
      const { headers } = await http.get(link).expect(302);
      expect(headers.location).toBe(
        `/category/${categories[index]!.category.id}?artist=${artist.id}`,
      );
    }
  });

  test('have a page at every name the artist had, redirecting to the present one', async () => {
    const { artist } = await aNominee('First Name');
    await app.given.renamedArtist(artist, 'Second Name');
    for (const name of [artist.id, 'first-name', 'Second-Name', 'second-name/']) {
      const path = name.endsWith('/') ? `/a/${name}posters` : `/a/${name}/posters`;
      const { status, headers } = await http.get(path);
      expect([status, headers.location], path).toEqual(
        name === 'second-name/' ? [200, undefined] : [302, '/a/second-name/posters'],
      );
    }
  });

  test('have a page that says so if the artist never existed, or exists no longer', async () => {
    const { artist, categories } = await aNominee('Gone Away');
    await app.given.deletedCategory(categories[0]!.category.id);
    expect((await http.get(`/a/${artist.id}/posters`)).status).toBe(410);
    for (const path of [
      '/a/who-is-this/posters',
      '/a/%3Cscript%3E/posters',
      `/a/${'x'.repeat(10_000)}/posters`,
    ]) {
      const { status, text } = await http.get(path);
      expect(status).toBe(404);
      expect(text).not.toContain('<script>alert');
    }
    expect((await http.get('/api/posters/who-is-this')).status).toBe(404);
    expect((await http.get('/api/posters/%3Cscript%3E')).status).toBe(400);
  });
});

/** What a camera sees of the code on a portrait poster: for each module, whether it is dark. */
async function codeIn(jpeg: Buffer, size: number): Promise<boolean[][]> {
  // Its position, including the quiet zone of 3 modules.
  const [left, top, side] = [72, 1390, 300];
  const scale = Math.floor(side / (size + 6));
  const margin = Math.floor((side - scale * (size + 6)) / 2);
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isDark = (x: number, y: number) => {
    const at = (module: number) => margin + (module + 3.5) * scale;
    const pixel = Math.floor(top + at(y)) * info.width + Math.floor(left + at(x));
    return data[pixel * info.channels]! < 128;
  };
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_x, x) => isDark(x, y)),
  );
}
