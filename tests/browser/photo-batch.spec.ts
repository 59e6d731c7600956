import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import sharp from 'sharp';
import type { AdminArtist, AdminCategory } from '#shared/contracts/admin-catalog';
import { HEIC } from './support/heic';
import {
  addArtist,
  addCategory,
  CATEGORIES_API,
  removeAdded,
  removeArtistLater,
  removeCategoryLater,
} from './support/own-catalog';
import { test } from './support/test';

test.afterEach(removeAdded);

async function zipOf(files: readonly { name: string; content: Uint8Array<ArrayBuffer> }[]) {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const { name, content } of files) await zip.add(name, new Uint8ArrayReader(content));
  return Buffer.from(await (await zip.close()).arrayBuffer());
}

const aPhoto = (background: string, width = 40) =>
  sharp({ create: { width, height: 50, channels: 3, background } })
    .jpeg()
    .toBuffer();

const allArtists = async (page: Page): Promise<AdminArtist[]> =>
  (await page.request.get('/api/admin/artists')).json();

const filledIn = (text: string, count: number) =>
  text.replace(/\{\{\w+[^}]*\}\}/g, () => String(count));

async function chooseFiles(
  page: Page,
  button: string,
  files: Parameters<Page['setInputFiles']>[1],
) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await choosing).setFiles(files);
}

test('fr: an export of Google Forms and a zip of sixty photographs become a catalogue, through a cut', async ({
  administrator,
}) => {
  const setup = { language: 'fr' as const, width: 1280, height: 900 };
  const { page, texts } = await administrator(setup, '/admin/import');
  const { photos, 'catalog-import': importing } = texts;
  const run = crypto.randomUUID().slice(0, 8);
  const names = Array.from({ length: 60 }, (_none, at) => `Zoé Ñ${at}x ${run}`);

  const photo = new Uint8Array(await aPhoto('#c83c28'));
  const zip = await zipOf([
    ...names.slice(2).map((name, at) => ({
      // As a Mac writes it: accents apart, in a folder, in capitals or with a number.
      name: `Photos/${[name.normalize('NFD'), name.toUpperCase().replaceAll(' ', '_'), `0${at} - ${name} (2)`][at % 3]}.JPG`,
      content: photo,
    })),
    { name: `Photos/${names[0]}.heic`, content: new Uint8Array(await readFile(HEIC)) },
    { name: 'Photos/IMG_0042.jpg', content: photo },
    { name: `__MACOSX/Photos/._${names[2]}.jpg`, content: photo },
    { name: 'Photos/Thumbs.db', content: photo },
  ]);
  await chooseFiles(page, photos.choose, {
    name: 'photos.zip',
    mimeType: 'application/zip',
    buffer: zip,
  });
  await expect(page.getByText(filledIn(photos.loose.heading_other, 60))).toBeVisible();

  // As the form's owner downloads it: nobody has edited it, and no category exists yet.
  const prizes = [`Révélation, prix du public ${run}`, `Chanson ${run}`, `Album ${run}`];
  const answers = [
    ...names.map((name, at) => [name, prizes[at % prizes.length] ?? '']),
    // Others nominate the same artists, and spell them as they like.
    [names[0]?.toUpperCase() ?? '', prizes[0] ?? ''],
    [names[1]?.replace('Zoé', 'Zoe') ?? '', prizes[1] ?? ''],
  ].map(([name, prize], at) => [
    `2025/11/02 4:${10 + (at % 50)}:12 PM UTC+1`,
    `fan${at}@example.cm`,
    name,
    prize,
    '',
  ]);
  const headings = [
    'Horodateur',
    'Adresse e-mail',
    'Nom de l’artiste ou du groupe ?',
    'Dans quelle catégorie ?',
    'Un mot pour le jury',
  ];
  const form = [headings, ...answers]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\r\n');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'Nominations (réponses) - Réponses au formulaire 1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(form),
  });
  await page.getByRole('button', { name: importing.choices.createAll }).click();
  await page.getByLabel(importing.choices.keepFirst).check();
  await page.getByRole('button', { name: importing.choices.check }).click();
  await expect(page.getByRole('heading', { name: importing.preview.heading })).toBeVisible();
  await expect(
    page.getByText(filledIn(importing.counts.newCategories_other, prizes.length)),
  ).toBeVisible();
  await expect(page.getByText(filledIn(photos.artists.heading_other, 59))).toBeVisible();
  await expect(page.getByText(filledIn(photos.afterImport_other, 59))).toBeVisible();
  // The one whose name says nothing gets its artist by hand.
  await page
    .getByLabel(photos.loose.artistOf.replace('{{fileName}}', 'IMG_0042.jpg'))
    .selectOption({ label: names[1]! });
  await expect(page.getByText(filledIn(photos.artists.heading_other, 60))).toBeVisible();

  await page.getByRole('button', { name: filledIn(importing.preview.save_other, 60) }).click();
  await expect(page.getByRole('heading', { name: importing.done.heading })).toBeVisible();
  const saved = new Map<string, number>();
  page.on('response', (response) => {
    if (!response.url().endsWith('/photo') || !response.ok()) return;
    saved.set(response.url(), (saved.get(response.url()) ?? 0) + 1);
  });
  let uploads = 0;
  // The line is cut for a while, once before and once after a request has arrived.
  await page.route('**/api/admin/**', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') uploads += 1;
    if (uploads < 20 || request.method() === 'GET') return route.continue();
    if (request.method() === 'PUT') await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: filledIn(photos.save_other, 60) }).click();
  await expect(page.getByText(photos.cut)).toBeVisible();
  await page.unroute('**/api/admin/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(filledIn(photos.saved_other, 60))).toBeVisible({ timeout: 30_000 });
  expect([...saved.values()].every((times) => times === 1)).toBe(true);

  const artists = (await allArtists(page)).filter(({ name }) => names.includes(name));
  const categories: AdminCategory[] = await (await page.request.get(CATEGORIES_API)).json();
  const created = categories.filter(({ name }) => prizes.includes(name));
  expect(created).toHaveLength(prizes.length);
  for (const { id } of created) removeCategoryLater(page, id);
  for (const { id } of artists) removeArtistLater(page, id);
  expect(artists).toHaveLength(60);
  expect(artists.every(({ photoUrl }) => photoUrl?.startsWith('/uploads/'))).toBe(true);
  const heic = artists.find(({ name }) => name === names[0]);
  const stored = await (await page.request.get(heic?.photoUrl ?? '')).body();
  expect(await sharp(stored).metadata()).toMatchObject({ width: 640, height: 480 });
});

