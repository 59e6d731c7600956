import { expect, type Page } from '@playwright/test';
import type { AdminArtist, DeletedCatalog } from '#shared/contracts/admin-catalog';
import type { Role } from '#shared/domain/permissions';
import { ROUTES_API, ROUTES_DOWN } from '#tests/support/mobile-money-routes';
import { adminLinks } from '../administrator';
import { answer, heading, hold, signInAsAdministrator, toastIn, type Visit } from '../visit';
import { answerStats } from './admin-figures';
import type { ScreenState } from './screen-state';

const ARTISTS_API = '**/api/admin/artists';
const ONE_ARTIST_API = '**/api/admin/artists/*';

/** First in alphabetical order, the default of the list. */
const FIRST_NAME = 'Aïcha Bello';
const LONG_NAME = 'Marie-Thérèse Nguématcha-Kouam et l’Orchestre national des Grassfields';

/** Built here: fetching the demo's would require a real administrator session. */
function artistsOf({ demo }: Visit): AdminArtist[] {
  const { artist } = demo;
  const variants: Partial<AdminArtist>[] = [
    { isTrending: true, totalVotes: 104_857, isFeatured: true },
    { name: LONG_NAME, totalVotes: 1, lacksFrench: true },
    { name: FIRST_NAME, photoUrl: null, bio: null, bioFr: null, categoryCount: 1 },
    { name: 'Zongo Brothers', categories: [], categoryCount: 0, totalVotes: 0 },
  ];
  return variants.map((variant, index) => ({
    ...artist,
    isFeatured: false,
    lacksFrench: false,
    isTrending: false,
    totalVotes: artist.totalVotes ?? 0,
    trendingVotes: artist.trendingVotes ?? 0,
    ...variant,
    id: `00000000-0000-4000-8000-00000000000${index}`,
  }));
}

const deletedOf = (visit: Visit): DeletedCatalog => ({
  artists: artistsOf(visit).map(({ id, name, photoUrl, totalVotes }) => ({
    ...{ id, name, photoUrl, voteCount: totalVotes },
    deletedAt: '2025-11-23T21:10:00.000Z',
  })),
  categories: [],
  nominations: [
    {
      id: '00000000-0000-4000-8000-000000000009',
      artistName: LONG_NAME,
      categoryName: visit.demo.category.name,
      categoryNameFr: visit.demo.category.nameFr,
      voteCount: 85,
      deletedAt: '2025-11-23T21:10:00.000Z',
    },
  ],
});

/** An administrator before any list has loaded; each state mocks what loads. */
async function signIn({ page }: Visit): Promise<void> {
  await signInAsAdministrator(page);
  await answerStats(page);
}

async function openArtists(visit: Visit): Promise<void> {
  await signIn(visit);
  await answer(visit.page, ARTISTS_API, artistsOf(visit));
  await visit.page.goto('/admin');
}

const firstItem = (page: Page) => page.getByRole('main').getByRole('listitem').first();

const spinner = ({ page, texts }: Visit) =>
  page.getByRole('tabpanel').getByText(texts.common.loading).locator('..').locator('svg');

/** The mocked server removes it from the list too, unless it rejects the request. */
async function deleteFirst(visit: Visit, status = 200): Promise<void> {
  const { page, texts } = visit;
  await answer(page, ONE_ARTIST_API, {}, status);
  const name = texts.admin.delete.replace('{{name}}', FIRST_NAME);
  const button = firstItem(page).getByRole('button', { name });
  await expect(button).toBeVisible();
  if (status === 200) {
    const others = artistsOf(visit).filter((artist) => artist.name !== FIRST_NAME);
    await answer(page, ARTISTS_API, others);
  }
  await button.click();
}

const title = ({ texts }: Visit) => texts.admin.shell.dashboard;

/** The dashboard of a role, when it differs from an owner's. */
const dashboardOf = (role: Role): ScreenState => ({
  name: `dashboard of the role ${role}`,
  title,
  async show(visit) {
    const { page, texts } = visit;
    await answer(page, ARTISTS_API, artistsOf(visit));
    await answerStats(page, { needALook: 3 });
    await answer(page, '**/api/admin/analytics?*', {}, 500);
    await signInAsAdministrator(page, role);
    await page.goto('/admin');
    const offered = role === 'editor' ? ['artists', 'categories', 'analytics'] : ['analytics'];
    await expect(page.getByRole('tab')).toHaveCount(offered.length);
    const maySettle = role === 'finance' ? 1 : 0;
    await expect(page.locator('a[href="/admin/voter-tracking?look=needed"]')).toHaveCount(
      maySettle,
    );
    const pages = [texts.admin.shell.dashboard, texts.health.title, texts.admin.shell.editions];
    if (role === 'finance') {
      pages.splice(1, 0, texts.common.voterTracking, texts.admin.shell.voters, texts.books.title);
    }
    if (role !== 'viewer') pages.splice(-2, 0, texts.activity.title);
    const menu = await adminLinks(visit);
    await expect(menu.getByRole('navigation').getByRole('link')).toHaveText(pages);
    await page.keyboard.press('Escape');
    return page.getByRole('tab').last();
  },
});

