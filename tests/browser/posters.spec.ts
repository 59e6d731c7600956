import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { expectToast } from './support/visit';
import { PHONE } from './support/voter';

for (const language of flowLanguages('fr')) {
  test(`an artist finds, saves and shares posters, ${language}`, async ({ visitor, demo }) => {
    const { page, texts } = await visitor({ language, ...PHONE });
    await page.addInitScript(() => {
      navigator.canShare = () => true;
      navigator.share = async (data) => {
        const { dataset } = document.documentElement;
        dataset.pressed = String(Number(dataset.pressed ?? 0) + 1);
        // As if the file had taken too long to load.
        if (dataset.pressed === '1') throw new DOMException('too late', 'NotAllowedError');
        dataset.shared = `${data?.files?.[0]?.name} ${data?.text}`;
      };
    });
    await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
    await page.getByRole('link', { name: texts.catalog.profile.posters }).click();
    const title = fillIn(texts.posters.title, { artist: demo.artist.name });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('img').first()).toBeVisible();

    const story = page.getByRole('listitem').filter({ hasText: texts.posters.use.story }).first();
    const downloading = page.waitForEvent('download');
    await story.getByRole('link', { name: texts.posters.save }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^a-.*-story-${language}\\.jpg$`));
    const { width, height } = await sharp(await download.path()).metadata();
    expect([width, height]).toEqual([1080, 1920]);

    const share = story.getByRole('button', { name: texts.posters.share });
    await share.click();
    await expectToast(page, texts.catalog.share.ready, texts.catalog.share.pressAgain);
    await share.click();
    await expect(page.locator('html')).toHaveAttribute(
      'data-shared',
      new RegExp(`-story-${language}\\.jpg .*/a/.*lang=${language}&ref=share$`),
    );

    // Posters are in the language of their readers, whatever the site's is.
    const other = language === 'en' ? 'fr' : 'en';
    await page
      .getByRole('group', { name: texts.posters.language })
      .getByText(texts.common.languageName[other])
      .click();
    const sheet = page.getByRole('listitem').filter({ hasText: texts.posters.use.a4 }).first();
    const printing = page.waitForEvent('download');
    await sheet.getByRole('link', { name: texts.posters.save }).click();
    const printed = await printing;
    expect(printed.suggestedFilename()).toMatch(new RegExp(`-a4-${other}\\.pdf$`));
    expect((await readFile(await printed.path())).toString('latin1', 0, 5)).toBe('%PDF-');
  });
}

test('the posters page of an unknown artist says that there is no such artist', async ({
  visitor,
}) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  await page.goto('/a/nobody-of-this-name/posters');
  await expect(
    page.getByRole('heading', { name: texts.catalog.profile.notFoundHeading }),
  ).toBeVisible();
});
