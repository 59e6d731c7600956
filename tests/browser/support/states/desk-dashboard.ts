import { expect, type Page } from '@playwright/test';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { answer, heading, hold, type Stage, signInAsAdministrator, toastIn } from '../stage';
import { answerStats } from './desk-figures';
import type { ScreenState } from './screen-state';

const ARTISTS_API = '**/api/admin/artists';
const ONE_ARTIST_API = '**/api/admin/artists/*';

/** By the alphabet, in which the list begins. */
const FIRST_NAME = 'Aïcha Bello';
const LONG_NAME = 'Marie-Thérèse Nguématcha-Kouam et l’Orchestre national des Grassfields';

/** Those of the demo would need an administrator whom the server knows. */
function artistsOf({ demo }: Stage): AdminArtist[] {
  const { artist } = demo;
  const variants: Partial<AdminArtist>[] = [
    { isTrending: true, totalVotes: 104_857, isFeatured: true },
    { name: LONG_NAME, totalVotes: 1 },
    { name: FIRST_NAME, photoUrl: null, bio: null, bioFr: null, categoryCount: 1 },
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

/** An administrator before any list has come; each state says what comes. */
async function signIn({ page }: Stage): Promise<void> {
  await signInAsAdministrator(page);
  await answerStats(page);
}

async function openArtists(stage: Stage): Promise<void> {
  await signIn(stage);
  await answer(stage.page, ARTISTS_API, artistsOf(stage));
  await stage.page.goto('/admin');
}

const firstItem = (page: Page) => page.getByRole('main').getByRole('listitem').first();

const spinner = ({ page, texts }: Stage) =>
  page.getByRole('tabpanel').getByText(texts.common.loading).locator('..').locator('svg');

/** The server takes it out of the list too, unless it refuses. */
async function deleteFirst(stage: Stage, status = 200): Promise<void> {
  const { page, texts } = stage;
  await answer(page, ONE_ARTIST_API, {}, status);
  const name = texts.admin.delete.replace('{{name}}', FIRST_NAME);
  const button = firstItem(page).getByRole('button', { name });
  await expect(button).toBeVisible();
  if (status === 200) {
    const others = artistsOf(stage).filter((artist) => artist.name !== FIRST_NAME);
    await answer(page, ARTISTS_API, others);
  }
  await button.click();
}

const title = ({ texts }: Stage) => texts.admin.shell.dashboard;

export const dashboardStates: ScreenState[] = [
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
    answersPress: true,
    async show(stage) {
      await openArtists(stage);
      await deleteFirst(stage);
      return toastIn(stage.page, stage.texts.admin.artists.deleted);
    },
  },
  {
    name: 'dashboard artist not deleted',
    title,
    async show(stage) {
      await openArtists(stage);
      await deleteFirst(stage, 500);
      return toastIn(stage.page, stage.texts.admin.artists.deleteFailed);
    },
  },
];
