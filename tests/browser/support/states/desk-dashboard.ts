import type { Page } from '@playwright/test';
import type { AdminArtist, AdminCategory } from '../../../../shared/contracts/admin-catalog';
import type { Stats } from '../../../../shared/contracts/admin-payments';
import { answer, heading, hold, type Stage, signInAsAdministrator, toastIn } from '../stage';
import type { ScreenState } from './screen-state';

const STATS_API = '**/api/stats';
const ARTISTS_API = '**/api/admin/artists';
const CATEGORIES_API = '**/api/admin/categories';

const STATS: Stats = {
  totalArtists: 1_284,
  totalCategories: 12,
  totalVotes: 1_048_576,
  totalRevenue: 246_913.58,
  todayVotes: 20_480,
  todayRevenue: 4_812.5,
  totalByCurrency: [
    { amountMinor: 9_876_543, currency: 'USD' },
    { amountMinor: 88_888_900, currency: 'XAF' },
  ],
  todayByCurrency: [
    { amountMinor: 123_450, currency: 'USD' },
    { amountMinor: 2_146_800, currency: 'XAF' },
  ],
  xafPerUsd: 600,
};

const CREATED_AT = '2025-11-21T18:00:00.000Z';
const LONG_NAME = 'Marie-Thérèse Nguématcha-Kouam et l’Orchestre national des Grassfields';

/** Those of the demo would need an administrator whom the server knows. */
function artistsOf({ demo }: Stage): AdminArtist[] {
  const { artist } = demo;
  const variants: Partial<AdminArtist>[] = [
    { isTrending: true, totalVotes: 104_857, isFeatured: true },
    { name: LONG_NAME, totalVotes: 1 },
    { name: 'Aïcha Bello', photoUrl: null, bio: null, bioFr: null, categoryCount: 1 },
    { name: 'Zongo Brothers', categories: [], categoryCount: 0, totalVotes: 0 },
  ];
  return variants.map((variant, index) => ({
    ...artist,
    isFeatured: false,
    isTrending: false,
    ...variant,
    id: `00000000-0000-4000-8000-00000000000${index}`,
  }));
}

function categoriesOf({ demo: { category } }: Stage): AdminCategory[] {
  const variants: Partial<AdminCategory>[] = [
    { voteCount: 104_857 },
    {
      name: 'Best Collaboration across the Borders of Central and West Africa',
      nameFr: 'Meilleure collaboration au-delà des frontières d’Afrique centrale et de l’Ouest',
      artistCount: 1,
      voteCount: 1,
    },
    {
      name: 'Newcomer',
      nameFr: null,
      description: null,
      descriptionFr: null,
      icon: null,
      backgroundColor: null,
      backgroundImageUrl: null,
      artistCount: 0,
      voteCount: 0,
      createdAt: null,
    },
  ];
  return variants.map((variant, index) => ({
    ...category,
    voteCount: 0,
    createdAt: CREATED_AT,
    version: 1,
    ...variant,
    id: `00000000-0000-4000-8000-00000000000${index}`,
  }));
}

/** An administrator before any list has come; each state says what comes. */
async function signIn({ page }: Stage): Promise<void> {
  await signInAsAdministrator(page);
  await answer(page, STATS_API, STATS);
}

async function openArtists(stage: Stage): Promise<void> {
  await signIn(stage);
  await answer(stage.page, ARTISTS_API, artistsOf(stage));
  await stage.page.goto('/admin');
}

async function openCategories(stage: Stage): Promise<void> {
  await signIn(stage);
  await answer(stage.page, CATEGORIES_API, categoriesOf(stage));
  await stage.page.goto('/admin?tab=categories');
}

const firstItem = (page: Page) => page.getByRole('main').getByRole('listitem').first();

const spinner = ({ page, texts }: Stage) =>
  page.getByRole('tabpanel').getByText(texts.common.loading).locator('..').locator('svg');

async function deleteFirst({ page, texts }: Stage, listApi: string, status = 200): Promise<void> {
  await answer(page, `${listApi}/*`, {}, status);
  const name = texts.admin.delete.replace('{{name}}', '');
  await firstItem(page).getByRole('button', { name }).click();
}

const title = ({ texts }: Stage) => texts.admin.shell.dashboard;

const artistStates: ScreenState[] = [
  {
    name: 'dashboard artists',
    title,
    async show(stage) {
      await openArtists(stage);
      return firstItem(stage.page);
    },
  },
  {
    name: 'dashboard artists as a grid',
    title,
    async show(stage) {
      await stage.page.addInitScript(() => localStorage.setItem('adminArtistViewMode', 'grid'));
      await openArtists(stage);
      return firstItem(stage.page);
    },
  },
  {
    name: 'dashboard artists loading',
    title,
    async show(stage) {
      await signIn(stage);
      await hold(stage.page, ARTISTS_API);
      await stage.page.goto('/admin');
      return spinner(stage);
    },
  },
  {
    name: 'dashboard artists empty',
    title,
    async show(stage) {
      await signIn(stage);
      await answer(stage.page, ARTISTS_API, []);
      await stage.page.goto('/admin');
      return heading(stage, stage.texts.admin.artists.none.heading);
    },
  },
  {
    name: 'dashboard artists error',
    title,
    async show(stage) {
      await signIn(stage);
      await answer(stage.page, ARTISTS_API, {}, 500);
      await stage.page.goto('/admin');
      return heading(stage, stage.texts.admin.loadError.heading);
    },
  },
  {
    name: 'dashboard artists filtered without results',
    title,
    async show(stage) {
      const { page, texts } = stage;
      await openArtists(stage);
      await page.getByLabel(texts.admin.artists.search).fill('nobody of that name');
      return heading(stage, texts.admin.artists.notFound.heading);
    },
  },
  {
    name: 'dashboard artist deleted',
    title,
    async show(stage) {
      await openArtists(stage);
      await deleteFirst(stage, ARTISTS_API);
      return toastIn(stage.page, stage.texts.admin.artists.deleted);
    },
  },
  {
    name: 'dashboard artist not deleted',
    title,
    async show(stage) {
      await openArtists(stage);
      await deleteFirst(stage, ARTISTS_API, 500);
      return toastIn(stage.page, stage.texts.admin.artists.deleteFailed);
    },
  },
];

const categoryStates: ScreenState[] = [
  {
    name: 'dashboard categories',
    title,
    async show(stage) {
      await openCategories(stage);
      return firstItem(stage.page);
    },
  },
  {
    name: 'dashboard categories loading',
    title,
    async show(stage) {
      await signIn(stage);
      await hold(stage.page, CATEGORIES_API);
      await stage.page.goto('/admin?tab=categories');
      return spinner(stage);
    },
  },
  {
    name: 'dashboard categories empty',
    title,
    async show(stage) {
      await signIn(stage);
      await answer(stage.page, CATEGORIES_API, []);
      await stage.page.goto('/admin?tab=categories');
      return heading(stage, stage.texts.admin.categories.none.heading);
    },
  },
  {
    name: 'dashboard categories error',
    title,
    async show(stage) {
      await signIn(stage);
      await answer(stage.page, CATEGORIES_API, {}, 500);
      await stage.page.goto('/admin?tab=categories');
      return heading(stage, stage.texts.admin.loadError.heading);
    },
  },
  {
    name: 'dashboard category deleted',
    title,
    async show(stage) {
      await openCategories(stage);
      await deleteFirst(stage, CATEGORIES_API);
      return toastIn(stage.page, stage.texts.admin.categories.deleted);
    },
  },
];

export const dashboardStates: ScreenState[] = [...artistStates, ...categoryStates];
