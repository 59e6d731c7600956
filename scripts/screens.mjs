import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, request } from '@playwright/test';
import sharp from 'sharp';
import { LANGUAGES } from '../shared/domain/localized';
import { readDemo } from '../tests/browser/support/demo';
import { SCREEN_STATES } from '../tests/browser/support/states';
import { textsOf } from '../tests/browser/support/texts';
import { withDemoInBrowser } from './lib/demo-server.mjs';
import { galleryPage } from './lib/gallery.mjs';
import { interrupted, ROOT, runMain } from './lib/run.mjs';

const GALLERY = path.join(ROOT, 'screens');
const README_PICTURE = path.join(ROOT, 'docs', 'images', 'screens.webp');

const PHONE_WIDTH = 360;
const SIZES = [
  { width: PHONE_WIDTH, height: 740 },
  { width: 1280, height: 900 },
];
/** In CSS pixels. WebP ends at 16,383 of the device's. */
const MAX_HEIGHT = 5_000;
/** Sharp enough for the README's picture, and for faces. */
const PHONE_DENSITY = 2;

/** Keeps a machine of two cores busy. */
const AT_ONCE = 2;

/** The four phone screens in the README, from left to right. */
const README_SCREENS = [
  { name: 'categories', language: 'fr' },
  { name: 'category', language: 'en' },
  { name: 'checkout filled in', language: 'fr' },
  { name: 'receipt', language: 'en' },
];
const README_PHONE = { width: PHONE_WIDTH, height: 740 };
const README_GAP = 40;
const BACKGROUND = '#120B1E';

/**
 * Renders every screen and state a visitor can meet, in both languages and at both widths, into a
 * gallery: `npm run screens` draws all, `npm run screens receipt` those whose name says "receipt".
 */
await runMain(async () => {
  const [wanted = ''] = process.argv.slice(2);
  const states = SCREEN_STATES.filter(({ name }) => name.includes(wanted));
  if (!wanted) await rm(GALLERY, { recursive: true, force: true });
  await mkdir(GALLERY, { recursive: true });

  await withDemoInBrowser((browser, baseURL) => drawAll(browser, baseURL, states));
  const shots = drawnShots();
  await writeFile(path.join(GALLERY, 'index.html'), galleryPage(shots));
  console.log(`${shots.length} pictures: ${path.join(GALLERY, 'index.html')}`);
  if (!wanted) await composeReadmePicture();
  return 0;
});

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseURL
 * @param {typeof SCREEN_STATES} states
 */
async function drawAll(browser, baseURL, states) {
  const api = await request.newContext({ baseURL });
  const demo = await readDemo(api);
  await api.dispose();
  const waiting = [...states];
  const work = async () => {
    for (let state = waiting.shift(); state; state = waiting.shift()) {
      await drawState(browser, baseURL, demo, state);
      console.log(state.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * In each language and size.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseURL
 * @param {Awaited<ReturnType<typeof readDemo>>} demo
 * @param {(typeof SCREEN_STATES)[number]} state
 */
async function drawState(browser, baseURL, demo, state) {
  for (const language of LANGUAGES) {
    for (const size of SIZES) {
      if (state.isPhoneOnly && size.width > PHONE_WIDTH) continue;
      interrupted.throwIfAborted();
      const file = fileOf(state.name, language, size.width);
      const context = await browser.newContext({
        baseURL,
        viewport: size,
        deviceScaleFactor: size.width > PHONE_WIDTH ? 1 : PHONE_DENSITY,
        locale: language === 'fr' ? 'fr-FR' : 'en-US',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const shown = await state.show({ page, texts: textsOf(language), language, demo });
      await expect(shown, `${state.name} in ${language}`).toBeVisible({ timeout: 30_000 });
      const png = await draw(page);
      await sharp(png).webp({ quality: 88 }).toFile(path.join(GALLERY, file));
      await context.close();
    }
  }
}

/** Also those of an earlier run, should this one have drawn only some. */
function drawnShots() {
  return SCREEN_STATES.flatMap(({ name }) =>
    LANGUAGES.flatMap((language) =>
      SIZES.map(({ width }) => ({ name, language, width, file: fileOf(name, language, width) })),
    ),
  ).filter(({ file }) => existsSync(path.join(GALLERY, file)));
}

/** @param {string} name @param {string} language @param {number} width */
function fileOf(name, language, width) {
  return `${name.replaceAll(' ', '-')}.${language}.${width}.webp`;
}

/**
 * The whole page, as far as it does not only repeat itself; of a dialog what the screen shows.
 * @param {import('@playwright/test').Page} page
 */
async function draw(page) {
  await loadPictures(page);
  if ((await page.getByRole('dialog').count()) > 0)
    return page.screenshot({ animations: 'disabled' });
  const { width, height } = await page.evaluate(() => {
    const { clientWidth, scrollHeight } = document.documentElement;
    return { width: clientWidth, height: scrollHeight };
  });
  const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) };
  return page.screenshot({ fullPage: true, clip, animations: 'disabled' });
}

/**
 * Pictures below the fold load as one scrolls, and fade in.
 * @param {import('@playwright/test').Page} page
 */
async function loadPictures(page) {
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = 'eager';
      // What has arrived but is not decoded yet would be missing from the picture.
      image.decoding = 'sync';
    }
    // A broken picture has its own appearance.
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    // What hangs above the window would otherwise show in the middle of the page.
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete && getComputedStyle(image).opacity === '1',
    ),
  );
}

/** One wide picture from four phone screens, for the README. */
async function composeReadmePicture() {
  const { width, height } = README_PHONE;
  const phones = await Promise.all(
    README_SCREENS.map(({ name, language }) =>
      sharp(path.join(GALLERY, fileOf(name, language, PHONE_WIDTH)))
        .resize({ width, height, fit: 'cover', position: 'top' })
        .composite([{ input: roundedMask(width, height), blend: 'dest-in' }])
        .png()
        .toBuffer(),
    ),
  );
  await mkdir(path.dirname(README_PICTURE), { recursive: true });
  const { size } = await sharp({
    create: {
      width: README_GAP + phones.length * (width + README_GAP),
      height: height + 2 * README_GAP,
      channels: 3,
      background: BACKGROUND,
    },
  })
    .composite(
      phones.map((input, index) => ({
        input,
        top: README_GAP,
        left: README_GAP + index * (width + README_GAP),
      })),
    )
    .webp({ quality: 82, effort: 6 })
    .toFile(README_PICTURE);
  console.log(`${README_PICTURE}: ${Math.round(size / 1024)} KB`);
}

/** @param {number} width @param {number} height */
function roundedMask(width, height) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="28"/></svg>`,
  );
}