test('dropped on the list of artists, a photograph replaces another only where that is chosen', async ({
  administrator,
}) => {
  const setup = { language: 'en' as const, width: 1280, height: 900 };
  const { page, texts } = await administrator(setup, '/admin?tab=artists');
  const { photos } = texts;
  const { name } = await addArtist(page, [await addCategory(page)]);
  await page.reload();
  const drop = async (background: string) => {
    const files = await page.evaluateHandle(
      ([bytes, fileName]) => {
        const transfer = new DataTransfer();
        const content = new Uint8Array(bytes as number[]);
        transfer.items.add(new File([content], `${fileName}.jpg`, { type: 'image/jpeg' }));
        return transfer;
      },
      [[...(await aPhoto(background))], name] as const,
    );
    await page
      .getByRole('heading', { level: 2 })
      .first()
      .dispatchEvent('drop', { dataTransfer: files });
  };
  const photoOf = async () => (await allArtists(page)).find((one) => one.name === name)?.photoUrl;
  // The list draws only what is in view, and other tests add to it.
  await page.getByLabel(texts.admin.artists.search).fill(name);
  await page.getByText(name).first().waitFor();
  await drop('#c83c28');
  await page.getByRole('button', { name: filledIn(photos.save_one, 1) }).click();
  await expect(page.getByText(filledIn(photos.saved_one, 1))).toBeVisible();
  const first = await photoOf();
  expect(first).toMatch(/^\/uploads\//);

  await page.getByRole('button', { name: photos.clear }).click();
  await drop('#2850c8');
  const replace = page.getByLabel(photos.artists.replace.replace('{{name}}', name));
  await expect(replace).not.toBeChecked();
  await expect(page.getByRole('button', { name: filledIn(photos.save_other, 0) })).toBeDisabled();
  await replace.check();
  await page.getByRole('button', { name: filledIn(photos.save_one, 1) }).click();
  await expect(page.getByText(filledIn(photos.saved_one, 1))).toBeVisible();
  expect(await photoOf()).not.toBe(first);
});
