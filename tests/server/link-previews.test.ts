import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import type request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ReadCache } from '#server/platform/read-cache';
import { LANGUAGES } from '#shared/domain/localized';
import { categories, slugs } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { conversionsDuring, drawingsDuring } from '../support/conversions';
import { crawlerOn, headIn } from '../support/crawler';
import { freshPhone } from '../support/given';
import { siteOf } from '../support/site';

let app: TestApp;
let http: ReturnType<typeof request>;
type Crawler = ReturnType<typeof crawlerOn>;
let crawler: Crawler;
const cache = new ReadCache(10 * 60_000);
beforeAll(async () => {
  app = await startTestApp();
  http = await siteOf(app, cache);
  crawler = crawlerOn(http, app.config.publicUrl);
});
afterAll(() => app.close());
beforeEach(() => cache.clear());

const visit: Crawler['visit'] = (...asked) => crawler.visit(...asked);
const picture: Crawler['picture'] = (...asked) => crawler.picture(...asked);

async function aNominee(name = 'Lady Bikutsi') {
  const category = await app.given.category({ name: 'Best Song', nameFr: 'Meilleure chanson' });
  const artist = await app.given.artist({ name, nominatedIn: 0 });
  const nomination = await app.given.nomination(artist.id, category.id);
  return { category, artist, nomination };
}

const hide = (id: string) =>
  app.db.update(categories).set({ isHidden: true }).where(eq(categories.id, id));

describe('a crawler', () => {
  test('gets the nominee’s name, the award and the category in the text', async () => {
    const { category, artist } = await aNominee();
    const { data } = await visit(`/category/${category.id}?artist=${artist.id}`, 'fr');
    expect(data.map((item) => item['@type'])).toEqual(['Event', 'BreadcrumbList', 'Person']);
    expect(data[2]).toMatchObject({ name: 'Lady Bikutsi', award: 'Meilleure chanson' });
    const steps = data[1]!.itemListElement as { name: string; item: string }[];
    expect(steps.map(({ name }) => name)).toEqual([
      'Festival Awards 2025',
      'Meilleure chanson',
      'Lady Bikutsi',
    ]);
    for (const { item } of steps) expect((await visit(crawler.pathOf(item))).page.status).toBe(200);
  });

  test('gets a separate picture for each nominee, which changes with the name', async () => {
    const { category, artist, nomination } = await aNominee();
    const path = `/category/${category.id}?artist=${artist.id}`;
    const [inCategory] = (await visit(`/category/${category.id}`)).meta('og:image');
    const [before = ''] = (await visit(path)).meta('og:image');
    expect(before).toContain(nomination.id);
    expect(before).not.toBe(inCategory);
    await app.given.renamedArtist(artist, 'Lady Makossa');
    cache.clear();
    const [after = ''] = (await visit(path)).meta('og:image');
    expect(after).not.toBe(before);
    expect((await picture(after)).bytes.equals((await picture(before)).bytes)).toBe(true);
  });

  test('is shown the category when the artist belongs to another one', async () => {
    const { category } = await aNominee();
    const { artist } = await aNominee('Somebody Else');
    for (const id of [
      artist.id,
      '00000000-0000-4000-8000-000000000000',
      '"><script>alert(1)</script>',
    ]) {
      const { page, titles } = await visit(
        `/category/${category.id}?artist=${encodeURIComponent(id)}`,
      );
      expect(page.status).toBe(200);
      expect(titles).toEqual(['Best Song – Festival Awards']);
      expect(page.text).not.toContain('<script>alert');
    }
  });
});

describe('the language of a page', () => {
  test('is that of its address, unless the visitor has chosen', async () => {
    const { category } = await aNominee();
    const languageOf = async (query: string, headers: Record<string, string>) =>
      (await http.get(`/category/${category.id}${query}`).set(headers)).headers['content-language'];
    // The second time from the cache.
    for (let i = 0; i < 2; i++) {
      expect(await languageOf('?lang=fr', { 'Accept-Language': 'en' })).toBe('fr');
      expect(await languageOf('?lang=en', { 'Accept-Language': 'fr' })).toBe('en');
      expect(await languageOf('?lang=fr', { Cookie: 'language=en' })).toBe('en');
      expect(await languageOf('?lang=fr', { Cookie: 'language=de' })).toBe('fr');
      expect(await languageOf('?lang=de', { 'Accept-Language': 'fr' })).toBe('fr');
      expect(await languageOf('?xlang=fr', { 'Accept-Language': 'en' })).toBe('en');
    }
  });
});

