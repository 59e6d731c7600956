import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { OLD_CHROMIUM, OLD_LIBRARIES } from '../../scripts/lib/old-chromium.mjs';
import { type CuttableSite, cuttableSite } from '../support/cuttable-site';
import {
  dialogHeights,
  type Engine,
  type EnginePage,
  markElement,
  press,
  type,
  until,
} from './engines/engine';
import { firefox } from './engines/firefox';
import { oldChromium } from './engines/old-chromium';
import { webkit } from './engines/webkit';
import { bankText, CARDS } from './support/card';
import { FLOW_VOTERS } from './support/flows';
import { test } from './support/test';
import { fillIn, type Texts, textsOf } from './support/texts';
import { freshNumber, type VoterSetup } from './support/voter';

/** Least visible height of an open dialog's content, in CSS pixels. */
const MIN_CONTENT = 150;

/** Expects a dialog that contains at least this text. */
async function expectDialogWithContent(page: EnginePage, wanted: string): Promise<void> {
  let found: Awaited<ReturnType<typeof dialogHeights>> = null;
  const heights = await until(`a dialog with "${wanted}"`, async () => {
    found = await dialogHeights(page);
    return found?.text.includes(wanted) ? found : null;
  }).catch(async (error: unknown) => {
    const shown = found ?? { text: await text(page) };
    throw new Error(`${String(error)}; the dialog contained: ${shown.text}`);
  });
  expect(heights.dialog).toBeGreaterThan(MIN_CONTENT);
  expect(heights.content).toBeGreaterThan(MIN_CONTENT);
}

/** The text of the page and its dialogs. */
const text = (page: EnginePage) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, [role="dialog"]')]
      .map(({ textContent }) => textContent)
      .join('\n'),
  );
const expectText = (page: EnginePage, wanted: string) =>
  until(`"${wanted}"`, async () => (await text(page)).includes(wanted));
/** The part before the first placeholder. */
const beginning = (of: string) => of.split('{{')[0]?.trim() ?? '';
const ending = (of: string) => of.split('}}').at(-1)?.trim() ?? '';

/** `SCREENS_DIR` names a folder for screenshots of the steps. */
async function saveScreenshot(page: EnginePage, name: string): Promise<void> {
  const folder = process.env.SCREENS_DIR;
  if (folder) await writeFile(path.join(folder, `${name}.png`), await page.screenshot());
}

/** Fills in the sandbox's card, whose fields are in a shadow root that drivers cannot reach. */
async function fillCard(page: EnginePage, language: VoterSetup['language']): Promise<void> {
  const { settingUp } = textsOf(language).checkout.card;
  const values = {
    [bankText(language, 'number.label')]: CARDS.success,
    [bankText(language, 'expiry.label')]: '1234',
    [bankText(language, 'cvc.label')]: '123',
  };
  await until('the fields of the card', () =>
    page.evaluate((filled: Record<string, string>) => {
      const roots = [...document.querySelectorAll('*')].flatMap(
        (element) => element.shadowRoot ?? [],
      );
      const labels = roots.flatMap((root) => [...root.querySelectorAll('label')]);
      const fields = Object.entries(filled).map(([name, value]) => {
        const label = labels.find((candidate) => candidate.textContent === name);
        const root = label?.getRootNode() as ShadowRoot | undefined;
        return { value, input: root?.querySelector<HTMLInputElement>(`#${label?.htmlFor}`) };
      });
      if (fields.some(({ input }) => !input)) return false;
      for (const { input, value } of fields) {
        if (!input) continue;
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      }
      return true;
    }, values),
  );
  // Until then a press only shows what is missing.
  await until('a card that can be paid with', async () => !(await text(page)).includes(settingUp));
}

/** A complete receipt after a payment, whose proof this engine has verified. */
async function expectReceipt(page: EnginePage, texts: Texts): Promise<void> {
  await expectDialogWithContent(page, beginning(texts.receipts.proof.counted));
}

async function leaveReceipt(page: EnginePage, texts: Texts): Promise<void> {
  await press(page, 'button', texts.common.close);
  await press(page, 'button', texts.receipts.saved.yes);
  await until('the categories', () =>
    page.evaluate(() => window.location.pathname === '/categories'),
  );
}

interface SavedFile {
  type: string;
  bytes: number;
}

/** Records the files that the page saves: drivers do not report downloads. */
function recordSavedFiles(): void {
  const create = URL.createObjectURL;
  URL.createObjectURL = (content: Blob | MediaSource) => {
    if (content instanceof Blob)
      Object.assign(window, { savedFile: { type: content.type, bytes: content.size } });
    return create(content);
  };
}