export const dashboardStates: ScreenState[] = [
  dashboardOf('editor'),
  dashboardOf('finance'),
  dashboardOf('viewer'),
  {
    name: 'menu of the administration',
    title,
    isPhoneOnly: true,
    keepsLanguage: true,
    async show(visit) {
      const { page } = visit;
      await answer(page, ARTISTS_API, artistsOf(visit));
      await answerStats(page);
      await signInAsAdministrator(page);
      await page.goto('/admin');
      await expect(page.getByRole('heading', { name: FIRST_NAME })).toBeVisible();
      return adminLinks(visit);
    },
  },
  {
    name: 'a page without permission',
    title: ({ texts }) => texts.admin.notForYou.heading,
    async show(visit) {
      await signInAsAdministrator(visit.page, 'viewer');
      await visit.page.goto('/admin/voter-tracking');
      return heading(visit, visit.texts.admin.notForYou.heading);
    },
  },
  {
    name: 'dashboard artists',
    title,
    async show(visit) {
      await openArtists(visit);
      return firstItem(visit.page);
    },
  },
  {
    name: 'dashboard with payments to review',
    title,
    async show(visit) {
      await openArtists(visit);
      await answerStats(visit.page, { needALook: 3 });
      await visit.page.goto('/admin');
      await expect(firstItem(visit.page)).toBeVisible();
      return visit.page.locator('a[href="/admin/voter-tracking?look=needed"]');
    },
  },
  {
    name: 'dashboard with differences in the books',
    title,
    async show(visit) {
      await openArtists(visit);
      await answerStats(visit.page, { needALook: 3, doBooksAgree: false });
      await visit.page.goto('/admin');
      await expect(firstItem(visit.page)).toBeVisible();
      return visit.page.locator('p a[href="/admin/books"]');
    },
  },
  {
    name: 'dashboard with every warning',
    title,
    async show(visit) {
      await openArtists(visit);
      await answerStats(visit.page, {
        needALook: 1_204,
        doBooksAgree: false,
        doesCountHold: false,
        erasureFrom: '2025-11-29T20:00:00.000Z',
      });
      await visit.page.goto('/admin');
      await expect(firstItem(visit.page)).toBeVisible();
      return visit.page.locator('p a[href="/admin/health"]');
    },
  },
  {
    name: 'dashboard with providers that are down',
    title,
    async show(visit) {
      const { page } = visit;
      await answer(page, ROUTES_API, ROUTES_DOWN);
      await openArtists(visit);
      await answerStats(page, { needALook: 3 });
      await page.goto('/admin');
      await expect(firstItem(page)).toBeVisible();
      return page.locator('p a[href="/admin/health#mobile-money"]');
    },
  },
  {
    name: 'dashboard artists as a grid',
    title,
    async show(visit) {
      await visit.page.addInitScript(() => localStorage.setItem('adminArtistViewMode', 'grid'));
      await openArtists(visit);
      return firstItem(visit.page);
    },
  },
  {
    name: 'dashboard with deleted artists',
    title,
    async show(visit) {
      const { page, texts } = visit;
      const { catalog } = texts.admin;
      await openArtists(visit);
      await answer(page, '**/api/admin/deleted', deletedOf(visit));
      await page.getByLabel(catalog.show, { exact: true }).press('End');
      return heading(visit, catalog.deleted.nominations);
    },
  },
  {
    name: 'dashboard artists loading',
    title,
    async show(visit) {
      await signIn(visit);
      await hold(visit.page, ARTISTS_API);
      await visit.page.goto('/admin');
      return spinner(visit);
    },
  },
  {
    name: 'dashboard artists empty',
    title,
    async show(visit) {
      await signIn(visit);
      await answer(visit.page, ARTISTS_API, []);
      await visit.page.goto('/admin');
      return heading(visit, visit.texts.admin.artists.none.heading);
    },
  },
  {
    name: 'dashboard artists error',
    title,
    async show(visit) {
      await signIn(visit);
      await answer(visit.page, ARTISTS_API, {}, 500);
      await visit.page.goto('/admin');
      return heading(visit, visit.texts.admin.loadError.heading);
    },
  },
  {
    name: 'dashboard artists filtered without results',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await openArtists(visit);
      await page.getByLabel(texts.admin.artists.search).fill('nobody of that name');
      return heading(visit, texts.admin.artists.notFound.heading);
    },
  },
  {
    name: 'dashboard artist deleted',
    keepsLanguage: true,
    title,
    async show(visit) {
      await openArtists(visit);
      await deleteFirst(visit);
      return toastIn(visit.page, visit.texts.admin.artists.deleted);
    },
  },
  {
    name: 'dashboard artist not deleted',
    keepsLanguage: true,
    title,
    async show(visit) {
      await openArtists(visit);
      await deleteFirst(visit, 500);
      return toastIn(visit.page, visit.texts.admin.artists.deleteFailed);
    },
  },
];
