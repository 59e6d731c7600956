import { expect, type Page } from '@playwright/test';
import type { SavedSettings } from '#shared/contracts/event-settings';
import { followAdminLink, SAME_ORIGIN } from './support/administrator';
import { FLOW_VOTERS } from './support/flows';
import { test } from './support/test';
import { expectUsable } from './support/usable';
import { amendConfig, checkoutPath, toastIn } from './support/visit';

const API = '/api/admin/settings';
const read = async (page: Page): Promise<SavedSettings> => (await page.request.get(API)).json();

// Settings that all pages show are changed in tests/server only: other browser tests use them.
for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`an owner sets the event, ${language}, ${width} px`, async ({ administrator }) => {
    const visit = await administrator(setup, '/admin');
    const { page, texts: all } = visit;
    const { settings: texts } = all;
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await followAdminLink(visit, texts.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.title);
    const saved = await read(page);
    await expect(field(texts.field.name)).toHaveValue(saved.settings.name);
    await expectUsable(page);

    // Invalid values are reported at their fields, the first of which has the focus; nothing is
    // saved.
    await field(texts.field.prices.mobileMoney).fill('0');
    await field(texts.field.votes.max).fill('101');
    await button(texts.save).click();
    await expect(page.getByText(texts.problem.prices.mobileMoney)).toBeVisible();
    await expect(page.getByText(texts.problem.votes)).toBeVisible();
    await expect(field(texts.field.prices.mobileMoney)).toBeFocused();
    const { prices, votes } = (await read(page)).settings;
    expect({ prices, votes }).toEqual({
      prices: saved.settings.prices,
      votes: saved.settings.votes,
    });
    await button(texts.discard).click();
    await expect(field(texts.field.prices.mobileMoney)).toHaveValue('100');
    await expect(page.getByText(texts.problem.votes)).toHaveCount(0);

    // Ending voting at once requires confirmation.
    await field(texts.field.closesAt).fill('2025-01-01T20:00');
    await button(texts.save).click();
    const question = page.getByRole('dialog', { name: texts.closing.title });
    await question.getByRole('button', { name: texts.closing.cancel }).click();
    await expect(question).toHaveCount(0);
    expect((await read(page)).settings.closesAt).toBe(saved.settings.closesAt);
    await button(texts.discard).click();

    // So does what can never be undone.
    await button(texts.publish.button).click();
    const publish = page.getByRole('dialog', { name: texts.publish.question });
    await expect(publish).toContainText(texts.publish.warning);
    await publish.getByRole('button', { name: texts.publish.cancel }).click();
    await expect(publish).toHaveCount(0);
  });
}

test('two owners save at the same time: the second sees both versions, and chooses', async ({
  administrator,
}) => {
  const { page, texts: all } = await administrator(
    { language: 'en', width: 1280, height: 900 },
    '/admin/settings',
  );
  const { settings: texts } = all;
  const days = page.getByLabel(texts.field.retentionDays, { exact: true });
  const save = page.getByRole('button', { name: texts.save, exact: true });
  await expect(days).toHaveValue(/\d/);
  const { settings, version } = await read(page);
  const elsewhere = await page.request.put(API, {
    headers: SAME_ORIGIN,
    data: { settings: { ...settings, retentionDays: 90 }, version },
  });
  expect(elsewhere.status()).toBe(200);

  await days.fill('120');
  await save.click();
  const conflict = page.getByRole('dialog', { name: texts.conflict.title });
  await expect(conflict).toContainText('120');
  await expect(conflict).toContainText('90');
  await conflict.getByRole('button', { name: texts.conflict.keepMine }).click();
  await expect(toastIn(page, texts.saved)).toBeVisible();
  expect((await read(page)).settings.retentionDays).toBe(120);

  // The activity log has an entry about the change.
  await page.goto('/admin/activity?kind=settings');
  const entry = page.getByRole('main').getByRole('listitem').first();
  await expect(entry).toContainText(all.activity.action['settings-update']);
  await days.waitFor({ state: 'detached' });
});

test('an open checkout shows at once that voting has closed', async ({ visitor }) => {
  const visit = await visitor({ language: 'en', width: 360, height: 740 });
  const { page, texts } = visit;
  let closesAt: Date | null = null;
  await amendConfig(page, (config) => {
    // Counted from the first response: however slow the page is, it closes in time.
    closesAt ??= new Date(Date.now() + 10_000);
    const isOpen = new Date() < closesAt;
    const changesAt = isOpen ? closesAt.toISOString() : null;
    const voting = { isOpen, opensAt: null, closesAt: closesAt.toISOString() };
    return { ...config, voting, changesAt };
  });
  await page.goto(checkoutPath(visit.demo));
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('heading', { name: texts.checkout.voting.closed })).toBeVisible();
});

test('a clock that is wrong by hours does not affect the countdown', async ({ visitor }) => {
  const { page } = await visitor({ language: 'en', width: 360, height: 740 });
  const closesAt = new Date(Date.now() + 30 * 60_000).toISOString();
  await amendConfig(page, (config) => ({
    ...config,
    voting: { isOpen: true, opensAt: null, closesAt },
  }));
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 5 * 3_600_000;
  });
  await page.goto('/categories');
  await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d left\.$/);
});