describe('an address', () => {
  test.each([
    '/nowhere',
    '/category/no-id',
    '/category/00000000-0000-4000-8000-000000000000',
    '/share/nothing',
    `/share/${'a'.repeat(10_000)}`,
    '/category/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/category/%E0%A4%A',
    '//',
    '//somebody.example/category',
  ])('that is unknown (number %#) gets a 404 and a page that says so', async (path) => {
    const page = await http.get(path).set('Accept-Language', 'fr');
    expect(page.status).toBe(404);
    const { titles, meta } = headIn(page.text);
    expect(titles[0]).toMatch(/introuvable|indisponible/);
    expect(meta('robots')).toEqual(['noindex']);
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).not.toContain('somebody.example');
  });

  test('of a withdrawn entity gets a 410, and of a hidden one a 404', async () => {
    const { category, artist, nomination } = await aNominee();
    const share = `/share/${nomination.shareableLink}`;
    await app.given.withdrawn(nomination);
    expect((await visit(share)).page.status).toBe(410);
    expect((await visit(`/category/${category.id}?artist=${artist.id}`)).page.status).toBe(200);

    await hide(category.id);
    cache.clear();
    for (const path of [`/category/${category.id}`, share]) {
      expect((await visit(path)).page.status, path).toBe(404);
    }
    await app.given.deletedCategory(category.id);
    cache.clear();
    for (const path of [`/category/${category.id}`, share]) {
      const { page, titles } = await visit(path, 'en');
      expect(page.status, path).toBe(410);
      expect(titles[0]).toMatch(/Not Found|no longer available/);
    }
    expect((await picture(`/previews/nomination-${nomination.id}-en.jpg`)).status).toBe(404);
  });
});

