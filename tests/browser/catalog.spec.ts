import { expect } from '@playwright/test';
import { localized } from '#shared/domain/localized';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { fillIn } from './support/texts';
import {
  amendConfig,
  answer,
  expectToast,
  hold,
  intercept,
  openCard,
  toastIn,
  UNKNOWN_ID,
  withoutShareSheet,
} from './support/visit';
import { PHONE } from './support/voter';

for (const language of flowLanguages('en')) {
  test.describe(`in ${language}`, () => {
    test.describe('the categories', () => {
      test('show a spinner, then the server’s data', async ({ visitor }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await hold(page, '**/api/categories');
        await page.goto('/categories');
        await expect(page.getByRole('status')).toHaveText(texts.catalog.categories.loading);

        await page.unroute('**/api/categories');
        await page.reload();
        await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0);
        await expect(page.getByText(texts.catalog.categories.loading)).toHaveCount(0);
      });

      test('count nominees in the singular and the plural, and describe themselves', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
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
        const [first, second] = [
          page.getByRole('article').nth(0),
          page.getByRole('article').nth(1),
        ];
        await expect(
          first.getByText(fillIn(texts.catalog.nomineeCount_one, { count: 1 }), { exact: true }),
        ).toBeVisible();
        await expect(
          second.getByText(fillIn(texts.catalog.nomineeCount_other, { count: 2 }), { exact: true }),
        ).toBeVisible();
        await expect(second.getByText(texts.catalog.categories.descriptionFallback)).toBeVisible();
        await expect(
          first.getByRole('link', { name: new RegExp(texts.catalog.voteNow) }),
        ).toHaveAttribute('href', `/category/${category.id}`);
      });

      test('show their picture, without one their colour, and without either blue', async ({
        visitor,
        demo,
      }) => {
        const { page } = await visitor({ language, ...PHONE });
        const { category } = demo;
        const appearances = [
          { backgroundColor: '#FF0000' },
          { backgroundColor: '#FF0000', backgroundImageUrl: null },
          { backgroundColor: null, backgroundImageUrl: null },
          { backgroundColor: '#3B82F6', backgroundImageUrl: '/uploads/gone.webp' },
        ];
        await answer(
          page,
          '**/api/categories',
          appearances.map((appearance, index) => ({ ...category, ...appearance, id: `${index}` })),
        );
        await page.goto('/categories');
        const cards = page.getByRole('main').getByRole('article');
        await expect(cards).toHaveCount(appearances.length);
        await expect(cards.nth(0).locator('img')).toHaveAttribute(
          'src',
          `${category.backgroundImageUrl}/720.webp`,
        );
        await cards.nth(3).scrollIntoViewIfNeeded();
        for (const each of [1, 2, 3]) {
          await expect(cards.nth(each).locator('img, .picture-shade')).toHaveCount(0);
        }
        const paintOf = (each: number) =>
          cards
            .nth(each)
            .locator('.category-backdrop')
            .evaluate((backdrop) => getComputedStyle(backdrop).backgroundImage);
        expect(await paintOf(2)).toBe(await paintOf(3));
        expect(await paintOf(1)).not.toBe(await paintOf(2));
      });

      test('are below the name and the year of the event', async ({ visitor }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto('/categories');
        const banner = page.getByRole('banner').first();
        await expect(
          banner.getByText(fillIn(texts.common.awardsPill, { year: '2025' }), { exact: true }),
        ).toBeVisible();
        await expect(
          banner.getByRole('link', {
            name: fillIn(texts.common.home, { event: 'Festival Awards' }),
          }),
        ).toHaveAttribute('href', '/categories');
      });

      test('start high on the page on a phone, below the day on which voting ends', async ({
        visitor,
      }) => {
        const { page } = await visitor({ language, ...PHONE });
        await amendConfig(page, (config) => ({
          ...config,
          voting: { isOpen: true, opensAt: null, closesAt: '2035-11-29T20:00:00.000Z' },
        }));
        await page.goto('/categories');
        await expect(page.getByRole('timer')).toBeInViewport();
        const top = await page.getByRole('article').first().boundingBox();
        expect(top?.y).toBeLessThan(360);
      });

      test('include featured artists in between, which link to their profiles', async ({
        visitor,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto('/categories');
        const featured = page.getByRole('list', { name: texts.catalog.categories.featured });
        // An artist that the page shows and no test removes: other tests feature their own artists.
        const artistLink = featured
          .getByRole('link')
          .filter({ hasNotText: /^Test / })
          .first();
        // Screen readers announce the number of categories, without the artists.
        await expect(page.getByRole('list').filter({ has: featured })).toHaveCount(0);
        const [path = '', id = ''] = ((await artistLink.getAttribute('href')) ?? '').split(
          '?artist=',
        );
        const { name } = await (await page.request.get(`/api/artists/${id}`)).json();
        await artistLink.click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('dialog', { name })).toBeVisible();

        await answer(page, '**/api/featured-artists', []);
        await page.goto('/categories');
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(featured).toHaveCount(0);
        await expect(page.getByText(texts.catalog.categories.featured)).toHaveCount(0);
      });

      test('say so when there are none', async ({ visitor }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await answer(page, '**/api/categories', []);
        await page.goto('/categories');
        await expect(
          page.getByRole('heading', { name: texts.catalog.categories.emptyHeading }),
        ).toBeVisible();
      });

      for (const [what, respond] of [
        ['answers 500', { status: 500, json: { code: 'internal', message: 'no' } }],
        ['answers HTML', { status: 200, contentType: 'text/html', body: '<h1>Portal</h1>' }],
        ['does not respond', { status: 200, body: '' }],
      ] as const) {
        test(`can be loaded again when the server ${what}`, async ({ visitor }) => {
          const { page, texts } = await visitor({ language, ...PHONE });
          await intercept(page, '**/api/categories', (route) => route.fulfill(respond));
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
      test('that does not exist has a page that says so and links to the home page', async ({
        visitor,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        for (const address of [
          `/category/${UNKNOWN_ID}`,
          '/category/not-an-id',
          '/category/..%2Fconfig',
          '/category/%E0%A4%A', // A link cut in the middle of a character.
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

      test('and an artist whose short link is unknown are reported as not found', async ({
        visitor,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const { category, profile } = texts.catalog;
        for (const [address, { notFoundHeading, notFoundHint }] of [
          ['/a/nobody?ref=poster', profile],
          ['/A/%E0%A4%A', profile],
          ['/c/nothing', category],
        ] as const) {
          await page.goto(address);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFoundHeading);
          await expect(page.getByText(notFoundHint)).toBeVisible();
          await expect(page).toHaveTitle(new RegExp(`^${notFoundHeading} – `));
        }
      });

      test('says that its shared nomination no longer exists, and links to the category or to all', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const { goneHeading, goneHint, unknownHint } = texts.catalog.shared;
        const title = page.getByRole('heading', { level: 1 });
        for (const address of ['/share/nobody-at-all', '/share/%']) {
          await page.goto(address);
          await expect(title).toHaveText(goneHeading);
          await expect(page.getByText(unknownHint)).toBeVisible();
        }
        await page
          .getByRole('main')
          .getByRole('link', { name: texts.catalog.allCategories })
          .click();
        await expect(page).toHaveURL(/\/categories$/);

        const { category } = demo;
        const withdrawnNomination = { categoryId: category.id, category, artist: null };
        await answer(page, '**/api/nominations/share/*', withdrawnNomination);
        await page.goto(`/share/${demo.shareLink}`);
        await expect(title).toHaveText(goneHeading);
        await expect(page.getByText(goneHint)).toBeVisible();
        const name = localized(language, category.name, category.nameFr);
        await page.getByRole('main').getByRole('link', { name }).click();
        await expect(page).toHaveURL(`/category/${category.id}`);
      });

      test('without nominees says so', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto('/categories');
        // The card of the category says already that it has no nominees.
        const { id, name, nameFr } = demo.emptyCategory;
        const link = `${texts.catalog.seeCategory} ${localized(language, name, nameFr)}`;
        await page.getByRole('link', { name: link, exact: true }).click();
        await expect(page).toHaveURL(`/category/${id}`);
        await expect(
          page.getByRole('heading', { name: texts.catalog.category.emptyHeading }),
        ).toBeVisible();
        await expect(page.getByText(texts.catalog.category.emptyHint)).toBeVisible();
      });

      test('shows a skeleton while it is loading', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await hold(page, '**/api/nominations/category/*');
        await page.goto(`/category/${demo.category.id}`);
        await expect(
          page.getByRole('status').getByText(texts.catalog.category.loading),
        ).toBeAttached();
      });

      test('shows its artists with two categories and a number for the rest', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const categories = ['A', 'B', 'C', 'D', 'E'].map((name, index) => ({
          ...demo.category,
          id: `00000000-0000-4000-8000-00000000000${index}`,
          name: `${name} prize`,
          nameFr: `Prix ${name}`,
        }));
        await intercept(page, '**/api/nominations/category/*', async (route) => {
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
              // The category on screen, which is last in its own list.
              category: categories[4],
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
        await openCard({ page, texts }, 'Many');
        const badges = many
          .getByRole('list', { name: texts.catalog.artist.categories })
          .getByRole('listitem');
        await expect(badges).toHaveCount(3);
        await expect(badges.first()).toHaveText(language === 'fr' ? 'Prix E' : 'E prize');
        await expect(badges.nth(1)).toHaveText(language === 'fr' ? 'Prix A' : 'A prize');
        await expect(badges.last()).toContainText('+3');
        await expect(many.getByText(texts.catalog.artist.trending)).toBeVisible();
        await expect(
          many.getByText(fillIn(texts.catalog.categoryCount_other, { count: 5 }), { exact: true }),
        ).toBeVisible();
        await expect(many.getByText(/^A long story/)).toHaveCSS('-webkit-line-clamp', '2');
        const vote = await many.getByRole('link').getAttribute('href');
        const linked = JSON.parse(
          new URL(vote ?? '', page.url()).searchParams.get('artist') ?? '{}',
        );
        expect(linked).toMatchObject({ name: 'Many', categoryCount: 5 });
        expect(linked.categories).toHaveLength(5);
        expect(linked).not.toHaveProperty('photoUrl');

        const single = page.getByRole('article', { name: 'Single' });
        await openCard({ page, texts }, 'Single');
        await single.scrollIntoViewIfNeeded();
        await expect(single.locator('.photo-placeholder')).toHaveText('S');
        await expect(single.getByText(texts.catalog.artist.trending)).toHaveCount(0);
        await expect(
          single.getByText(fillIn(texts.catalog.categoryCount_one, { count: 1 }), { exact: true }),
        ).toBeVisible();
      });

      test('shows ten nominees on three screens of a phone, each one press away from its card', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto(`/category/${demo.category.id}`);
        const rows = page.getByRole('article');
        await expect(rows).toHaveCount(10);
        const list = page.getByRole('main').getByRole('list').filter({ has: rows }).first();
        expect((await list.boundingBox())?.height).toBeLessThan(2_500);
        const row = page.getByRole('article', { name: demo.artist.name });
        await expect(row.getByRole('link')).toHaveText(texts.catalog.voteNow);
        await expect(row.getByRole('button')).toHaveCount(1);

        const share = row.getByRole('button', {
          name: fillIn(texts.catalog.artist.shareOf, { name: demo.artist.name }),
        });
        // Anywhere on it except the vote button. While the code of the page loads, rows change
        // places.
        await expect(async () => {
          if (!(await share.isVisible())) await row.getByRole('heading').click({ force: true });
          await expect(share).toBeVisible({ timeout: 2_000 });
        }).toPass();
        await expect(row.getByText(texts.catalog.artist.viewProfile)).toBeVisible();
        await expect(
          row.getByRole('list', { name: texts.catalog.artist.categories }),
        ).toBeVisible();
        const less = fillIn(texts.catalog.artist.less, { name: demo.artist.name });
        await row.getByRole('button', { name: less }).click();
        await expect(row.getByRole('button')).toHaveCount(1);
      });

      test('says that there is no network, and loads once there is', async ({ visitor }) => {
        const { page, texts } = await visitor({ language, ...PHONE, goesOffline: true });
        await page.goto('/categories');
        const card = page.getByRole('article').first();
        await expect(card).toBeVisible();
        await page.context().setOffline(true);
        await card.getByRole('link').click();
        // The error of the whole page: its nominees may have failed a moment before.
        await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toHaveText(
          texts.catalog.loadError.heading,
        );
        await page.context().setOffline(false);
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(0);
      });

      test('goes back to the page that the voter came from, or to all categories', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        const toolbar = page.getByRole('navigation', { name: texts.catalog.category.toolbar });
        const back = toolbar.getByRole('button', { name: texts.common.back });
        await page.goto(`/category/${demo.category.id}`);
        await toolbar.getByRole('link', { name: texts.catalog.allCategories }).click();
        await expect(page).toHaveURL(/\/categories$/);
        await page.goBack();
        await back.click(); // No page of the site is before it in the history.
        await expect(page).toHaveURL(/\/categories$/);

        await page.goto('/my-receipts');
        await page.goto(`/category/${demo.category.id}`);
        await back.click();
        await expect(page).toHaveURL(/\/my-receipts$/);
      });

      test('loses no press that began while it was loading', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto('/my-receipts');
        let load = () => {};
        const loaded = new Promise<void>((resolve) => {
          load = resolve;
        });
        await intercept(page, `**/api/categories/${demo.category.id}`, async (route) => {
          await loaded;
          await route.continue();
        });
        await page.goto(`/category/${demo.category.id}`);
        const toolbar = page.getByRole('navigation', { name: texts.catalog.category.toolbar });
        await toolbar.getByRole('button', { name: texts.common.back }).hover();
        await page.mouse.down();
        load();
        await expect(page.getByRole('article').first()).toBeVisible();
        await page.mouse.up();
        await expect(page).toHaveURL(/\/my-receipts$/);
      });

      test('has its link copied, and says when that fails', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await withoutShareSheet(page);
        await page.goto(`/category/${demo.category.id}`);
        const share = page.getByRole('button', { name: texts.catalog.category.share, exact: true });
        await share.click();
        await expectToast(page, texts.catalog.share.copied, texts.catalog.share.categoryCopied);
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
          `${page.url()}?lang=${language}&ref=share`,
        );

        await page.evaluate(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
        });
        await share.click();
        await expectToast(page, texts.catalog.share.failed, texts.catalog.share.failedHint);
      });

      test('has its artists’ links copied, from the card and from the profile', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await withoutShareSheet(page);
        await page.goto(`/category/${demo.category.id}`);
        const shareName = fillIn(texts.catalog.artist.shareOf, { name: demo.artist.name });
        await openCard({ page, texts }, demo.artist.name);
        await page.getByRole('button', { name: shareName }).click();
        await expectToast(page, texts.catalog.share.copied, texts.catalog.share.artistCopied);
        const link = await page.evaluate(() => navigator.clipboard.readText());
        expect(link).toBe(
          `${new URL(page.url()).origin}/category/${demo.artist.categories[0]?.id}?artist=${demo.artist.id}&lang=${language}&ref=share`,
        );

        await page.goto(link);
        await page.getByRole('dialog').getByRole('button', { name: shareName }).click();
        await expectToast(page, texts.catalog.share.copied, texts.catalog.share.profileCopied);
      });

      test('uses the share sheet where the device has one', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.addInitScript(() => {
          navigator.share = (data) => {
            // Runs after everything that follows the sharing.
            setTimeout(() => {
              document.documentElement.dataset.shared = data?.url ?? '';
            });
            return Promise.resolve();
          };
        });
        await page.goto(`/category/${demo.category.id}`);
        await page.getByRole('button', { name: texts.catalog.category.share, exact: true }).click();
        await expect(page.locator('html')).toHaveAttribute(
          'data-shared',
          `${page.url()}?lang=${language}&ref=share`,
        );
        await expect(toastIn(page, texts.catalog.share.copied)).toHaveCount(0);
      });

      test('that was opened by a shared link names the artist and highlights the nomination', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto(`/share/${demo.shareLink}`);
        await expect(
          page.getByText(fillIn(texts.catalog.shared.banner, { name: demo.artist.name })),
        ).toBeAttached();
        const card = page.getByRole('article', { name: demo.artist.name });
        await expect(card.getByText(texts.catalog.shared.badge)).toBeInViewport();
        await expect(page.getByText(texts.catalog.shared.badge)).toHaveCount(1);
        await expect(card).toHaveCSS('box-shadow', /4px/); // Its outline.
      });
    });

    test.describe('a profile', () => {
      test('in the address opens once and is removed from the address', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
        const profile = page.getByRole('dialog', { name: demo.artist.name });
        await expect(profile).toBeVisible();
        await expect(page).toHaveURL(`/category/${demo.category.id}`);
        const voteLink = profile.getByRole('link', {
          name: fillIn(texts.catalog.profile.voteFor, { name: demo.artist.name }),
        });
        await expect(voteLink).toBeVisible();
        await expect(profile.getByRole('listitem')).toHaveCount(demo.artist.categoryCount);
        const vote = (await voteLink.getAttribute('href')) ?? '';
        expect(
          JSON.parse(new URL(vote, page.url()).searchParams.get('artist') ?? '{}'),
        ).toMatchObject({ totalVotes: 0, categoryCount: demo.artist.categoryCount });

        await page.reload();
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        // The profile is not half open either: it opens again, and Back closes it.
        await openCard({ page, texts }, demo.artist.name);
        const { viewProfileOf } = texts.catalog.artist;
        await page
          .getByRole('button', { name: fillIn(viewProfileOf, { name: demo.artist.name }) })
          .click();
        await expect(profile).toBeVisible();
        await page.goBack();
        await expect(profile).toHaveCount(0);
      });

      test('is closed by Back, and says when its artist is not found', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
        await page.goto(`/category/${demo.category.id}?artist=${UNKNOWN_ID}`);
        const profile = page.getByRole('dialog', { name: texts.catalog.profile.notFoundHeading });
        await expect(profile.getByText(texts.catalog.profile.notFoundHint)).toBeVisible();
        await page.goBack();
        await expect(profile).toHaveCount(0);
        await expect(page).toHaveURL(`/category/${demo.category.id}`);
      });

      test('of an unknown artist leaves the page complete, whatever the address says', async ({
        visitor,
        demo,
      }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
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

      test('without a bio or a picture shows the fallbacks', async ({ visitor, demo }) => {
        const { page, texts } = await visitor({ language, ...PHONE });
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
  });
}

test('a profile opens and stays open, even if the browser reports another time origin each time', async ({
  visitor,
  demo,
}) => {
  const { page } = await visitor({ language: 'en', ...PHONE });
  // As WebKit does, by some milliseconds, and any browser may when its clock is set.
  await page.addInitScript(() => {
    let reading = performance.timeOrigin;
    Object.defineProperty(performance, 'timeOrigin', { get: () => ++reading });
  });
  await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
  const profile = page.getByRole('dialog', { name: demo.artist.name });
  await expect(profile).toBeVisible();
  await page.goBack();
  await expect(profile).toHaveCount(0);
});
