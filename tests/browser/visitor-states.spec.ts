import { readFile } from 'node:fs/promises';
import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import type { ReceiptList } from '#shared/contracts/receipts';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { type Demo, readDemo, startPayment } from './support/demo';
import { passChecks, takeClock, waitAfterCheck } from './support/payment-clock';
import {
  answer,
  CHECKOUT_API,
  checkoutPath,
  hold,
  leavePaymentOpen,
  STATUS_API,
  type Stage,
  toastIn,
  withoutShareSheet,
} from './support/stage';
import { textsOf } from './support/texts';
import { freshNumber, newVoter } from './support/voter';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let demo: Demo;
test.beforeAll(async ({ request }) => {
  demo = await readDemo(request);
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** A visitor with a phone and a fresh browser. */
async function visitor(browser: Browser, language: Language): Promise<Stage> {
  const { page, texts, context } = await newVoter(browser, { language, width: 360, height: 740 });
  contexts.push(context);
  return { page, texts, language, demo };
}

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => String(values[name]));

/** The payment's own day, which may be yesterday by now; the first of a month is `1er` in French. */
function dayOf(isoInstant: string, language: Language): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(
    new Date(isoInstant),
  );
  return language === 'fr' ? day.replace(/^1 /, '1er ') : day;
}

