import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { AdminArtist, AdminArtistDetail } from '#shared/contracts/admin-catalog';
import type { Artist } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { chooseAdministrator, SAME_ORIGIN } from './support/administrator';
import { HEIC } from './support/heic';
import { addArtist, addTwoCategories, removeAdded, removeArtistLater } from './support/own-catalog';
import { type NewAdministrator, test } from './support/test';
import { expectUsable } from './support/usable';
import { holdLogin, toastIn } from './support/visit';
import type { VoterSetup } from './support/voter';

test.afterEach(removeAdded);

async function openArtistForm(administrator: NewAdministrator, setup: VoterSetup, path: string) {
  const { page, texts: all } = await administrator(setup, path);
  const texts = all['artist-form'];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const nameField = page.getByLabel(`${texts.field.name} *`);
  const badge = page.getByText(texts.unsavedChanges, { exact: true });
  await expect(nameField).toBeVisible();
  return { page, all, texts, button, nameField, badge };
}

const ENGLISH: VoterSetup = { language: 'en', width: 1280, height: 900 };
const FRENCH: VoterSetup = { language: 'fr', width: 360, height: 740 };

/** An artist of this test, nominated in two categories of this test. */
const anArtist = async (page: Page): Promise<AdminArtistDetail> =>
  addArtist(page, await addTwoCategories(page));

for (const setup of [ENGLISH, FRENCH]) {
  const { language, width } = setup;
  test(`${language}, ${width} px: an artist is created, with errors at the field first`, async ({
    administrator,
  }) => {
    const { page, texts, button, nameField, badge } = await openArtistForm(
      administrator,
      setup,
      '/admin/artists/new',
    );
    const categories = await addTwoCategories(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.titleNew);
    await expect(badge).toHaveCount(0);
    await button(texts.create).click();
    await expect(toastIn(page, texts.error)).toContainText(texts.nominations.required);
    await expect(nameField).toBeFocused();
    await expect(page.getByText(texts.problem.nameRequired)).toBeVisible();
    const missing = page.getByRole('main').getByText(texts.nominations.required);
    await expect(missing).toBeVisible();

    const name = `Test ${crypto.randomUUID()}`;
    await nameField.fill(name);
    await expect(page.getByText(texts.problem.nameRequired)).toHaveCount(0);
    await expect(badge).toBeVisible();

    const select = page.getByLabel(texts.nominations.category, { exact: true });
    await button(texts.create).click();
    await expect(select).toBeFocused();
    await expect(select).toHaveAccessibleDescription(texts.nominations.required);
    for (const { id } of categories) {
      await select.selectOption(id);
      await button(texts.nominations.add).click();
    }
    const rows = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) });
    await expect(rows).toHaveCount(2);
    await expect(missing).toHaveCount(0);
    const [first = '', second = ''] = await rows.getByRole('heading').allTextContents();
    // A chosen category is not offered again.
    const offered = await select.getByRole('option').allTextContents();
    expect(offered).not.toContain(first);
    const up = button(texts.nominations.up.replace('{{categoryName}}', second));
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(rows.getByRole('heading')).toHaveText([second, first]);
    await expect(up).toBeFocused();

    await rows.first().getByText(texts.nominations.defaults).click();
    await page.getByLabel(texts.field.nominationTitle).first().fill('Un titre');
    await page.getByText(texts.upload.useAddress).first().click();
    await page.getByLabel(texts.field.photoUrl, { exact: true }).fill('no address');
    await button(texts.create).click();
    await expect(page.getByText(texts.problem.notAPicture)).toBeVisible();
    await page.getByLabel(texts.field.photoUrl, { exact: true }).fill('/uploads/missing.webp');
    await expect(page.getByText(texts.upload.broken).filter({ visible: true })).toBeVisible();
    await expectUsable(page);
    await page.getByLabel(texts.field.photoUrl, { exact: true }).fill('');

    await button(texts.create).click();
    await expect(toastIn(page, texts.created)).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    const list: AdminArtist[] = await (await page.request.get('/api/admin/artists')).json();
    const created = list.find((artist) => artist.name === name);
    if (created) removeArtistLater(page, created.id);
    const artist: Artist = await (await page.request.get(`/api/artists/${created?.id}`)).json();
    const names = artist.categories.map((category) =>
      localized(language, category.name, category.nameFr),
    );
    expect(names.sort()).toEqual([first, second].sort());
  });

  test(`${language}, ${width} px: leaving unsaved work requires confirmation`, async ({
    administrator,
  }) => {
    const { page, all, texts, button, nameField, badge } = await openArtistForm(
      administrator,
      setup,
      '/admin/artists/new',
    );
    await page.goto('/admin');
    await page.evaluate(() => window.history.pushState(null, '', '/admin/artists/new'));
    await nameField.fill('Nobody yet');
    // Playwright goes back from the history entry that the browser process has recorded. That
    // process learns of a new entry a moment after the page, but before a response of the page.
    await expect(badge).toBeVisible();
    const dialog = page.getByRole('dialog', { name: all.admin.unsaved.title });
    for (const leave of [
      () => page.goBack(),
      () => button(texts.cancel).click(),
      () => button(texts.back).click(),
    ]) {
      await leave();
      await expect(dialog).toBeVisible();
      await page.getByRole('button', { name: all.admin.unsaved.stay }).click();
      await expect(dialog).toHaveCount(0);
      await expect(nameField).toHaveValue('Nobody yet');
      await expect(badge).toBeVisible();
    }
    const browserAsks = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const browserQuestion = await browserAsks;
    expect(browserQuestion.type()).toBe('beforeunload');
    await browserQuestion.dismiss();
    await page.goBack();
    await expect(dialog).toBeVisible();
    await expectUsable(page);
    await page.getByRole('button', { name: all.admin.unsaved.leave }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });
}