describe('a short link', () => {
  const leadsTo = async (path: string) => {
    const { status, headers } = await http.get(path);
    return status === 302 ? headers.location : status;
  };
  const slugsOf = async (id: string) => {
    const rows = await app.db
      .select({ slug: slugs.slug })
      .from(slugs)
      .where(eq(slugs.entityId, id))
      .orderBy(desc(slugs.chosenAt));
    return rows.map(({ slug }) => slug);
  };

  test('can be read out like the name, whatever its letters', async () => {
    for (const [name, slug] of [
      ['Mireille Ondoa-Bissek', 'mireille-ondoa-bissek'],
      ['  Joël  KAMDOUM & l’Orchestre ', 'joel-kamdoum-l-orchestre'],
      ['Ŋgɔn Ɛfɔ́', 'ngon-efo'],
      ['Œuvre æquo', 'oeuvre-aequo'],
      ['x'.repeat(80), 'x'.repeat(60)],
    ] as const) {
      const { id } = await app.given.artist({ name, nominatedIn: 0 });
      expect(await slugsOf(id), name).toEqual([slug]);
    }
    const { id } = await app.given.artist({ name: 'أحمد 🎤', nominatedIn: 0 });
    expect((await slugsOf(id))[0]).toMatch(/^artist(-\d+)?$/);
  });

  test('leads to the profile, in the language and with the parameters of the link', async () => {
    const { category, artist } = await aNominee('Short And Sweet');
    const profile = `/category/${category.id}?artist=${artist.id}`;
    expect(await leadsTo('/a/short-and-sweet')).toBe(profile);
    expect(await leadsTo('/A/Short-And-Sweet/')).toBe(profile);
    expect(await leadsTo('/a/short-and-sweet?lang=fr&ref=poster&artist=other')).toBe(
      `${profile}&lang=fr&ref=poster`,
    );
    const [slug] = await slugsOf(category.id);
    expect(await leadsTo(`/c/${slug}?lang=fr`)).toBe(`/category/${category.id}?lang=fr`);
  });

  test('names a category only if it contains one, or there is no other', async () => {
    const { category, artist } = await aNominee('Of Two Minds');
    const other = await app.given.category({ name: 'A Second Mind' });
    await app.given.nomination(artist.id, other.id);
    const [slug] = await slugsOf(category.id);
    const [otherSlug] = await slugsOf(other.id);
    const profile = `/category/${category.id}?artist=${artist.id}`;
    expect(await leadsTo('/a/of-two-minds?ref=poster')).toBe(`${profile}&category=any&ref=poster`);
    expect(await leadsTo('/a/of-two-minds/no-such-category')).toBe(`${profile}&category=any`);
    expect(await leadsTo(`/a/of-two-minds/${slug}`)).toBe(profile);
    expect(await leadsTo(`/a/of-two-minds/${otherSlug}`)).toBe(
      `/category/${other.id}?artist=${artist.id}`,
    );
  });

  test('follows a new name, and the old one still leads there', async () => {
    const { category, artist } = await aNominee('Before Fame');
    const profile = `/category/${category.id}?artist=${artist.id}`;
    await app.given.renamedArtist(artist, 'After Fame');
    for (const slug of ['before-fame', 'after-fame']) {
      expect(await leadsTo(`/a/${slug}`), slug).toBe(profile);
    }
    // Another artist of that name gets a different slug: the first one is printed on posters.
    const { artist: other } = await aNominee('Before Fame');
    expect(await slugsOf(other.id)).toEqual(['before-fame-2']);
    expect(await leadsTo('/a/before-fame')).toBe(profile);

    await app.given.renamedArtist(artist, 'Before Fame');
    expect(await slugsOf(artist.id)).toEqual(['before-fame', 'after-fame']);
    await app.given.renamedArtist(artist, 'BEFORE FAME');
    expect(await slugsOf(artist.id)).toEqual(['before-fame', 'after-fame']);
  });

  test('is unique when many get the same name at once', async () => {
    const artists = await Promise.all(
      Array.from({ length: 10 }, () => app.given.artist({ name: 'All At Once', nominatedIn: 0 })),
    );
    const slugLists = await Promise.all(artists.map(({ id }) => slugsOf(id)));
    expect(new Set(slugLists.flat()).size).toBe(10);
  });

  test('that leads nowhere says so: 404 if it never existed or is hidden, 410 if it was withdrawn', async () => {
    const { category, artist, nomination } = await aNominee('Here And Gone');
    const [slug] = await slugsOf(category.id);
    await hide(category.id);
    expect(await leadsTo('/a/here-and-gone')).toBe(404);
    expect(await leadsTo(`/c/${slug}`)).toBe(404);
    await app.given.withdrawn(nomination);
    expect(await leadsTo('/a/here-and-gone')).toBe(410);
    await app.given.deletedArtist(artist);
    await app.given.deletedCategory(category.id);
    expect(await leadsTo('/a/here-and-gone')).toBe(410);
    expect(await leadsTo(`/c/${slug}`)).toBe(410);
    expect((await visit('/a/here-and-gone', 'fr')).titles[0]).toContain('Artiste introuvable');
    for (const path of [
      '/a/nobody',
      '/a/',
      '/c/%E0%A4%A',
      '/a/%3Cscript%3E',
      `/a/${'a'.repeat(10_000)}`,
    ]) {
      const { status, text } = await http.get(path);
      expect(status, path.slice(0, 60)).toBe(404);
      expect(text).not.toContain('<script>"');
    }
  });
});