/** Something that an answer of the server waits for. */
function aSignal() {
  let give: () => void = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const pendingPaymentId = (page: Page) =>
  page.evaluate(() => localStorage.getItem('pendingPaymentId'));

async function expectToast(page: Page, title: string, description: string): Promise<Locator> {
  const toast = toastIn(page, title);
  await expect(toast).toBeVisible();
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(description, { exact: true })).toBeVisible();
  return toast;
}

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.describe('the categories', () => {
      test('show a spinner, then what the server has', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await hold(page, '**/api/categories');
        await page.goto('/categories');
        await expect(page.getByRole('status')).toHaveText(texts.catalog.categories.loading);

        await page.unroute('**/api/categories');
        await page.reload();
        await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0);
        await expect(page.getByText(texts.catalog.categories.loading)).toHaveCount(0);
      });

      test('count nominees in the singular and the plural, and describe themselves', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        const { category } = demo;
        await answer(page, '**/api/categories', [
          { ...category, name: 'One', nameFr: 'Une', artistCount: 1, backgroundImageUrl: null },
          {
            ...category,
            id: UNKNOWN_ID,
            name: 'Two',
            nameFr: 'Deux',
            artistCount: 2,
            description: ' ',
            descriptionFr: null,
          },
        ]);
        await page.goto('/categories');
        const [one, two] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
        await expect(
          one.getByText(fill(texts.catalog.nomineeCount_one, { count: 1 }), { exact: true }),
        ).toBeVisible();
        await expect(
          two.getByText(fill(texts.catalog.nomineeCount_other, { count: 2 }), { exact: true }),
        ).toBeVisible();
        await expect(two.getByText(texts.catalog.categories.descriptionFallback)).toBeVisible();
        await expect(
          one.getByRole('link', { name: new RegExp(texts.catalog.voteNow) }),
        ).toHaveAttribute('href', `/category/${category.id}`);
      });

      test('wear their picture, without one their colour, and without either blue', async ({
        browser,
      }) => {
        const { page } = await visitor(browser, language);
        const { category } = demo;
        const looks = [
          { backgroundColor: '#FF0000' },
          { backgroundColor: '#FF0000', backgroundImageUrl: null },
          { backgroundColor: null, backgroundImageUrl: null },
          { backgroundColor: '#3B82F6', backgroundImageUrl: '/uploads/gone.webp' },
        ];
        await answer(
          page,
          '**/api/categories',
          looks.map((look, index) => ({ ...category, ...look, id: `${index}` })),
        );
        await page.goto('/categories');
        const cards = page.getByRole('main').getByRole('article');
        await expect(cards).toHaveCount(looks.length);
        await expect(cards.nth(0).locator('img')).toHaveAttribute(
          'src',
          category.backgroundImageUrl ?? '',
        );
        await cards.nth(3).scrollIntoViewIfNeeded();
        for (const each of [1, 2, 3]) await expect(cards.nth(each).locator('img')).toHaveCount(0);
        const paintOf = (each: number) =>
          cards
            .nth(each)
            .locator('.category-backdrop')
            .evaluate((backdrop) => getComputedStyle(backdrop).backgroundImage);
        expect(await paintOf(2)).toBe(await paintOf(3));
        expect(await paintOf(1)).not.toBe(await paintOf(2));
      });

      test('stand under the name and the year of the event', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.goto('/categories');
        const banner = page.getByRole('banner').first();
        await expect(
          banner.getByText(fill(texts.common.awardsPill, { year: '2025' }), { exact: true }),
        ).toBeVisible();
        await expect(
          banner.getByRole('link', { name: fill(texts.common.home, { event: 'Festival Awards' }) }),
        ).toHaveAttribute('href', '/categories');
      });

      test('say so when there are none', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await answer(page, '**/api/categories', []);
        await page.goto('/categories');
        await expect(
          page.getByRole('heading', { name: texts.catalog.categories.emptyHeading }),
        ).toBeVisible();
      });

      for (const [what, respond] of [
        ['answers 500', { status: 500, json: { code: 'internal', message: 'no' } }],
        ['answers HTML', { status: 200, contentType: 'text/html', body: '<h1>Portal</h1>' }],
        ['answers nothing', { status: 200, body: '' }],
      ] as const) {
        test(`can be asked for again when the server ${what}`, async ({ browser }) => {
          const { page, texts } = await visitor(browser, language);
          await page.route('**/api/categories', (route) => route.fulfill(respond));
          await page.goto('/categories');
          await expect(
            page.getByRole('alert').getByText(texts.catalog.loadError.heading),
          ).toBeVisible();
          await page.unroute('**/api/categories');
          await page.getByRole('button', { name: texts.common.retry }).click();
          await expect(page.getByRole('article').first()).toBeVisible();
        });
      }
    });

    test.describe('a category', () => {
      test('that does not exist says so and leads home', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        for (const address of [
          `/category/${UNKNOWN_ID}`,
          '/category/not-an-id',
          '/category/..%2Fconfig',
          '/category/%E0%A4%A', // a link cut in the middle of a letter
          '/share/nobody-at-all',
          '/share/%',
        ]) {
          await page.goto(address);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(
            texts.catalog.category.notFoundHeading,
          );
          await expect(page.getByText(texts.catalog.category.notFoundHint)).toBeVisible();
        }
        await page.getByRole('link', { name: texts.common.backToHome }).click();
        await expect(page).toHaveURL(/\/categories$/);
      });

      test('without nominees says so', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.goto(`/category/${demo.emptyCategory.id}`);
        await expect(
          page.getByRole('heading', { name: texts.catalog.category.emptyHeading }),
        ).toBeVisible();
        await expect(page.getByText(texts.catalog.category.emptyHint)).toBeVisible();
      });

      test('shows a skeleton while it is on its way', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await hold(page, '**/api/nominations/category/*');
        await page.goto(`/category/${demo.category.id}`);
        await expect(
          page.getByRole('status').getByText(texts.catalog.category.loading),
        ).toBeAttached();
      });

      test('shows its artists with two categories and a number for the rest', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        const categories = ['A', 'B', 'C', 'D', 'E'].map((name, index) => ({
          ...demo.category,
          id: `00000000-0000-4000-8000-00000000000${index}`,
          name: `${name} prize`,
          nameFr: `Prix ${name}`,
        }));
        await page.route('**/api/nominations/category/*', async (route) => {
          const response = await route.fetch();
          const [nomination] = await response.json();
          const plain = { nominationPhotoUrl: null, nominationDescription: null };
          const bio = 'A long story. '.repeat(40);
          const { artist } = nomination;
          const json = [
            {
              ...nomination,
              ...plain,
              nominationDescriptionFr: null,
              artist: { ...artist, name: 'Many', bio, bioFr: bio, isTrending: true, categories },
            },
            {
              ...nomination,
              ...plain,
              id: UNKNOWN_ID,
              artist: {
                ...artist,
                id: UNKNOWN_ID,
                name: 'Single',
                photoUrl: '/uploads/gone.webp',
                isTrending: false,
                categories: categories.slice(0, 1),
                categoryCount: 1,
              },
            },
          ];
          json[0].artist.categoryCount = categories.length;
          await route.fulfill({ response, json });
        });
        await page.goto(`/category/${demo.category.id}`);

        const many = page.getByRole('article', { name: 'Many' });
        const badges = many
          .getByRole('list', { name: texts.catalog.artist.categories })
          .getByRole('listitem');
        await expect(badges).toHaveCount(3);
        await expect(badges.last()).toContainText('+3');
        await expect(many.getByText(texts.catalog.artist.trending)).toBeVisible();
        await expect(
          many.getByText(fill(texts.catalog.categoryCount_other, { count: 5 }), { exact: true }),
        ).toBeVisible();
        await expect(many.getByText(/^A long story/)).toHaveCSS('-webkit-line-clamp', '2');
        const vote = await many.getByRole('link').getAttribute('href');
        const linked = JSON.parse(
          new URL(vote ?? '', page.url()).searchParams.get('artist') ?? '{}',
        );
        expect(linked).toMatchObject({ name: 'Many', categoryCount: 5 });
        expect(linked.categories).toHaveLength(5);

        const single = page.getByRole('article', { name: 'Single' });
        await single.scrollIntoViewIfNeeded();
        await expect(single.getByRole('img', { name: 'Single' })).toHaveText('S');
        await expect(single.getByText(texts.catalog.artist.trending)).toHaveCount(0);
        await expect(
          single.getByText(fill(texts.catalog.categoryCount_one, { count: 1 }), { exact: true }),
        ).toBeVisible();
      });

      test('says that there is no network, and comes once there is', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.goto('/categories');
        const card = page.getByRole('article').first();
        await expect(card).toBeVisible();
        await page.context().setOffline(true);
        await card.getByRole('link').click();
        // Of the whole page: its nominees may have failed a moment before.
        await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toHaveText(
          texts.catalog.loadError.heading,
        );
        await page.context().setOffline(false);
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(0);
      });

      test('leads back to where the voter came from, or to all categories', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        const toolbar = page.getByRole('navigation', { name: texts.catalog.category.toolbar });
        const back = toolbar.getByRole('button', { name: texts.common.back });
        await page.goto(`/category/${demo.category.id}`);
        await toolbar.getByRole('link', { name: texts.catalog.allCategories }).click();
        await expect(page).toHaveURL(/\/categories$/);
        await page.goBack();
        await back.click(); // nothing of ours lies before
        await expect(page).toHaveURL(/\/categories$/);

        await page.goto('/my-receipts');
        await page.goto(`/category/${demo.category.id}`);
        await back.click();
        await expect(page).toHaveURL(/\/my-receipts$/);
      });

      test('has its link copied, and says when that fails', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await withoutShareSheet(page);
        await page.goto(`/category/${demo.category.id}`);
        const share = page.getByRole('button', { name: texts.catalog.category.share, exact: true });
        await share.click();
        await expectToast(page, texts.catalog.share.copied, texts.catalog.share.categoryCopied);
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

        await page.evaluate(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
        });
        await share.click();
        await expectToast(page, texts.catalog.share.failed, texts.catalog.share.failedHint);
      });

      test('has its artists’ links copied, from the card and from the profile', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        await withoutShareSheet(page);
        await page.goto(`/category/${demo.category.id}`);
        const shareName = fill(texts.catalog.artist.shareOf, { name: demo.artist.name });
        await page.getByRole('button', { name: shareName }).click();
        await expectToast(page, texts.catalog.share.copied, texts.catalog.share.artistCopied);
        const link = await page.evaluate(() => navigator.clipboard.readText());
        expect(link).toBe(
          `${new URL(page.url()).origin}/category/${demo.artist.categories[0]?.id}?artist=${demo.artist.id}`,
        );

        await page.goto(link);
        await page.getByRole('dialog').getByRole('button', { name: shareName }).click();
        await expectToast(page, texts.catalog.share.copied, texts.catalog.share.profileCopied);
      });

      test('uses the share sheet where the device has one', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.addInitScript(() => {
          navigator.share = (data) => {
            document.documentElement.dataset.shared = data?.url ?? '';
            return Promise.resolve();
          };
        });
        await page.goto(`/category/${demo.category.id}`);
        await page.getByRole('button', { name: texts.catalog.category.share, exact: true }).click();
        await expect(page.locator('html')).toHaveAttribute('data-shared', page.url());
        await expect(toastIn(page, texts.catalog.share.copied)).toHaveCount(0);
      });

      test('that somebody shared names the artist and puts the nomination into the light', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        await page.goto(`/share/${demo.shareLink}`);
        await expect(
          page.getByText(fill(texts.catalog.shared.banner, { name: demo.artist.name })),
        ).toBeAttached();
        const card = page.getByRole('article', { name: demo.artist.name });
        await expect(card.getByText(texts.catalog.shared.badge)).toBeInViewport();
        await expect(page.getByText(texts.catalog.shared.badge)).toHaveCount(1);
        await expect(card).toHaveCSS('box-shadow', /4px/); // its ring
      });
    });

    test.describe('a profile', () => {
      test('in the address opens once and leaves the address', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
        const profile = page.getByRole('dialog', { name: demo.artist.name });
        await expect(profile).toBeVisible();
        await expect(page).toHaveURL(`/category/${demo.category.id}`);
        await expect(
          profile.getByRole('link', {
            name: fill(texts.catalog.profile.voteFor, { name: demo.artist.name }),
          }),
        ).toBeVisible();
        await expect(profile.getByRole('listitem')).toHaveCount(demo.artist.categoryCount);
        const vote = (await profile.getByRole('link').getAttribute('href')) ?? '';
        expect(
          JSON.parse(new URL(vote, page.url()).searchParams.get('artist') ?? '{}'),
        ).toMatchObject({ totalVotes: 0, categoryCount: demo.artist.categoryCount });

        await profile.getByRole('button', { name: texts.common.close }).click();
        await expect(profile).toHaveCount(0);
        await page.reload();
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });

      test('is closed by Back, and says when its artist is not found', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.goto(`/category/${demo.category.id}?artist=${UNKNOWN_ID}`);
        const profile = page.getByRole('dialog', { name: texts.catalog.profile.notFoundHeading });
        await expect(profile.getByText(texts.catalog.profile.notFoundHint)).toBeVisible();
        await page.goBack();
        await expect(profile).toHaveCount(0);
        await expect(page).toHaveURL(`/category/${demo.category.id}`);
      });

      test('of nobody, however the address names them, leaves the page whole', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        const name = texts.catalog.profile.notFoundHeading;
        for (const nobody of ['../../categories', '../../config', '"><script>', 'x?y#z', '..']) {
          await page.goto(`/category/${demo.category.id}?artist=${encodeURIComponent(nobody)}`);
          await expect(page.getByRole('dialog', { name })).toBeVisible();
          await expect(page).toHaveURL(`/category/${demo.category.id}`);
        }
        await page.goto(`/category/${demo.category.id}?artist=`);
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(page).toHaveURL(`/category/${demo.category.id}`);
      });

      test('without a bio or a picture shows the fallbacks', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.route('**/api/nominations/artist/*', async (route) => {
          const response = await route.fetch();
          const nominations = await response.json();
          for (const { artist } of nominations) {
            Object.assign(artist, { bio: null, bioFr: null, photoUrl: '/uploads/gone.webp' });
          }
          await route.fulfill({ response, json: nominations });
        });
        await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
        const profile = page.getByRole('dialog', { name: demo.artist.name });
        await expect(profile.getByText(texts.catalog.profile.bioFallback)).toBeVisible();
        await expect(profile.getByRole('img', { name: demo.artist.name })).toHaveText(
          demo.artist.name.charAt(0),
        );
      });
    });

    test.describe('the way into the checkout', () => {
      test('without an artist is refused', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.goto('/checkout');
        const { title, description } = texts.checkout.entry.noSelection;
        await expectToast(page, title, description);
        await expect(page).toHaveURL(/\/categories$/);
      });

      for (const [what, parameter] of [
        ['that is no JSON', '%7Bbroken'],
        ['that is no artist', encodeURIComponent('{"id":"1","name":"<b>x</b>"}')],
        ['that is huge', encodeURIComponent(`{"id":"${'x'.repeat(6_000)}"}`)],
        ['that is half a character', '%E0%A4%A'],
      ] as const) {
        test(`with an artist ${what} is refused`, async ({ browser }) => {
          const { page, texts } = await visitor(browser, language);
          await page.goto(`/checkout?artist=${parameter}`);
          const { title, description } = texts.checkout.entry.invalidData;
          await expectToast(page, title, description);
          await expect(page).toHaveURL(/\/categories$/);
        });
      }

      test('with an artist that nobody is leads on to those who are', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        const gone = { id: UNKNOWN_ID, name: 'Gone', photoUrl: 'javascript:alert(1)' };
        await page.goto(`/checkout?artist=${encodeURIComponent(JSON.stringify(gone))}`);
        const { heading, hint } = texts.checkout.nothingToPay.notNominated;
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
        await expect(page.getByText(hint)).toBeVisible();
        await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toHaveCount(0);
      });

      test('shows the artist of the address at once, then the server’s own', async ({
        browser,
      }) => {
        const { page } = await visitor(browser, language);
        const arrived = aSignal();
        await page.route('**/api/nominations/artist/*', async (route) => {
          await arrived.given;
          await route.continue();
        });
        const linked = { id: demo.artist.id, name: '<img src=x onerror=alert(1)>' };
        await page.goto(`/checkout?artist=${encodeURIComponent(JSON.stringify(linked))}`);
        await expect(page.getByRole('heading', { level: 1, name: linked.name })).toBeVisible();
        arrived.give();
        await expect(page.getByRole('heading', { level: 1, name: demo.artist.name })).toBeVisible();
      });
    });

    test.describe('the checkout', () => {
      async function checkout(browser: Browser) {
        const stage = await visitor(browser, language);
        const { page, texts } = stage;
        await page.goto(checkoutPath(demo));
        return {
          ...stage,
          phone: page.getByLabel(texts.checkout.mobileMoney.phone.label),
          submit: page.getByRole('button', { name: texts.checkout.mobileMoney.submit }),
          votes: page.getByRole('spinbutton'),
        };
      }

      test('gives every category two votes and lets them go from 0 to 100', async ({ browser }) => {
        const { page, texts, votes, submit, phone } = await checkout(browser);
        await expect(votes).toHaveCount(demo.artist.categoryCount);
        for (const input of await votes.all()) await expect(input).toHaveValue('2');
        await phone.fill('677123456');
        await expect(submit).toBeEnabled();

        const input = votes.first();
        const row = input.locator('..');
        const [fewer, more] = [row.getByRole('button').first(), row.getByRole('button').last()];
        await fewer.click();
        await fewer.click();
        await expect(input).toHaveValue('0');
        await fewer.click({ force: true }); // says that it is disabled, but keeps the focus
        await expect(input).toHaveValue('0');
        await input.fill('101');
        await expect(input).toHaveValue('0');
        await input.fill('100');
        await more.click({ force: true });
        await expect(input).toHaveValue('100');

        const total = 100 + 2 * (demo.artist.categoryCount - 1);
        await expect(
          page
            .getByRole('status')
            .filter({ hasText: fill(texts.checkout.ballot.total_other, { count: total }) }),
        ).toBeVisible();
        const cost = fill(texts.checkout.mobileMoney.cost_other, {
          count: total,
          price: '100\u00a0CFA',
          total: `${new Intl.NumberFormat(language).format(total * 100)}\u00a0CFA`,
        });
        await expect(page.getByText(cost, { exact: true })).toBeVisible();

        for (const each of await votes.all()) await each.fill('0');
        await expect(submit).toBeDisabled();
        await phone.press('Enter');
        const { title, description } = texts.checkout.mobileMoney.noVotes;
        await expectToast(page, title, description);
      });

      test('tells a screen reader the total when a held button rests', async ({ browser }) => {
        const { page, texts, votes } = await checkout(browser);
        await expect(votes).toHaveCount(demo.artist.categoryCount);
        const input = votes.first();
        const status = page.getByRole('status').filter({ hasText: /^Total/ });
        const announced = await status.evaluateHandle((region) => {
          const totals: (string | null)[] = [];
          const note = () => totals.push(region.textContent);
          new MutationObserver(note).observe(region, { characterData: true, subtree: true });
          return totals;
        });
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);

        await input.locator('..').getByRole('button').last().hover();
        await page.mouse.down();
        await page.clock.runFor(2_000);
        await page.mouse.up();
        const value = Number(await input.inputValue());
        expect(value).toBeGreaterThan(10);
        expect(await announced.jsonValue()).toEqual([]);

        const total = value + 2 * (demo.artist.categoryCount - 1);
        const text = fill(texts.checkout.ballot.total_other, { count: total });
        // The page may begin to wait only now, on a slow machine.
        await expect(async () => {
          await page.clock.runFor(1_000);
          expect(await announced.jsonValue()).toEqual([text]);
        }).toPass();
        await expect(status).toHaveText(text);
      });

      for (const [what, nominations] of [
        ['nothing', null],
        ['a list of something else', [{ id: UNKNOWN_ID, artist: {}, category: {} }]],
      ] as const) {
        test(`can be asked for again when it gets ${what} for nominations`, async ({ browser }) => {
          const { page, texts } = await visitor(browser, language);
          await answer(page, '**/api/nominations/artist/*', nominations);
          await page.goto(checkoutPath(demo));
          const { heading } = texts.checkout.nothingToPay.failed;
          await expect(page.getByRole('alert').getByText(heading)).toBeVisible();
          await page.unroute('**/api/nominations/artist/*');
          await page.getByRole('button', { name: texts.common.retry }).click();
          await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill('677123456');
          await expect(
            page.getByRole('button', { name: texts.checkout.mobileMoney.submit }),
          ).toBeEnabled();
        });
      }

      test('takes a phone number as people type and paste it', async ({ browser }) => {
        const { page, phone, submit } = await checkout(browser);
        await expect(submit).toBeDisabled();
        await phone.pressSequentially('6a7b7-1');
        await expect(phone).toHaveValue('6771');
        await phone.press('Backspace');
        await expect(phone).toHaveValue('677');
        await phone.pressSequentially('123456');
        await expect(phone).toHaveValue('677123456');
        await expect(submit).toBeEnabled();
        await phone.press('Backspace');
        await expect(submit).toBeDisabled();

        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.evaluate(() => navigator.clipboard.writeText('+237 6 77 12 34 56'));
        await phone.press('ControlOrMeta+v');
        await expect(phone).toHaveValue('677123456');
        await expect(submit).toBeEnabled();
        await expect(page.locator('[aria-hidden] > span').filter({ hasText: /^\d$/ })).toHaveCount(
          9,
        );
      });

      test('asks for all nine digits', async ({ browser }) => {
        const { page, texts, phone } = await checkout(browser);
        await phone.fill('67712');
        await phone.press('Enter');
        const { title, description } = texts.checkout.mobileMoney.phoneRequired;
        await expectToast(page, title, description);
      });

      test('recognises the operator, without refusing any', async ({ browser }) => {
        const { page, texts, phone, submit } = await checkout(browser);
        const { mtn, orange, other } = texts.checkout.mobileMoney.operator;
        for (const [number, operator] of [
          ['677123456', mtn],
          ['699123456', orange],
          ['620123456', other],
        ] as const) {
          await phone.fill(number);
          await expect(page.getByText(operator, { exact: true })).toBeVisible();
          await expect(submit).toBeEnabled();
        }
      });

      test('keeps what was filled in over a reload', async ({ browser }) => {
        const { page, phone, votes } = await checkout(browser);
        await phone.fill('677123456');
        await votes.first().fill('7');
        await page.reload();
        await expect(phone).toHaveValue('677123456');
        await expect(votes.first()).toHaveValue('7');
      });

      test('tells why a payment could not be started, whatever the server said', async ({
        browser,
      }) => {
        const { page, texts, phone, submit } = await checkout(browser);
        await phone.fill(freshNumber());
        const answers = [
          ...(
            [
              [409, 'prompt-open'],
              [429, 'rate-limited'],
              [409, 'idempotency-key-reused'],
              [422, 'insufficient-funds'],
              [422, 'no-wallet'],
              [422, 'unsupported-operator'],
              [422, 'limit-reached'],
              [400, 'validation'],
              [400, 'nominations-invalid'],
              [503, 'unavailable'],
            ] as const
          ).map(([status, code]) => ({
            response: { status, json: { code, message: 'for machines' } },
            text: texts.checkout.error[code],
          })),
          {
            response: { status: 500, json: { code: 'internal' } },
            text: texts.checkout.error.generic,
          },
          {
            response: { status: 502, body: '<h1>Bad gateway</h1>' },
            text: texts.checkout.error.generic,
          },
        ];
        for (const { response, text } of answers) {
          await page.route(CHECKOUT_API, (route) => route.fulfill(response));
          await submit.click();
          await expectToast(page, texts.checkout.error.title, text);
          await expect(page.getByRole('dialog')).toHaveCount(0);
          expect(await pendingPaymentId(page)).toBeNull();
          await page.unroute(CHECKOUT_API);
        }
        await page.route(CHECKOUT_API, (route) => route.abort());
        await submit.click();
        await expectToast(page, texts.checkout.error.title, texts.checkout.error.connection);
      });

      test('becomes the closing notice when voting has closed meanwhile', async ({ browser }) => {
        const { page, texts, phone, submit } = await checkout(browser);
        await phone.fill(freshNumber());
        await answer(page, CHECKOUT_API, { code: 'voting-closed', message: '' }, 409);
        await page.route('**/api/config', async (route) => {
          const response = await route.fetch();
          const config = await response.json();
          const voting = { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' };
          await route.fulfill({ response, json: { ...config, voting } });
        });
        await submit.click();
        await expectToast(page, texts.checkout.error.title, texts.checkout.error['voting-closed']);
        await expect(
          page.getByRole('heading', { name: texts.checkout.voting.closed }),
        ).toBeVisible();
      });
    });

    test.describe('while the voter confirms on the phone', () => {
      test('the overlay counts 20 seconds down, tells what to do, and then closes', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        await page.clock.install();
        await page.goto(checkoutPath(demo));
        await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber('03'));
        const submit = page.getByRole('button', { name: texts.checkout.mobileMoney.submit });
        await expect(submit).toBeEnabled();
        await page.clock.pauseAt(Date.now() + 60_000);
        await submit.click();

        const { waiting } = texts.checkout;
        const overlay = page.getByRole('dialog', { name: waiting.title });
        const left = (count: number) =>
          fill(count === 1 ? waiting.secondsLeft_one : waiting.secondsLeft_other, { count });
        await expect(overlay.getByText(left(20))).toBeVisible();
        await expect(overlay.getByText(demo.artist.name)).toBeVisible();
        const total = new Intl.NumberFormat(language).format(200 * demo.artist.categoryCount);
        await expect(overlay.getByText(`${total}\u00a0CFA`, { exact: true })).toBeVisible();
        await expect(overlay.getByRole('listitem')).toHaveText(
          [waiting.checkPhone, waiting.enterPin, waiting.wait, waiting.sms].map(
            (text) => new RegExp(`${text.replace(/[.?]/g, '\\$&')}$`),
          ),
        );
        await expect(overlay.getByText(waiting.doNotClose)).toBeVisible();
        await expect(overlay.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');

        await page.clock.runFor(10_000);
        await expect(overlay.getByText(left(10))).toBeVisible();
        await expect(overlay.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
        await page.clock.runFor(9_000);
        await expect(overlay.getByText(left(1), { exact: true })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(overlay).toBeVisible();
        await page.clock.runFor(1_500);
        await expect(overlay).toHaveCount(0);
        await expect(page.getByRole('region', { name: texts.checkout.status.label })).toBeVisible();
        await page.clock.resume();
      });

      test('an answer later than that is waited for under the overlay', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await page.clock.install();
        const arrived = aSignal();
        await page.route(CHECKOUT_API, async (route) => {
          await arrived.given;
          await route.continue();
        });
        await page.goto(checkoutPath(demo));
        await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber('03'));
        await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
        await expect(page.getByText(texts.checkout.waiting.title)).toBeVisible();
        await page.clock.fastForward(21_000);
        await expect(page.getByText(texts.checkout.waiting.takingLonger)).toBeVisible();
        arrived.give();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
      });

      test('leaving the page is warned about, until the payment is settled', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.goto('/categories');
        await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
        // Browsers only ask on pages that the visitor has touched.
        await page.getByRole('heading', { level: 1 }).click();
        const warnings: string[] = [];
        // A check before the warning would settle the payment too early.
        await page.route(STATUS_API, (route) =>
          warnings.length > 0
            ? route.fulfill({ json: { status: 'failed', failureReason: null } })
            : route.fallback(),
        );
        page.once('dialog', (warning) => {
          warnings.push(warning.type());
          void warning.accept();
        });
        await page.reload();
        expect(warnings).toEqual(['beforeunload']);
        await expectToast(page, texts.checkout.failed.title, texts.checkout.failed.description);
        await expect.poll(() => pendingPaymentId(page)).toBeNull();
        await page.getByRole('heading', { level: 1 }).click();
        await page.reload(); // nobody is there to answer a warning
      });
    });

    test.describe('the status checks', () => {
      test('follow the schedule: 8 s, 2 s six times, 2.5 s, then the question and 18 times 10 s', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        const { status, uncertain } = texts.checkout;
        const clock = await takeClock(page);
        await leavePaymentOpen(page, demo.pendingPaymentId);
        let checks = 0;
        page.on('request', (request) => {
          if (request.url().endsWith('/status')) checks += 1;
        });
        await page.goto('/categories');
        await expect(page.getByRole('article').first()).toBeVisible();
        await clock.stop();
        const banner = page.getByRole('region', { name: status.label });
        await expect(banner).toBeVisible();

        const textOfCheck = (check: number): string => {
          if (check === 1) return status.waiting;
          if (check <= 4) return status.processing;
          return check <= 7 ? status.confirming : status.stillChecking;
        };
        for (let check = 1; check <= 10; check += 1) {
          const wait = await waitAfterCheck(page, check);
          expect(wait).toBe(check === 1 ? 8_000 : check <= 7 ? 2_000 : 2_500);
          await expect(
            banner.getByText(fill(status.counter, { attempt: check, total: 11 })),
          ).toBeVisible();
          await expect(banner.getByRole('status')).toHaveText(textOfCheck(check));
          expect(checks).toBe(check);
          await passChecks(page, check, check);
        }
        await expect(banner.getByRole('heading', { name: uncertain.question })).toBeVisible();
        await expect(banner.getByRole('status')).toHaveText(status.takingLonger);
        for (let check = 11; check <= 28; check += 1) {
          expect(await waitAfterCheck(page, check)).toBe(10_000);
          await passChecks(page, check, check);
        }
        await expect.poll(() => checks).toBe(29);
        await page.clock.runFor(60_000);
        expect(checks).toBe(29);
        await expect(banner.getByRole('heading', { name: uncertain.question })).toBeVisible();
        expect(await pendingPaymentId(page)).toBe(demo.pendingPaymentId);

        await banner.getByRole('button', { name: uncertain.checkStatus }).click();
        await expect(
          banner.getByText(fill(status.counter, { attempt: 1, total: 11 })),
        ).toBeVisible();
        await page.clock.resume();
      });

      test('that find nothing can be given up with Try Again', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        const clock = await takeClock(page);
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.goto('/categories');
        await expect(page.getByRole('article').first()).toBeVisible();
        await clock.stop();
        await passChecks(page, 1, 10);
        await page.getByRole('button', { name: texts.checkout.uncertain.tryAgain }).click();
        await expect(page.getByRole('region', { name: texts.checkout.status.label })).toHaveCount(
          0,
        );
        await expect.poll(() => pendingPaymentId(page)).toBeNull();
      });

      test('that find no connection say so, and go on', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.route(STATUS_API, (route) => route.abort());
        await page.goto('/categories');
        await expect(page.getByText(texts.checkout.status.connectionLost)).toBeVisible();
        await page.unroute(STATUS_API);
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
      });
    });

    test.describe('a page that finds a payment left open', () => {
      test('shows the receipt of one that was paid meanwhile, and asks before closing it', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        const [paid] = demo.paidPayments;
        await leavePaymentOpen(page, paid!.paymentId);
        await page.goto(checkoutPath(demo));
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        await expect(receipt.getByText(`#${paid!.receiptCode}`)).toBeVisible();
        await expect(receipt.getByText(demo.artist.name)).toBeVisible();
        await expect(receipt.getByText(texts.receipts.card.hint)).toBeVisible();
        await expect.poll(() => pendingPaymentId(page)).toBeNull();

        await page.keyboard.press('Escape');
        const question = page.getByRole('dialog', { name: texts.receipts.saved.question });
        await question.getByRole('button', { name: texts.receipts.saved.notYet }).click();
        await expect(question).toHaveCount(0);
        await expect(receipt).toBeVisible();
        await page.keyboard.press('Escape');
        await question.getByRole('button', { name: texts.receipts.saved.yes }).click();
        await expect(receipt).toHaveCount(0);
        await expect(page).toHaveURL(/\/categories$/);
      });

      test('goes on checking one that is still open', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        await leavePaymentOpen(page, demo.pendingPaymentId);
        await page.goto('/categories');
        await expect(page.getByText(texts.checkout.status.waiting)).toBeVisible();
        expect(await pendingPaymentId(page)).toBe(demo.pendingPaymentId);
      });

      test('says so when it has failed, and why where it is known', async ({
        browser,
        request,
      }) => {
        const { page, texts } = await visitor(browser, language);
        const nominations = await (
          await request.get(`/api/nominations/artist/${demo.artist.id}`)
        ).json();
        const declinedId = await startPayment(request, nominations, freshNumber('01'));
        await expect
          .poll(async () => (await request.get(`/api/payment/${declinedId}/status`)).json())
          .toMatchObject({ status: 'failed' });
        await leavePaymentOpen(page, declinedId);
        await page.goto('/categories');
        await expectToast(
          page,
          texts.checkout.failed.title,
          `${texts.checkout.failed.description} ${texts.checkout.error.declined}`,
        );
        await expect.poll(() => pendingPaymentId(page)).toBeNull();
      });

      test('shows nothing of one that the server does not know, nor of nonsense', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        for (const id of [UNKNOWN_ID, 'undefined', '../../etc']) {
          await page.goto('/categories');
          await page.evaluate((stored) => localStorage.setItem('pendingPaymentId', stored), id);
          await page.reload();
          await expect(page.getByRole('article').first()).toBeVisible();
          await expect(page.getByRole('region', { name: texts.checkout.status.label })).toHaveCount(
            0,
          );
        }
      });

      test('offers a receipt again that did not load', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        const [paid] = demo.paidPayments;
        await leavePaymentOpen(page, paid!.paymentId);
        await answer(page, '**/api/payment/receipt/*', {}, 500);
        await page.goto('/categories');
        const { title, description } = texts.checkout.receipt.failed;
        await expectToast(page, title, description);
        const banner = page.getByRole('region', { name: texts.checkout.status.label });
        await expect(banner.getByRole('status')).toHaveText(texts.checkout.status.confirmed);
        await page.unroute('**/api/payment/receipt/*');
        await banner.getByRole('button', { name: texts.checkout.receipt.retry }).click();
        await expect(page.getByRole('dialog').getByText(`#${paid!.receiptCode}`)).toBeVisible();
      });
    });

    test.describe('My Receipts', () => {
      async function myReceipts(browser: Browser) {
        const stage = await visitor(browser, language);
        const { page, texts } = stage;
        await page.goto('/my-receipts');
        return {
          ...stage,
          email: page.getByLabel(texts.receipts.search.email),
          phone: page.getByLabel(texts.receipts.search.phone),
          submit: page.getByRole('button', { name: texts.receipts.search.submit }),
        };
      }

      test('closes and empties the field that is not used', async ({ browser }) => {
        const { email, phone } = await myReceipts(browser);
        await email.fill('fan@example.com');
        await expect(phone).toBeDisabled();
        await email.fill('');
        await expect(phone).toBeEnabled();
        await phone.fill('+237 6');
        await expect(email).toBeDisabled();
        await expect(email).toHaveValue('');
      });

      test('wants something to search for', async ({ browser }) => {
        const { page, texts, submit } = await myReceipts(browser);
        await submit.click();
        await expectToast(
          page,
          texts.receipts.inputRequired.title,
          texts.receipts.inputRequired.description,
        );
      });

      test('counts what it found and opens it', async ({ browser }) => {
        const { page, texts, email, submit } = await myReceipts(browser);
        const { paidPayments } = demo;
        const found = page.waitForResponse('**/api/receipts/lookup');
        await email.fill(demo.email);
        await submit.click();
        await expect(
          page.getByRole('heading', {
            name: fill(texts.receipts.found_other, { count: paidPayments.length }),
          }),
        ).toBeVisible();
        const rows = page.getByRole('main').getByRole('listitem');
        await expect(rows).toHaveCount(paidPayments.length);
        const { receiptCode } = paidPayments[0]!;
        const row = rows.filter({ hasText: receiptCode });
        await expect(
          row.getByText(fill(texts.receipts.row.votes_other, { count: 2 })),
        ).toBeVisible();
        await expect(row.getByText('200\u00a0CFA')).toBeVisible();
        const { receipts }: ReceiptList = await (await found).json();
        const paid = receipts.find((receipt) => receipt.receiptCode === receiptCode);
        await expect(row.locator('time')).toContainText(dayOf(paid!.createdAt, language));
        await expect(row.getByText(texts.receipts.row.mobileMoney)).toBeVisible();
        await row.getByRole('button', { name: texts.receipts.row.view }).click();
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        await expect(receipt.getByText(`#${receiptCode}`)).toBeVisible();
        await page.goBack();
        await expect(receipt).toHaveCount(0);
        await expect(row).toBeVisible();
      });

      test('says when there is none', async ({ browser }) => {
        const { page, texts, phone, submit } = await myReceipts(browser);
        await phone.fill('699 00 00 00 ');
        await phone.fill('6 99 00 00 07');
        await submit.click();
        await expectToast(page, texts.receipts.none.title, texts.receipts.none.hint);
        await expect(page.getByRole('heading', { name: texts.receipts.none.title })).toBeVisible();
      });

      test('says when the search failed', async ({ browser }) => {
        const { page, texts, email, phone, submit } = await myReceipts(browser);
        const { error } = texts.receipts;
        await phone.fill('12');
        await submit.click();
        await expectToast(page, error.title, error.validation);
        await phone.fill('');
        await email.fill(demo.email);
        await answer(page, '**/api/receipts/lookup', '<h1>Bad gateway</h1>', 502);
        await submit.click();
        await expectToast(page, error.title, error.generic);
      });

      test('opens the receipt that the address names', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        const { receiptCode } = demo.paidPayments[1]!;
        await page.goto(`/my-receipts?code=${receiptCode}`);
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        await expect(receipt.getByText(`#${receiptCode}`)).toBeVisible();
        await receipt.getByRole('button', { name: texts.common.close }).click();
        await expect(receipt).toHaveCount(0);
        await expect(page).toHaveURL(/\/my-receipts$/);
      });

      test('shows a receipt upright, saves and shares its picture, and prints nothing else', async ({
        browser,
      }) => {
        const { page, texts } = await visitor(browser, language);
        const { receiptCode } = demo.paidPayments[0]!;
        await page.addInitScript(() => {
          navigator.canShare = () => true;
          navigator.share = (data) => {
            document.documentElement.dataset.shared = data?.files?.[0]?.name ?? '';
            return Promise.resolve();
          };
        });
        await page.goto(`/my-receipts?code=${receiptCode}`);
        const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
        const card = receipt.getByRole('article');
        const box = await card.boundingBox();
        expect(box!.width / box!.height).toBeCloseTo(9 / 16, 2);

        const save = receipt.getByRole('button', { name: texts.receipts.picture.save });
        const downloading = page.waitForEvent('download');
        await save.click();
        const download = await downloading;
        const fileName = `festival-awards-2025-${receiptCode}.png`;
        expect(download.suggestedFilename()).toBe(fileName);
        const png = await readFile(await download.path());
        expect(png.toString('latin1', 1, 4)).toBe('PNG');
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1920]);
        await receipt.getByRole('button', { name: texts.receipts.picture.share }).click();
        await expect(page.locator('html')).toHaveAttribute('data-shared', fileName);

        await page.emulateMedia({ media: 'print' });
        await expect(card.getByText(`#${receiptCode}`)).toBeVisible();
        await expect(save).toBeHidden();
        await expect(page.getByLabel(texts.receipts.search.email)).toBeHidden();
      });

      test('says when that receipt cannot be loaded', async ({ browser }) => {
        const { page, texts } = await visitor(browser, language);
        for (const code of ['0000000000', '%22%3E%3Cscript%3E', 'x'.repeat(500)]) {
          await page.goto(`/my-receipts?code=${code}`);
          await expectToast(page, texts.receipts.error.title, texts.receipts.error.load);
          await expect(page).toHaveURL(/\/my-receipts$/);
        }
      });
    });

    test('the menu of small screens leads everywhere one may go', async ({ browser }) => {
      const { page, texts } = await visitor(browser, language);
      const menu = page.getByRole('dialog', { name: 'Festival Awards' });
      const linksFor = async (user: object) => {
        await page.unroute('**/api/auth/user');
        await answer(page, '**/api/auth/user', user);
        await page.goto('/categories');
        await page.getByRole('button', { name: texts.common.menu }).click();
        await expect(menu.getByText(texts.common.signedIn, { exact: true })).toBeVisible();
        return menu
          .getByRole('link')
          .evaluateAll((links) =>
            links.map((link) => [link.textContent, link.getAttribute('href')]),
          );
      };
      const receipts = [texts.common.myReceipts, '/my-receipts'];
      const logout = [texts.common.logout, '/api/logout'];

      const email = 'fan@example.com';
      const fan = { isAdmin: false, firstName: null, email, profileImageUrl: '/favicon.svg' };
      expect(await linksFor(fan)).toEqual([receipts, logout]);
      await expect(menu.getByText(email)).toBeVisible();
      await expect(menu.locator('img')).toHaveAttribute('src', '/favicon.svg');

      const administrator = { isAdmin: true, firstName: 'Grace', email, profileImageUrl: null };
      expect(await linksFor(administrator)).toEqual([
        receipts,
        [texts.common.adminLink, '/admin'],
        [texts.common.voterTracking, '/admin/voter-tracking'],
        logout,
      ]);
      await expect(menu.getByText('Grace', { exact: true })).toBeVisible();
    });

    test('a configuration that is none of ours costs no page', async ({ browser }) => {
      const { page, texts } = await visitor(browser, language);
      for (const strange of [{}, [], null, 'online']) {
        await page.unroute('**/api/config');
        await answer(page, '**/api/config', strange);
        await page.goto('/categories');
        await expect(page.getByRole('article').first()).toBeVisible();
        await page.goto(checkoutPath(demo));
        await expect(
          page.getByRole('alert').getByText(texts.checkout.nothingToPay.failed.heading),
        ).toBeVisible();
      }
    });

    test('an address that leads nowhere says so', async ({ browser }) => {
      const { page, texts } = await visitor(browser, language);
      await page.goto('/backstage/door');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        texts.common.notFound.heading,
      );
      await expect(page.getByText(texts.common.notFound.hint)).toBeVisible();
      await page.getByRole('link', { name: texts.common.backToHome }).click();
      await expect(page).toHaveURL(/\/categories$/);
    });

    test('toasts come one at a time and stay five seconds', async ({ browser }) => {
      const { page, texts } = await visitor(browser, language);
      await page.clock.install();
      await page.goto('/my-receipts');
      const submit = page.getByRole('button', { name: texts.receipts.search.submit });
      const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
      await submit.click();
      await expect(toasts).toHaveCount(1);
      await submit.click();
      await submit.click();
      await expect(toasts).toHaveCount(1);
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.clock.resume();
      await expect(toasts).toHaveCount(0);

      await submit.click();
      await expect(toasts).toHaveCount(1);
      await page.clock.pauseAt(Date.now() + 120_000);
      await expect(toasts).toHaveCount(0);
      await submit.click();
      await expect(toasts).toHaveCount(1);
      await page.clock.runFor(4_900);
      await expect(toasts).toHaveCount(1);
      await page.clock.runFor(200);
      await expect(toasts).toHaveCount(0);
      await page.clock.resume();
    });
  });
}

