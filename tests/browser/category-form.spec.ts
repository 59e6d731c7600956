import { expect, type Page } from '@playwright/test';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { chooseAdministrator, SAME_ORIGIN } from './support/administrator';
import { addCategory, removeAdded, removeCategoryLater } from './support/own-catalog';
import { type NewAdministrator, test } from './support/test';
import { expectUsable } from './support/usable';
import { holdLogin, toastIn } from './support/visit';
import type { VoterSetup } from './support/voter';

const PATH = '/admin?tab=categories';
const API = '/api/admin/categories';

const ENGLISH: VoterSetup = { language: 'en', width: 1280, height: 900 };
const FRENCH: VoterSetup = { language: 'fr', width: 360, height: 740 };

test.afterEach(removeAdded);

async function openCategories(administrator: NewAdministrator, setup: VoterSetup) {
  const { page, texts: all } = await administrator(setup, PATH);
  const texts = all.admin.categoryForm;
  const dialog = page.getByRole('dialog', {
    name: new RegExp(`^(${texts.addTitle}|${texts.editTitle})$`),
  });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const question = page.getByRole('dialog', { name: all.admin.unsaved.title });
  const edit = ({ name }: { name: string }) =>
    button(all.admin.edit.replace('{{name}}', name)).click();
  const entry = ({ name }: { name: string }) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  return { page, all, texts, dialog, field, button, question, edit, entry };
}

/** A category of this test, in the list on screen. */
async function createCategory(page: Page): Promise<AdminCategory> {
  const category = await addCategory(page, 'As it was');
  await page.reload();
  return category;
}

const saveElsewhere = async (page: Page, category: AdminCategory, description: string) => {
  const response = await page.request.put(`${API}/${category.id}`, {
    headers: SAME_ORIGIN,
    data: { ...category, version: undefined, description },
  });
  expect(response.status()).toBe(200);
};

for (const setup of [ENGLISH, FRENCH]) {
  test(`${setup.language}: a category is previewed before it is created`, async ({
    administrator,
  }) => {
    const { page, all, texts, dialog, field, button } = await openCategories(administrator, setup);
    await button(all.admin.categories.add).click();
    await expect(dialog).toHaveAccessibleName(texts.addTitle);
    const name = field(texts.name);
    const nameFr = field(texts.nameFr);
    const icon = field(texts.icon);
    const colour = field(texts.backgroundColor);
    const preview = dialog.locator('.public-theme');
    await expect(icon).toHaveValue('fa-trophy');
    await expect(colour).toHaveValue('#3B82F6');

    await name.fill('Best Song');
    await expect(nameFr).toHaveValue('Meilleure chanson');
    // The card as on the site, in the language of the administrator.
    const shown = setup.language === 'fr' ? 'Meilleure chanson' : 'Best Song';
    await expect(preview.getByText(shown)).toBeVisible();
    await nameFr.fill('Le tube');
    const unique = `Best Song ${crypto.randomUUID()}`;
    await name.fill(unique);
    await expect(nameFr).toHaveValue('Le tube');
    await field(texts.description).fill('Sung by everybody');
    await expect(preview.getByText('Sung by everybody')).toBeVisible();

    const guitar = dialog.getByRole('button', { name: texts.icons['fa-guitar'] });
    await guitar.click();
    await expect(guitar).toHaveAttribute('aria-pressed', 'true');
    await expect(icon).toHaveValue('fa-guitar');
    await expect(preview.locator('svg.lucide-guitar')).toBeVisible();
    await icon.fill('fa-no-such-icon');
    await expect(preview.locator('svg.lucide-trophy')).toBeVisible();
    await icon.fill('fa-music');

    const warning = dialog.getByText(texts.tooBright);
    await expect(warning).toHaveCount(0);
    await field(texts.pickColour).fill('#ffff00');
    await expect(colour).toHaveValue('#ffff00');
    await expect(warning).toBeVisible();
    await expectUsable(page);
    await colour.fill('#1F5A8C');
    await expect(warning).toHaveCount(0);

    await dialog.getByRole('button', { name: texts.create }).click();
    await expect(toastIn(page, all.admin.categories.createdToast)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const list: AdminCategory[] = await (await page.request.get(API)).json();
    const category = list.find((candidate) => candidate.name === unique);
    expect(category).toMatchObject({
      nameFr: 'Le tube',
      icon: 'fa-music',
      backgroundColor: '#1F5A8C',
    });
    if (category) removeCategoryLater(page, category.id);
  });

  test(`${setup.language}: leaving a dialog with unsaved work requires confirmation`, async ({
    administrator,
  }) => {
    const { page, all, texts, dialog, field, button, question } = await openCategories(
      administrator,
      setup,
    );
    await page.goto('/categories');
    await page.goto(PATH);
    const add = button(all.admin.categories.add);
    await add.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await add.click();
    await field(texts.name).fill('Nobody’s yet');
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => button(all.common.close).click(),
      () => button(all.admin.cancel).click(),
      () => page.goBack(),
    ]) {
      await leave();
      await expect(question).toBeVisible();
      await button(all.admin.unsaved.stay).click();
      await expect(question).toHaveCount(0);
      await expect(field(texts.name)).toHaveValue('Nobody’s yet');
    }
    const browserAsks = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const browserQuestion = await browserAsks;
    expect(browserQuestion.type()).toBe('beforeunload');
    await browserQuestion.dismiss();

    await page.goBack();
    await expect(question).toBeVisible();
    await expectUsable(page);
    await button(all.admin.unsaved.leave).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(PATH);
    await expect(button(all.admin.draft.restore)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/categories');
  });
}