test('a photo is uploaded, and a file that is no picture is rejected', async ({
  administrator,
}) => {
  const { page, texts } = await openArtistForm(administrator, ENGLISH, '/admin/artists/new');
  const file = page.locator('input[type=file]').first();
  const address = page.getByLabel(texts.field.photoUrl, { exact: true });
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(page.getByText(texts.upload.notAnImage)).toBeVisible();
  const buffer = await page.screenshot();
  await file.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: texts.crop.whole }).click();
  await expect(address).toHaveValue(/^\/uploads\/\w+\.webp$/);
  await expect(page.getByRole('img', { name: texts.upload.preview })).toBeVisible();
});

test('a photo of 48 megapixels and an HEIC are made smaller before they are sent', async ({
  administrator,
}) => {
  const { page, texts } = await openArtistForm(administrator, ENGLISH, '/admin/artists/new');
  const large = { width: 8064, height: 6048, channels: 3 as const, background: '#c83c28' };
  const photos = [
    {
      name: '48.jpg',
      buffer: await sharp({ create: large }).jpeg().toBuffer(),
      size: [1600, 1200],
    },
    // Chromium cannot decode it; nothing of its name or type says what it is.
    { name: 'phone.jpg', buffer: await readFile(HEIC), size: [640, 480] },
  ];
  for (const { name, buffer, size } of photos) {
    const stored = page.waitForResponse('**/api/admin/uploads');
    const file = { name, mimeType: 'image/jpeg', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('button', { name: texts.crop.whole }).click();
    const response = await stored;
    const { 'content-length': sentBytes } = await response.request().allHeaders();
    if (name === '48.jpg') expect(Number(sentBytes)).toBeLessThan(buffer.length / 4);
    const picture = await page.request.get((await response.json()).url);
    const { width, height } = await sharp(await picture.body()).metadata();
    expect([width, height]).toEqual(size);
    await page
      .getByRole('button', { name: texts.upload.remove.replace('{{label}}', texts.field.photo) })
      .click();
  }
  // Damaged ones get a sentence.
  const broken = { name: 'a.heic', mimeType: '', buffer: photos[1]!.buffer.subarray(0, 900) };
  await page.locator('input[type=file]').first().setInputFiles(broken);
  await expect(page.getByText(texts.upload.heic)).toBeVisible();
  const cut = {
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: photos[0]!.buffer.subarray(0, 9000),
  };
  await page.locator('input[type=file]').first().setInputFiles(cut);
  await expect(page.getByText(texts.upload.notAnImage)).toBeVisible();
});

/** Half blue, half red as stored; the camera was turned, so that red belongs at the top. */
async function aTurnedPhoto(): Promise<Buffer> {
  const size = { width: 600, height: 400 };
  const red = { create: { ...size, width: 300, channels: 3 as const, background: '#ff0000' } };
  return await sharp({ create: { ...size, channels: 3, background: '#0000ff' } })
    .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

test('a photo is cropped to the card with the keyboard, in the orientation of its camera', async ({
  administrator,
}) => {
  const { page, texts, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const photo = { name: 'turned.jpg', mimeType: 'image/jpeg', buffer: await aTurnedPhoto() };
  await page.locator('input[type=file]').first().setInputFiles(photo);
  const dialog = page.getByRole('dialog', { name: texts.crop.title });
  await expect(dialog.getByRole('img', { name: texts.crop.picture })).toBeVisible();
  await expectUsable(page);
  for (const [label, key] of [
    [texts.crop.zoom, 'End'],
    [texts.crop.y, 'End'],
    [texts.crop.x, 'Home'],
  ] as const) {
    await dialog.getByLabel(label).focus();
    await page.keyboard.press(key);
  }
  await expect(dialog.getByLabel(texts.crop.zoom)).toHaveValue('400');
  await dialog.getByRole('button', { name: texts.crop.use }).focus();
  const stored = page.waitForResponse('**/api/admin/uploads');
  await page.keyboard.press('Enter');
  const { url } = await (await stored).json();
  await expect(page.getByRole('img', { name: texts.upload.preview })).toBeVisible();
  // The bottom of a picture of 400 × 600, in the aspect ratio of the card, which is blue.
  const picture = sharp(await (await page.request.get(url)).body());
  expect(await picture.metadata()).toMatchObject({ width: 100, height: 125 });
  const [redness, , blueness] = (await picture.stats()).channels;
  expect(blueness!.mean).toBeGreaterThan(200);
  expect(redness!.mean).toBeLessThan(50);

  // The card beside the form updates at once.
  await nameField.fill('Somebody New');
  const preview = page.locator('[inert] article');
  await expect(preview).toContainText('Somebody New');
  await expect(preview.locator('img')).toHaveJSProperty('complete', true);
  const remove = texts.upload.remove.replace('{{label}}', texts.field.photo);
  await page.getByRole('button', { name: remove }).click();
  await expect(preview.locator('img')).toHaveCount(0);
});

test('a photo can be dropped onto its field; dropped beside it, it is not opened', async ({
  administrator,
}) => {
  const { page, texts, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const bytes = [...(await aTurnedPhoto())];
  const files = await page.evaluateHandle((data) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(data)], 'photo.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, bytes);
  await page.evaluate(() => {
    const open = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (photo) => {
      document.documentElement.dataset.opened = 'true';
      return open(photo);
    };
  });
  const isAccepted = await nameField.evaluate((field, dataTransfer) => {
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    return !field.dispatchEvent(drop);
  }, files);
  expect(isAccepted).toBe(true);
  const dialog = page.getByRole('dialog', { name: texts.crop.title });
  const opened = page.locator('html[data-opened]');
  await expect(opened).toHaveCount(0);
  await page.getByText(texts.upload.drop).first().dispatchEvent('drop', { dataTransfer: files });
  await expect(opened).toHaveCount(1);
  await expect(dialog).toBeVisible();
  const frame = dialog.getByRole('img', { name: texts.crop.picture });
  const box = await frame.boundingBox();
  await page.mouse.move(box!.x + 20, box!.y + 20);
  await page.mouse.down();
  await page.mouse.move(box!.x + 20, box!.y + 20 + box!.height, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByLabel(texts.crop.y)).toHaveValue('0');
});

test('the second of two administrators sees the differences, and chooses', async ({
  administrator,
}) => {
  const { page, texts, button, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const artist = await anArtist(page);
  await page.goto(`/admin/artists/${artist.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.titleEdit);
  const saveElsewhere = async (bio: string) => {
    const response = await page.request.put(`/api/admin/artists/${artist.id}`, {
      headers: SAME_ORIGIN,
      data: { ...artist, version: undefined, bio },
    });
    expect(response.status()).toBe(200);
  };
  const dialog = page.getByRole('dialog', { name: texts.conflict.title });
  const bio = page.getByLabel(texts.field.bio);

  await bio.fill('Mine');
  await saveElsewhere('Theirs');
  await button(texts.update).click();
  await expect(dialog).toContainText('Mine');
  await expect(dialog).toContainText('Theirs');
  await expectUsable(page);
  await button(texts.conflict.takeTheirs).click();
  await expect(bio).toHaveValue('Theirs');

  await nameField.fill(`${artist.name} II`);
  await saveElsewhere('Theirs again');
  await button(texts.update).click();
  await button(texts.conflict.keepMine).click();
  await expect(toastIn(page, texts.updated)).toBeVisible();
  const saved = await (await page.request.get(`/api/admin/artists/${artist.id}`)).json();
  expect(saved).toMatchObject({ name: `${artist.name} II`, bio: 'Theirs' });
});

test('an administrator whose session ends while editing finds the draft after signing in', async ({
  administrator,
}) => {
  const { page, all, texts, button, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const artist = await anArtist(page);
  await page.goto(`/admin/artists/${artist.id}`);
  await nameField.fill('A new name');
  await page.context().clearCookies();
  const letLeave = await holdLogin(page);
  await button(texts.update).click();
  await expect(toastIn(page, all['sign-in'].admin.unauthorized)).toBeVisible();
  await letLeave();
  await chooseAdministrator(page);
  await expect(nameField).toHaveValue(artist.name);
  await button(all.admin.draft.restore).click();
  await expect(nameField).toHaveValue('A new name');
});

test('texts about an artist are saved as written, with a visible busy state', async ({
  administrator,
}) => {
  const { page, texts, button, badge } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const artist = await anArtist(page);
  await page.goto(`/admin/artists/${artist.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.titleEdit);
  const bio = page.getByLabel(texts.field.bio);
  await bio.fill('Undone');
  await expect(badge).toBeVisible();
  await bio.fill('As it was');
  await expect(badge).toHaveCount(0);

  await page.getByLabel(texts.field.bioFr).fill('Née à Douala');
  await page.getByLabel(texts.field.isFeatured).check();
  await page.getByText(texts.nominations.defaults).first().click();
  await page.getByLabel(texts.field.nominationTitleFr).first().fill('Le tube');
  await page.route('**/api/admin/artists/*', async (route) => {
    if (route.request().method() === 'PUT') {
      await expect(button(texts.updating)).toBeVisible();
    }
    await route.continue();
  });
  await button(texts.update).click();
  await expect(toastIn(page, texts.updated)).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  const saved = await (await page.request.get(`/api/admin/artists/${artist.id}`)).json();
  expect(saved).toMatchObject({
    bio: 'As it was',
    bioFr: 'Née à Douala',
    isFeatured: true,
    nominations: [{ nominationTitle: null, nominationTitleFr: 'Le tube' }, {}],
  });
});

test('when another administrator has deleted the artist, no text is lost', async ({
  administrator,
}) => {
  const { page, texts, button, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const artist = await anArtist(page);
  await page.goto(`/admin/artists/${artist.id}`);
  await nameField.fill('A new name');
  await page.request.delete(`/api/admin/artists/${artist.id}`, { headers: SAME_ORIGIN });
  await button(texts.update).click();
  await expect(toastIn(page, texts.error)).toContainText(texts.gone);
  await expect(nameField).toHaveValue('A new name');

  page.once('dialog', (question) => question.accept());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.missing.title);
  await page.getByRole('link', { name: texts.back }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('texts stay when the network comes back but the server does not', async ({
  administrator,
}) => {
  const { page, texts, nameField } = await openArtistForm(
    administrator,
    { ...ENGLISH, goesOffline: true },
    '/admin/artists/new',
  );
  const artist = await anArtist(page);
  await page.goto(`/admin/artists/${artist.id}`);
  await nameField.fill('A new name');
  for (const status of [503, 404]) {
    await page.route('**/api/admin/artists/*', (route) =>
      route.fulfill({ status, json: { code: 'unavailable', message: 'no' } }),
    );
    const asked = page.waitForResponse('**/api/admin/artists/*');
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await asked;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.titleEdit);
    await expect(nameField).toHaveValue('A new name');
  }
});

test('errors from the server appear at their fields', async ({ administrator }) => {
  const { page, texts, button, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const artist = await anArtist(page);
  await page.goto(`/admin/artists/${artist.id}`);
  await nameField.fill('A new name');
  await page.route('**/api/admin/artists/*', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const paths = ['bioFr', 'nominations.1.nominationTitle'];
    const issues = paths.map((path) => ({ path, message: 'for machines' }));
    return route.fulfill({ status: 400, json: { code: 'validation', message: 'no', issues } });
  });
  await button(texts.update).click();
  await expect(toastIn(page, texts.error)).toContainText(texts.updateFailed);
  await expect(page.getByText(texts.problem.invalid)).toHaveCount(2);
  await expect(page.getByLabel(texts.field.bioFr)).toBeFocused();
});

test('a category that came with a restored draft is not added twice', async ({ administrator }) => {
  const { page, all, texts, button, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  const select = page.getByLabel(texts.nominations.category, { exact: true });
  const headings = page.getByRole('listitem').getByRole('heading', { level: 3 });
  await select.selectOption({ index: 1 });
  await button(texts.nominations.add).click();
  await expect(headings).toHaveCount(1);

  page.once('dialog', (question) => question.accept());
  await page.reload();
  await expect(nameField).toBeVisible();
  await select.selectOption({ index: 1 });
  await button(all.admin.draft.restore).click();
  await expect(headings).toHaveCount(1);
  await button(texts.nominations.add).click();
  const { alreadyAdded, alreadyAddedHint } = texts.nominations;
  await expect(toastIn(page, alreadyAdded)).toContainText(alreadyAddedHint);
  await expect(headings).toHaveCount(1);
});

test('when an artist cannot be created, an error is shown and no text is lost', async ({
  administrator,
}) => {
  const { page, texts, button, nameField } = await openArtistForm(
    administrator,
    ENGLISH,
    '/admin/artists/new',
  );
  await nameField.fill('Nobody yet');
  await page.getByLabel(texts.nominations.category, { exact: true }).selectOption({ index: 1 });
  await button(texts.nominations.add).click();
  await page.route('**/api/admin/artists', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await expect(button(texts.creating)).toBeVisible();
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'no' } });
  });
  await button(texts.create).click();
  await expect(toastIn(page, texts.error)).toContainText(texts.createFailed);
  await expect(nameField).toHaveValue('Nobody yet');
});

test('two profiles of one person are merged, and separated again in Activity', async ({
  administrator,
}) => {
  const { page, all, texts, button } = await openArtistForm(
    administrator,
    FRENCH,
    '/admin/artists/new',
  );
  const [both, other] = [await addTwoCategories(page), await addTwoCategories(page)];
  const [kept, merged] = [await addArtist(page, both), await addArtist(page, [...both, ...other])];
  await page.goto(`/admin/artists/${merged.id}`);
  await button(texts.merge.open).click();
  await page.getByLabel(texts.merge.other).fill(kept.name.toUpperCase());
  await page.getByRole('button', { name: kept.name }).click();
  await expect(page.getByText(texts.merge.joins_other.split('{{')[0] || '0 + 0')).toHaveCount(2);
  await expectUsable(page);
  await button(texts.merge.confirm).click();
  await expect(toastIn(page, merged.name)).toContainText(kept.name);
  const detail = async (id: string) => page.request.get(`/api/admin/artists/${id}`);
  expect((await detail(merged.id)).status()).toBe(404);
  const artist: AdminArtistDetail = await (await detail(kept.id)).json();
  expect(artist.nominations).toHaveLength(4);

  await page.goto('/admin/activity');
  // On a busy machine, the toast may have gone before the press returns.
  await Promise.all([
    expect(toastIn(page, all.admin.merges.restored)).toBeVisible(),
    page.getByRole('button', { name: all.admin.merges.undo }).first().click(),
  ]);
  expect((await detail(merged.id)).status()).toBe(200);
});