describe('a preview picture', () => {
  const photoOf = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a33' } })
      .webp()
      .toBuffer();

  test.each([
    ['in Arabic', 'أحمد بن عبد الله المغربي'],
    ['of 80 letters without a space', 'W'.repeat(80)],
    ['of only emoji', '🎤🔥🎶'],
    ['with HTML markup', '</text><script>alert(1)</script> & "'],
    ['in letters that none of our fonts has', '王小明'],
  ])('is drawn for a name %s', async (_, name) => {
    const { nomination } = await aNominee(name);
    for (const language of LANGUAGES) {
      const { bytes, status } = await picture(
        `/previews/nomination-${nomination.id}-${language}.jpg`,
      );
      expect(status).toBe(200);
      expect((await sharp(bytes).metadata()).width).toBe(1200);
    }
  });

  test('shows the photograph, and without it is cached only briefly', async () => {
    const { category } = await aNominee();
    const photoUrl = await app.deps.photos.uploads.store.store(await photoOf(400, 500));
    const shown = await app.given.artist({ name: 'With a Photo', photoUrl, nominatedIn: 0 });
    const missing = await app.given.artist({
      name: 'With a Photo',
      photoUrl: '/uploads/00000000000000000000000000000000.webp',
      nominatedIn: 0,
    });
    const pictures = [];
    for (const { id } of [shown, missing]) {
      const nomination = await app.given.nomination(id, category.id);
      pictures.push(await picture(`/previews/nomination-${nomination.id}-en.jpg`));
    }
    const [whole, fallback] = pictures;
    expect(whole!.headers['cache-control']).toBe('public, max-age=86400');
    expect(fallback!.headers['cache-control']).toBe('public, max-age=60');
    // Position of the photograph.
    const region = { left: 1000, top: 300, width: 9, height: 9 };
    const red = await sharp(await sharp(whole!.bytes).extract(region).toBuffer()).stats();
    expect(red.channels[0]!.mean).toBeGreaterThan(140);
    expect(fallback!.bytes.equals(whole!.bytes)).toBe(false);
  });

  test('without its photograph is drawn once, not for every request', async () => {
    const { category } = await aNominee();
    const photoUrl = '/uploads/11111111111111111111111111111111.webp';
    const { id } = await app.given.artist({ name: 'Gone', photoUrl, nominatedIn: 0 });
    const nomination = await app.given.nomination(id, category.id);
    const request = () => picture(`/previews/nomination-${nomination.id}-en.jpg`);
    expect(await drawingsDuring(app, request)).toBe(1);
    const again = async () => {
      const { headers } = await request();
      expect(headers['cache-control']).toBe('public, max-age=60');
    };
    expect(await drawingsDuring(app, again)).toBe(0);
  });

  test('is drawn once, however many requests there are', async () => {
    const { nomination } = await aNominee('Only Once');
    const path = `/previews/nomination-${nomination.id}-fr.jpg`;
    const requestTogether = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => picture(path)));
      expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    };
    expect(await drawingsDuring(app, requestTogether)).toBe(1);
    expect(await drawingsDuring(app, requestTogether)).toBe(0);
  });

  test('leaves capacity for votes, however many are requested at once', async () => {
    const { category, nomination } = await aNominee();
    const { id: artistId } = await app.given.artist({ nominatedIn: 0 });
    const ids = [nomination.id];
    for (let i = 0; i < 20; i++) {
      const { id } = await app.given.artist({ nominatedIn: 0 });
      ids.push((await app.given.nomination(id, category.id)).id);
    }
    const voted = await app.given.nomination(artistId, category.id);
    const statuses: number[] = [];
    const { conversions } = await conversionsDuring(async () => {
      const pictures = ids
        .flatMap((id) => LANGUAGES.map((language) => `/previews/nomination-${id}-${language}.jpg`))
        .map(async (path) => statuses.push((await picture(path)).status));
      const payment = await http.post('/api/campay-payment').send({
        phoneNumber: freshPhone(),
        totalVotes: 2,
        nominationVotes: [{ nominationId: voted.id, voteCount: 2 }],
      });
      expect(payment.status, payment.text).toBeLessThan(300);
      await Promise.all(pictures);
    });
    // Nothing is drawn in the process of the votes.
    expect(conversions).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }, 120_000);

  test.each([
    '/previews/nomination-no-id-en.jpg',
    '/previews/site-de.jpg',
    '/previews/category-00000000-0000-4000-8000-000000000000-en.jpg',
    `/previews/${'a'.repeat(5_000)}.jpg`,
    '/icons/7.png',
    '/icons/__proto__.png',
  ])('with an unknown address (number %#) does not exist', async (path) => {
    expect((await http.get(path)).status).toBe(404);
  });
});