test('every field shows its error, from the browser or from the server', async ({
  administrator,
}) => {
  const { page, all, texts, dialog, field, button } = await openCategories(administrator, ENGLISH);
  await button(all.admin.categories.add).click();
  const create = dialog.getByRole('button', { name: texts.create });
  await field(texts.icon).fill('trophy');
  await dialog.getByText(all['artist-form'].upload.useAddress).click();
  await field(texts.backgroundImageUrl).fill('stage.jpg');
  await field(texts.backgroundColor).fill('blue');
  await create.click();
  const { required, tooLong, icon, address, colour, refused } = texts.problem;
  for (const problem of [required, icon, address, colour]) {
    await expect(dialog.getByText(problem)).toBeVisible();
  }
  await expect(field(texts.name)).toBeFocused();
  await field(texts.name).fill('n'.repeat(256));
  await expect(dialog.getByText(required)).toHaveCount(0);
  await create.click();
  await expect(dialog.getByText(tooLong)).toBeVisible();

  await field(texts.name).fill('Best Song');
  await field(texts.icon).fill('fa-music');
  await field(texts.backgroundImageUrl).fill('');
  await field(texts.backgroundColor).fill('#123456');
  await page.route(`**${API}`, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const issues = [{ path: 'nameFr', message: 'for machines' }];
    return route.fulfill({ status: 400, json: { code: 'validation', message: 'no', issues } });
  });
  await create.click();
  await expect(toastIn(page, all.admin.error)).toContainText(all.admin.categories.createFailed);
  await expect(dialog.getByText(refused)).toBeVisible();
  await expect(field(texts.nameFr)).toBeFocused();
  await expect(field(texts.name)).toHaveValue('Best Song');
});

test('an administrator whose session ends while editing finds the draft after signing in', async ({
  administrator,
}) => {
  const { page, all, texts, dialog, field, button, edit, entry } = await openCategories(
    administrator,
    FRENCH,
  );
  const category = await createCategory(page);
  await edit(category);
  await field(texts.description).fill('Written for an hour');
  await page.context().clearCookies();
  const releaseLogin = await holdLogin(page);
  await dialog.getByRole('button', { name: texts.update }).click();
  const toast = toastIn(page, all['sign-in'].admin.unauthorized);
  await expect(toast).toContainText(all['sign-in'].admin.loggedOut);
  await releaseLogin();

  await chooseAdministrator(page);
  await expect(page).toHaveURL(PATH);
  const offer = all.admin.categories.draft.found.replace('{{name}}', category.name);
  await expect(page.getByText(offer)).toBeVisible();
  await expectUsable(page);
  await button(all.admin.draft.restore).click();
  await expect(field(texts.description)).toHaveValue('Written for an hour');
  await dialog.getByRole('button', { name: texts.update }).click();
  await expect(toastIn(page, all.admin.categories.updated)).toBeVisible();
  await expect(entry(category).getByText('Written for an hour')).toBeVisible();
  await expect(page.getByText(offer)).toHaveCount(0);
});

test('the second of two administrators sees the differences, and chooses', async ({
  administrator,
}) => {
  const { page, all, texts, dialog, field, button, edit, entry } = await openCategories(
    administrator,
    ENGLISH,
  );
  const category = await createCategory(page);
  const update = dialog.getByRole('button', { name: texts.update });
  const notice = dialog.getByRole('alert');

  await edit(category);
  await field(texts.description).fill('Mine');
  await saveElsewhere(page, category, 'What they wrote');
  await update.click();
  await expect(notice).toContainText(texts.conflict.changed);
  await expect(notice.getByRole('definition')).toHaveText(['Mine', 'What they wrote']);
  await expectUsable(page);
  await button(texts.conflict.takeTheirs).click();
  await expect(field(texts.description)).toHaveValue('What they wrote');

  await field(texts.description).fill('Mine again');
  await saveElsewhere(page, category, 'What they wrote then');
  await update.click();
  await button(texts.conflict.keepMine).click();
  await update.click();
  await expect(toastIn(page, all.admin.categories.updated)).toBeVisible();
  await expect(entry(category).getByText('Mine again')).toBeVisible();
});

test('when another administrator has deleted the category, no text is lost', async ({
  administrator,
}) => {
  const { page, all, texts, dialog, field, button, edit } = await openCategories(
    administrator,
    ENGLISH,
  );
  const category = await createCategory(page);
  const deleteButton = button(all.admin.delete.replace('{{name}}', category.name));
  const deleteElsewhere = () =>
    page.request.delete(`${API}/${category.id}`, { headers: SAME_ORIGIN });
  await edit(category);
  await field(texts.description).fill('Mine');
  await deleteElsewhere();
  await dialog.getByRole('button', { name: texts.update }).click();
  await expect(dialog.getByRole('alert')).toContainText(texts.conflict.deleted);
  await expect(field(texts.description)).toHaveValue('Mine');

  page.once('dialog', (browserQuestion) => browserQuestion.accept());
  await page.reload();
  const offer = all.admin.categories.draft.gone.replace('{{name}}', category.name);
  await expect(page.getByText(offer)).toBeVisible();
  await button(all.admin.draft.restore).click();
  await expect(dialog).toHaveAccessibleName(texts.addTitle);
  await expect(field(texts.description)).toHaveValue('Mine');
  await button(all.admin.cancel).click();
  await button(all.admin.unsaved.leave).click();
  await expect(dialog).toHaveCount(0);

  await page.request.post(`${API}/${category.id}/restore`, { headers: SAME_ORIGIN });
  await page.reload();
  await expect(deleteButton).toBeVisible();
  await deleteElsewhere();
  await deleteButton.click();
  await expect(toastIn(page, all.admin.error)).toContainText(all.admin.alreadyDeleted);
  await expect(deleteButton).toHaveCount(0);
});
