import { expect, type Page } from '@playwright/test';
import type { Category, Nomination } from '#shared/contracts/catalog';
import { LANGUAGES } from '#shared/domain/localized';
import { FLOW_VOTERS } from './support/flows';
import { painted } from './support/layout';
import { haveVotedFor } from './support/own-votes';
import { openCheckout } from './support/states/open-checkout';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { amendConfig, checkoutPath, intercept, toastIn, type Visit } from './support/visit';
import { answerPrompt, freshNumber, PHONE } from './support/voter';

const phoneOf = ({ page, texts }: Visit) => page.getByLabel(texts.checkout.mobileMoney.phone.label);
const payButton = ({ page, texts }: Visit) =>
  page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
const votesIn = (page: Page) => page.getByRole('spinbutton');
const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** As if the artist were nominated in only this many categories. */
const nominatedIn = (page: Page, count: number) =>
  intercept(page, '**/api/nominations/artist/*', async (route) => {
    const response = await route.fetch();
    const nominations: Nomination[] = await response.json();
    await route.fulfill({ response, json: nominations.slice(0, count) });
  });

/** Made-up nominees, as many as a long category has. */
const withNominees = (page: Page, count: number) =>
  intercept(page, '**/api/nominations/category/*', async (route) => {
    const response = await route.fetch();
    const [one]: Nomination[] = await response.json();
    if (!one) throw new Error('This is not the demo’s data.');
    const json = Array.from({ length: count }, (_, index): Nomination => {
      const id = `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
      return { ...one, id, artist: { ...one.artist, id, name: `Nominee ${index + 1}.` } };
    });
    await route.fulfill({ response, json });
  });

for (const language of LANGUAGES) {
  test(`a checkout with one category shows votes and number on a phone without scrolling (${language})`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    await nominatedIn(visit.page, 1);
    await openCheckout(visit);
    for (const control of [votesIn(visit.page), phoneOf(visit), payButton(visit)])
      await expect(control).toBeInViewport({ ratio: 1 });
    const bar = await visit.page.locator('.pay-bar').boundingBox();
    const phone = await phoneOf(visit).boundingBox();
    expect((phone?.y ?? 0) + (phone?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  });

  test(`a checkout with four categories stays short, and the artist’s biography is one press away (${language})`, async ({
    visitor,
    demo,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    await openCheckout(visit);
    await expect(votesIn(page)).toHaveCount(4);
    expect(await pageHeight(page)).toBeLessThanOrEqual(1_400);
    const { artist } = demo;
    const bio = page.getByText((language === 'fr' ? artist.bioFr : artist.bio) ?? '', {
      exact: true,
    });
    await expect(bio).toBeHidden();
    await page
      .getByRole('button', { name: fillIn(texts.checkout.artist.more, { name: artist.name }) })
      .click();
    await expect(bio).toBeVisible();
    await expect(
      page.getByRole('list', { name: texts.checkout.artist.nominatedIn }).getByRole('listitem'),
    ).toHaveCount(4);
  });

  test(`what prevents a payment is shown above the artist on a phone (${language})`, async ({
    visitor,
    demo,
  }) => {
    const { page, texts } = await visitor({ language, ...PHONE });
    await amendConfig(page, (config) => ({
      ...config,
      voting: { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' },
    }));
    await page.goto(checkoutPath(demo));
    const closed = page.getByRole('heading', { name: texts.checkout.voting.closed });
    await expect(closed).toBeInViewport({ ratio: 1 });
    const name = page.getByRole('heading', { level: 1, name: demo.artist.name });
    expect((await closed.boundingBox())?.y).toBeLessThan((await name.boundingBox())?.y ?? 0);
  });

  test(`pressing the button too early moves the focus to what is missing (${language})`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    const { phoneRequired, noVotes } = texts.checkout.mobileMoney;
    await openCheckout(visit);
    await expect(payButton(visit)).toHaveAttribute('aria-disabled', 'true');
    // An incomplete form can be submitted all the same.
    await payButton(visit).click({ force: true });
    await expect(phoneOf(visit)).toBeFocused();
    await expect(toastIn(page, phoneRequired.title)).toContainText(phoneRequired.description);

    await phoneOf(visit).fill('677123456');
    await expect(payButton(visit)).not.toHaveAttribute('aria-disabled', 'true');
    for (const votes of await votesIn(page).all()) await votes.fill('0');
    await payButton(visit).click({ force: true });
    await expect(votesIn(page).first()).toBeFocused();
    await expect(toastIn(page, noVotes.title)).toContainText(noVotes.description);
  });

  test(`with a saved number two taps lead from a link to a payment (${language})`, async ({
    visitor,
    demo,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    const number = freshNumber();
    await page.addInitScript(
      (digits) => localStorage.setItem('savedPhoneNumber', `${digits} ${Date.now()}`),
      number,
    );
    await page.goto('/a/junior-kasanji');
    const voteFor = fillIn(texts.catalog.profile.voteFor, { name: demo.artist.name });
    await page.getByRole('link', { name: voteFor }).click();
    // The link named an artist, and the voter has chosen no category.
    await expect(votesIn(page)).toHaveCount(4);
    await expect(page.getByText(texts.checkout.votes.origin)).toHaveCount(0);
    await payButton(visit).click();
    await answerPrompt(visit, number, 'approve');
    await expect(page.getByRole('dialog', { name: texts.receipts.card.dialogTitle })).toBeVisible();
  });

  test(`a voter who says they declined sees no countdown any more (${language})`, async ({
    visitor,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    await openCheckout(visit);
    await phoneOf(visit).fill(freshNumber('03'));
    await payButton(visit).click();
    const countdown = page.getByRole('timer');
    await expect(countdown).toBeVisible();
    await page.getByRole('button', { name: texts.checkout.waiting.declined }).click();
    await expect(page.getByText(texts.checkout.waiting.askingAfterDecline)).toBeVisible();
    await expect(countdown).toHaveCount(0);
    await expect(page.getByText(texts.checkout.waiting.doNotClose)).toHaveCount(0);
  });

  test(`the first nominee is within the top 360 pixels in every category (${language})`, async ({
    visitor,
  }) => {
    const { page } = await visitor({ language, ...PHONE });
    const categories: Category[] = await (await page.request.get('/api/categories')).json();
    const tops: Record<string, number> = {};
    for (const { id, name, artistCount } of categories) {
      if (artistCount === 0) continue;
      await page.goto(`/category/${id}`, { waitUntil: 'domcontentloaded' });
      // Measures the list, because nominees may still change places.
      const list = page.getByRole('list').filter({ has: page.locator('[data-artist]') });
      await expect(list).toBeVisible();
      // Before its style sheet has loaded a page has another layout, which is never painted.
      await painted(page);
      tops[name] = (await list.boundingBox())?.y ?? 0;
    }
    expect(Object.entries(tops).filter(([, top]) => top >= 360)).toEqual([]);
  });
}

for (const setup of FLOW_VOTERS) {
  test(`among three hundred nominees one is found by typing, ${setup.language}, ${setup.width} px`, async ({
    visitor,
    demo,
  }) => {
    const { page, texts } = await visitor(setup);
    await withNominees(page, 300);
    await haveVotedFor(page, [
      { ...demo.artist, id: '00000000-0000-4000-8000-0000000000c7', name: 'Nominee 200.' },
    ]);
    await page.goto(`/category/${demo.category.id}`);
    const cards = page.getByRole('article');
    const places = page.locator('[data-artist]');
    await expect(places).toHaveCount(300);
    // Only what is near the viewport is rendered; the artist this device voted for comes first.
    await expect(cards.first()).toHaveAccessibleName('Nominee 200.');
    expect(await cards.count()).toBeLessThan(40);
    const last = places.last();
    await last.scrollIntoViewIfNeeded();
    await expect(last.getByRole('article')).toBeVisible();

    const label = fillIn(texts.catalog.category.filter, { count: '300' });
    const field = page.getByRole('searchbox', { name: label });
    await field.fill('nominee 123');
    await expect(places).toHaveCount(1);
    await expect(cards).toHaveAccessibleName('Nominee 123.');
    await expect(cards).toBeInViewport();
    await field.fill('nobody of that name');
    await expect(places).toHaveCount(0);
    await expect(page.getByText(texts.catalog.search.none)).toBeVisible();
    await field.clear();
    await expect(places).toHaveCount(300);
  });
}

test('a page of twenty-one categories has a filter field, a shorter one has none', async ({
  visitor,
}) => {
  const { page, texts } = await visitor({ language: 'en', ...PHONE });
  const categories: Category[] = await (await page.request.get('/api/categories')).json();
  const categoriesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...categories[0],
      id: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
      name: `Award ${index + 1}.`,
      nameFr: null,
    }));
  for (const count of [20, 21]) {
    await intercept(page, '**/api/categories', (route) =>
      route.fulfill({ json: categoriesOf(count) }),
    );
    await page.goto('/categories');
    await expect(page.getByRole('article')).toHaveCount(count);
    const field = page.getByRole('searchbox', {
      name: fillIn(texts.catalog.categories.filter, { count: String(count) }),
    });
    await expect(field).toHaveCount(count === 21 ? 1 : 0);
    if (count === 20) continue;
    await field.fill('award 13');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Award 13.' })).toBeVisible();
  }
});