test.describe('the language', () => {
  const openIn = async (browser: Browser, locale: string) => {
    const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto('/categories');
    return page;
  };

  for (const [locale, language] of [
    ['fr-CM', 'fr'],
    ['fr', 'fr'],
    ['en-GB', 'en'],
    ['de-DE', 'en'],
  ] as const) {
    test(`of a browser set to ${locale} is ${language}`, async ({ browser }) => {
      const page = await openIn(browser, locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        textsOf(language).catalog.categories.heading,
      );
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });
  }

  test('that was chosen is remembered', async ({ browser }) => {
    const page = await openIn(browser, 'en-GB');
    const { fr } = { fr: textsOf('fr') };
    await page.getByRole('banner').getByRole('button', { name: fr.common.languageName.fr }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(fr.catalog.categories.heading);
    await expect(page).toHaveTitle(new RegExp(`^${fr.catalog.categories.pageTitle} `));
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr');
    await page.reload();
    await expect(heading).toHaveText(fr.catalog.categories.heading);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });

  test('that was stored and is none of ours is derived anew', async ({ browser }) => {
    const page = await openIn(browser, 'fr-CM');
    await page.evaluate(() => localStorage.setItem('language', 'klingon'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});

test('a browser that refuses storage still shows every screen', async ({ browser }) => {
  const { page, texts } = await visitor(browser, 'en');
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/categories');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto(`/category/${demo.category.id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto('/my-receipts');
  await expect(page.getByLabel(texts.receipts.search.email)).toBeVisible();
  await page.goto(checkoutPath(demo));
  await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
});