/** Waits for an element that may be invisible, like a file field behind its button. */
const waitForElement = async (page: EnginePage, selector: string): Promise<string> => {
  await until(selector, () =>
    page.evaluate((one: string) => document.querySelector(one) !== null, selector),
  );
  return selector;
};

/** Selects the first real option, as a user would. */
const chooseFirst = (selector: string, page: EnginePage): Promise<void> =>
  page.evaluate((one: string) => {
    const select = document.querySelector<HTMLSelectElement>(one);
    if (!select) return;
    select.selectedIndex = 1;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, selector);

/** Photograph of an artist, fetched by the signed-in page; null while there is no such artist. */
const photoOfArtist = (page: EnginePage, name: string): Promise<string | null> =>
  page.evaluate(async (wanted: string) => {
    const artists: AdminArtist[] = await (await fetch('/api/admin/artists')).json();
    return artists.find((artist) => artist.name === wanted)?.photoUrl ?? null;
  }, name);

/** Deletes the artists of this name: the tests share their server. */
const removeArtists = (page: EnginePage, name: string): Promise<void> =>
  page.evaluate(async (wanted: string) => {
    const artists: AdminArtist[] = await (await fetch('/api/admin/artists')).json();
    for (const { id } of artists.filter((artist) => artist.name === wanted))
      await fetch(`/api/admin/artists/${id}`, { method: 'DELETE' });
  }, name);

async function aPhotograph(): Promise<string> {
  const file = path.join(tmpdir(), `photograph-${randomUUID()}.jpg`);
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  await sharp({ create: { width: 1_200, height: 1_600, channels: 3, background: '#555', noise } })
    .jpeg()
    .toFile(file);
  return file;
}

/**
 * Opens a browser of this engine for the duration of this function; a failure leaves a screenshot.
 */
async function inEngine(
  engine: Engine,
  setup: VoterSetup,
  place: string,
  run: (page: EnginePage) => Promise<void>,
): Promise<void> {
  const { page, close } = await engine.open(setup);
  try {
    await run(page);
  } catch (error) {
    await saveScreenshot(page, `${place}.failed`).catch(() => undefined);
    const body = await page.screenshot().catch(() => null);
    if (body) await test.info().attach('screen', { body, contentType: 'image/png' });
    if (error instanceof Error && page.errors.length > 0)
      error.message += `; the console: ${page.errors.join(', ')}`;
    throw error;
  } finally {
    await close();
  }
}

interface Scenario {
  page: EnginePage;
  setup: VoterSetup;
  /** First part of the names of screenshots. */
  place: string;
}

/**
 * From a link to two receipts, which are found again, are counted, and remain available offline.
 */
async function actAsVoter(
  { page, setup, place }: Scenario,
  site: CuttableSite,
  artist: { id: string; name: string },
) {
  const { language } = setup;
  const texts = textsOf(language);
  await page.goto(`${site.url}/a/junior-kasanji?lang=${language}`);
  const voteFor = fillIn(texts.catalog.profile.voteFor, { name: artist.name });
  await expectDialogWithContent(page, voteFor);
  await saveScreenshot(page, `${place}.profile`);
  await press(page, 'a', voteFor);

  const number = freshNumber('06');
  await markElement(page, 'button', texts.checkout.mobileMoney.submit);
  const isBarFixed = await page.evaluate(() => {
    const bar = document.querySelector('.pay-bar');
    return bar !== null && getComputedStyle(bar).position === 'fixed';
  });
  expect(isBarFixed).toBe(setup.width < 1024);
  await type(page, 'input', texts.checkout.mobileMoney.phone.label, number);
  await saveScreenshot(page, `${place}.checkout`);
  await press(page, 'button', texts.checkout.mobileMoney.submit);
  await expectReceipt(page, texts);
  await saveScreenshot(page, `${place}.receipt`);
  await page.evaluate(recordSavedFiles);
  await press(page, 'button', texts.receipts.picture.save);
  const saved = await until('the saved picture', () =>
    page.evaluate(() => (window as { savedFile?: SavedFile }).savedFile ?? null),
  );
  expect(saved.type).toBe('image/jpeg');
  expect(saved.bytes).toBeGreaterThan(20_000);
  await leaveReceipt(page, texts);

  const address = JSON.stringify({ id: artist.id, name: artist.name });
  await page.goto(`${site.url}/checkout?artist=${encodeURIComponent(address)}`);
  await press(page, 'label', texts.checkout.method.card);
  await type(page, 'input[type=email]', '', `fan-${number}@example.com`);
  await fillCard(page, language);
  await press(page, 'button', texts.checkout.card.submit);
  await expectReceipt(page, texts);
  await leaveReceipt(page, texts);

  await page.goto(`${site.url}/my-receipts`);
  await type(page, 'input[type=tel]', '', `237${number}`);
  await press(page, 'main button', texts.receipts.search.submit);
  await press(page, 'main button', texts.receipts.row.view);
  await expectDialogWithContent(page, texts.receipts.picture.save);
  await saveScreenshot(page, `${place}.my-receipts`);

  await page.goto(`${site.url}/count`);
  await press(page, 'button', texts.count.recount.start);
  await expectText(page, ending(texts.count.recount.equal_other));
  await saveScreenshot(page, `${place}.count`);

  // Pages visited before are available without a network.
  await page.goto(`${site.url}/categories`);
  const hasWorker = () =>
    page.evaluate(
      async () => (await caches.keys()).length > 0 && Boolean(navigator.serviceWorker.controller),
    );
  // The worker starts once the network has been quiet for 8 s.
  await until('the service worker', hasWorker, 90_000);
  // Leaving a page while its code loads aborts the request, which logs an error to the console.
  await until('the page’s code', () =>
    page.evaluate(
      () => document.querySelector('[role="region"][aria-label^="Notifications"]') !== null,
    ),
  );
  site.cut();
  await page.goto(`${site.url}/my-receipts`).catch(() => undefined);
  await expectText(page, texts.receipts.pageTitle);
  await saveScreenshot(page, `${place}.offline`);
}

/** From the sign-in to an artist with a photograph, a payment, the settings and the big screen. */
async function actAsOrganiser({ page, setup, place }: Scenario, url: string) {
  const { language } = setup;
  const texts = textsOf(language);
  const to = `/admin/artists/new?lang=${language}`;
  await page.goto(`${url}/api/login?returnTo=${encodeURIComponent(to)}`);
  await press(page, 'button[name=account][value=admin]');
  await page.upload(await waitForElement(page, 'input[type=file]'), await aPhotograph());
  const { crop, field, nominations, upload } = texts['artist-form'];
  await expectDialogWithContent(page, crop.use);
  await saveScreenshot(page, `${place}.crop`);
  await press(page, 'button', crop.use);
  // Content that loads later would move the button that is pressed last.
  await markElement(page, 'button', beginning(upload.remove));
  const name = `Artist of ${place}`;
  await type(page, 'input', field.name, name);
  await chooseFirst(await markElement(page, 'select', nominations.category), page);
  await press(page, 'button', nominations.add);
  await markElement(page, 'summary', nominations.defaults);
  await press(page, 'button', texts['artist-form'].create);
  expect(await until('the saved artist', () => photoOfArtist(page, name))).toMatch(/^\/uploads\//);
  await removeArtists(page, name);

  await page.goto(`${url}/admin/voter-tracking`);
  await press(page, 'main button[aria-haspopup=dialog]');
  await expectDialogWithContent(page, texts.tracking.history.timeline);
  await saveScreenshot(page, `${place}.tracking`);

  await page.goto(`${url}/admin/settings`);
  await markElement(page, 'input', texts.settings.field.name);
  await saveScreenshot(page, `${place}.settings`);

  await page.goto(`${url}/screen`);
  await markElement(page, '.big-screen li');
  await saveScreenshot(page, `${place}.screen`);
}

/** Current browsers, which organisers use too. */
const NEW_ENGINES: readonly Engine[] = [firefox, webkit];

for (const engine of [...NEW_ENGINES, oldChromium(OLD_CHROMIUM, OLD_LIBRARIES)]) {
  test.describe(engine.name, () => {
    const missing = engine.missing();
    if (missing !== null && process.env.ENGINES_REQUIRED) throw new Error(missing);
    test.skip(missing !== null, missing ?? '');

    for (const setup of FLOW_VOTERS) {
      const isNew = NEW_ENGINES.includes(engine);
      const title = isNew ? 'a voter votes and an organiser works' : 'a voter votes';
      const place = `${engine.name}.${setup.language}.${setup.width}`;
      // One browser for both: starting it takes half as long as a test.
      test(`${title}, ${setup.language}, ${setup.width} px`, async ({ baseURL, demo }) => {
        const url = baseURL ?? '';
        const site = await cuttableSite(url);
        await inEngine(engine, setup, place, async (page) => {
          await actAsVoter({ page, setup, place }, site, demo.artist);
          // Errors of requests made while there was no network.
          const ofTheNetwork = /NetworkError|Failed to load|offline/i;
          if (isNew) await actAsOrganiser({ page, setup, place }, url);
          expect(page.errors.filter((error) => !ofTheNetwork.test(error))).toEqual([]);
        }).finally(site.cut);
      });
    }
  });
}
