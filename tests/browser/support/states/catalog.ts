import type { Page } from '@playwright/test';
import type { Category, Nomination, SearchIndex } from '#shared/contracts/catalog';
import { CACHED_SINCE_HEADER } from '#shared/domain/offline';
import { haveVotedFor, LONG_NAMES } from '../own-votes';
import {
  amendConfig,
  answer,
  fireTimersAtOnce,
  heading,
  hold,
  intercept,
  openCard,
  signInAsAdministrator,
  toastIn,
  UNKNOWN_ID,
  type Visit,
  withoutShareSheet,
} from '../visit';
import type { ScreenState } from './screen-state';

/** Changes responses as if administrators had entered only the artists' names. */
const withoutPicturesAndBios = (page: Page) =>
  intercept(page, '**/api/nominations/*/*', async (route) => {
    const response = await route.fetch();
    const nominations: Nomination[] = await response.json();
    const json = nominations.map((nomination) => ({
      ...nomination,
      nominationPhotoUrl: null,
      nominationDescription: null,
      nominationDescriptionFr: null,
      artist: { ...nomination.artist, photoUrl: null, bio: null, bioFr: null },
    }));
    await route.fulfill({ response, json });
  });

/** Texts of maximum length. */
const ORGANISER = {
  event: {
    name: 'Cameroon Music and Arts Awards of the Grassfields',
    nameFr: 'Prix camerounais de la musique et des arts des Grassfields',
  },
  banner: {
    en: 'The show begins at eight: doors of the Palais des Sports open at six, votes count until ten.',
    fr: 'Le spectacle commence à vingt heures : le Palais des Sports ouvre à dix-huit heures, les votes comptent jusqu’à vingt-deux heures.',
  },
  contact: {
    email: 'help-with-votes@grassfields-awards.example',
    phone: '+237 6 77 00 00 00',
    whatsapp: '+237 6 99 00 00 00',
  },
};

const showPlaces = (page: Page) =>
  intercept(page, '**/api/nominations/category/*', async (route) => {
    const response = await route.fetch();
    const nominations: Nomination[] = await response.json();
    const json = nominations.map((nomination, index) => ({
      ...nomination,
      voteCount: null,
      standing: { place: index + 1, share: Math.max(1, 44 - index * 11) },
    }));
    await route.fulfill({ response, json });
  });

/** Mocks the response of the service worker without a network. */
const comesFromWhatIsKept = (page: Page) =>
  intercept(page, '**/api/categories', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), [CACHED_SINCE_HEADER]: '2025-11-28T19:30:00.000Z' };
    await route.fulfill({ response, headers });
  });

const openVotingLater = (page: Page) =>
  amendConfig(page, (config) => ({
    ...config,
    voting: { isOpen: false, opensAt: '2035-11-01T08:00:00.000Z', closesAt: null },
  }));

const closeVoting = (page: Page) =>
  amendConfig(page, (config) => ({
    ...config,
    voting: { isOpen: false, opensAt: null, closesAt: '2025-11-29T20:00:00.000Z' },
  }));

/**
 * Names of every kind, all of which "kora" finds. Made up, because the demo's differ from run to
 * run.
 */
function searchIndexOf({ id, name, nameFr, icon }: Category): SearchIndex {
  const names = [
    'Kora',
    'Koranthology-Rhapsodies-of-the-Grassfields-and-of-all-the-Coasts-beyond-Bonabéri',
    'Kora'.repeat(20),
    'Kora محمد إدريس',
    'The Kora and Balafon Orchestra of the National Conservatory of Music, Arts and Dance',
    'Kora <b>Bold</b> 🔥',
    ...[1, 2, 3, 4, 5].map((n) => `Kora ${n}`),
  ];
  const kora = { id: UNKNOWN_ID, name: 'Best Kora', nameFr: 'Meilleure kora', icon: 'fa-guitar' };
  return {
    categories: [{ id, name, nameFr, icon }, kora],
    artists: {
      ids: Buffer.alloc(16 * names.length, 1).toString('base64'),
      names,
      categories: names.map((_, at) => (at % 2 === 0 ? [0] : [0, 1])),
    },
  };
}

/** The text before its first placeholder. */
const beginningOf = (text: string): string => text.replace(/ [^ ]*\{\{.*$/, '');

const localizedName = (
  { language }: Visit,
  { name, nameFr }: { name: string; nameFr: string | null },
) => (language === 'fr' ? nameFr : null) ?? name;

export const categoriesTitle = ({ texts }: Visit) => texts.catalog.categories.pageTitle;
export const categoryTitle = (visit: Visit) => localizedName(visit, visit.demo.category);

export const catalogStates: ScreenState[] = [
  {
    name: 'categories',
    title: categoriesTitle,
    async show(visit) {
      await visit.page.goto('/categories');
      return visit.page.getByRole('heading', { level: 2 }).first();
    },
  },
  {
    name: 'categories loading',
    title: categoriesTitle,
    async show({ page, texts }) {
      await hold(page, '**/api/categories');
      await page.goto('/categories');
      return page.getByText(texts.catalog.categories.loading).locator('..').locator('svg');
    },
  },
  {
    name: 'categories loading slowly',
    title: categoriesTitle,
    async show({ page, texts }) {
      await fireTimersAtOnce(page, 8_000);
      await hold(page, '**/api/categories');
      await page.goto('/categories');
      return page.getByText(texts.common.slow);
    },
  },
  {
    name: 'categories with own artists',
    title: categoriesTitle,
    async show({ page, texts, demo: { artist } }) {
      const others = LONG_NAMES.map((name, index) => ({ ...artist, id: `${index}`, name }));
      await haveVotedFor(page, [artist, ...others]);
      await page.goto('/categories');
      return page.getByRole('heading', { name: texts.catalog.own.heading });
    },
  },
  {
    name: 'categories with own artists being removed',
    title: categoriesTitle,
    async show({ page, texts, demo: { artist } }) {
      const others = LONG_NAMES.map((name, index) => ({ ...artist, id: `${index}`, name }));
      await haveVotedFor(page, [artist, ...others]);
      await page.goto('/categories');
      await page.getByRole('button', { name: texts.catalog.own.edit }).click();
      return page.getByRole('button', { name: texts.catalog.own.done });
    },
  },
  {
    name: 'categories from storage',
    title: categoriesTitle,
    hasBanner: true,
    async show({ page, texts }) {
      await comesFromWhatIsKept(page);
      await page.goto('/categories');
      return page.getByText(beginningOf(texts.common.kept.since));
    },
  },
  {
    name: 'categories empty',
    title: categoriesTitle,
    async show(visit) {
      await answer(visit.page, '**/api/categories', []);
      await visit.page.goto('/categories');
      return heading(visit, visit.texts.catalog.categories.emptyHeading);
    },
  },
  {
    name: 'categories error',
    title: categoriesTitle,
    async show(visit) {
      await answer(visit.page, '**/api/categories', {}, 500);
      await visit.page.goto('/categories');
      return heading(visit, visit.texts.catalog.loadError.heading);
    },
  },
  {
    name: 'categories with voting about to close',
    title: categoriesTitle,
    async show({ page, texts }) {
      await amendConfig(page, (config) => ({
        ...config,
        voting: { isOpen: true, opensAt: null, closesAt: '2035-11-29T20:00:00.000Z' },
      }));
      await page.goto('/categories');
      return page.getByText(beginningOf(texts.catalog.voting.closesAt));
    },
  },
  {
    name: 'categories with all texts of an organiser',
    hasBanner: true,
    async show({ page, language }) {
      const { event, banner, contact } = ORGANISER;
      await amendConfig(page, (config) => ({
        ...config,
        event: { ...config.event, ...event },
        banner,
        contact,
        voting: { isOpen: true, opensAt: null, closesAt: '2035-11-29T20:00:00.000Z' },
        results: { shows: 'hidden', since: null },
      }));
      await page.goto('/categories');
      return page.getByText(banner[language]);
    },
  },
  {
    name: 'categories before voting opens',
    title: categoriesTitle,
    async show({ page, texts }) {
      await openVotingLater(page);
      await page.goto('/categories');
      return page.getByText(beginningOf(texts.catalog.voting.opensAt));
    },
  },
  {
    name: 'categories after voting closed',
    title: categoriesTitle,
    async show({ page, texts }) {
      await closeVoting(page);
      await page.goto('/categories');
      return page.getByText(texts.catalog.voting.closed);
    },
  },
  {
    name: 'categories without pictures and featured artists',
    title: categoriesTitle,
    async show({ page }) {
      await answer(page, '**/api/featured-artists', []);
      await intercept(page, '**/api/categories', async (route) => {
        const response = await route.fetch();
        const categories: Category[] = await response.json();
        const json = categories.map((category) => ({ ...category, backgroundImageUrl: null }));
        await route.fulfill({ response, json });
      });
      await page.goto('/categories');
      return page.getByRole('article').first();
    },
  },
  {
    name: 'categories with search results',
    title: categoriesTitle,
    async show({ page, demo }) {
      await answer(page, '**/api/search-index', searchIndexOf(demo.category));
      await page.goto('/categories');
      await page.getByRole('combobox').click();
      await page.keyboard.type('kora');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      return page.getByRole('option', { selected: true });
    },
  },
  {
    name: 'categories with a search without results',
    title: categoriesTitle,
    async show({ page, texts }) {
      await page.goto('/categories');
      await page.getByRole('combobox').click();
      await page.keyboard.type('xyzzyqwertz');
      return page.getByRole('search').getByText(texts.catalog.search.none).last();
    },
  },
  {
    name: 'categories with a search that has not loaded',
    title: categoriesTitle,
    async show({ page, texts }) {
      await answer(page, '**/api/search-index', {}, 500);
      await page.goto('/categories');
      await page.getByRole('combobox').click();
      await page.keyboard.type('kora');
      return page.getByRole('search').getByRole('button', { name: texts.common.retry });
    },
  },
  {
    name: 'categories for an administrator',
    title: categoriesTitle,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await visit.page.goto('/categories');
      return visit.page.getByRole('article').first();
    },
  },
  {
    name: 'categories with sign-in',
    title: categoriesTitle,
    async show({ page }) {
      await amendConfig(page, (config) => ({ ...config, signIn: true }));
      await page.goto('/categories');
      return page.getByRole('article').first();
    },
  },
  {
    name: 'category',
    title: categoryTitle,
    async show({ page, demo }) {
      await page.goto(`/category/${demo.category.id}`);
      return page.getByRole('article').first();
    },
  },
  ...(['ranks', 'hidden', 'sealed'] as const).map(
    (shows): ScreenState => ({
      name: `category with results ${shows}`,
      title: categoryTitle,
      async show({ page, demo, texts }) {
        const since = shows === 'sealed' ? '2025-11-28T20:00:00.000Z' : null;
        await amendConfig(page, (config) => ({ ...config, results: { shows, since } }));
        if (shows === 'ranks') await showPlaces(page);
        await page.goto(`/category/${demo.category.id}`);
        await page.getByRole('article').first().waitFor();
        return page.getByText(beginningOf(texts.catalog.results[shows]));
      },
    }),
  ),
  {
    name: 'category with an own artist',
    title: categoryTitle,
    async show({ page, texts, demo }) {
      await haveVotedFor(page, [demo.artist]);
      await page.goto(`/category/${demo.category.id}`);
      return page.getByText(texts.catalog.own.badge).filter({ visible: true });
    },
  },
  {
    name: 'category before voting opens',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await openVotingLater(page);
      await page.goto(`/category/${demo.category.id}`);
      return page.getByRole('button', { name: texts.catalog.cannotVote.upcoming }).first();
    },
  },
  {
    name: 'category loading',
    hasNoHeading: true,
    async show({ page, demo, texts }) {
      await hold(page, '**/api/categories/*');
      await page.goto(`/category/${demo.category.id}`);
      return page.getByRole('navigation', { name: texts.catalog.category.toolbar });
    },
  },
  {
    name: 'category nominees loading',
    title: categoryTitle,
    async show(visit) {
      await hold(visit.page, '**/api/nominations/category/*');
      await visit.page.goto(`/category/${visit.demo.category.id}`);
      return heading(visit, categoryTitle(visit));
    },
  },
  {
    name: 'category not found',
    title: ({ texts }) => texts.catalog.category.notFoundHeading,
    async show(visit) {
      await visit.page.goto('/category/00000000-0000-4000-8000-000000000000');
      return heading(visit, visit.texts.catalog.category.notFoundHeading);
    },
  },
  {
    name: 'category without nominees',
    title: (visit) => localizedName(visit, visit.demo.emptyCategory),
    async show(visit) {
      await visit.page.goto(`/category/${visit.demo.emptyCategory.id}`);
      return heading(visit, visit.texts.catalog.category.emptyHeading);
    },
  },
  {
    name: 'category error',
    async show(visit) {
      await answer(visit.page, '**/api/categories/*', {}, 500);
      await visit.page.goto(`/category/${visit.demo.category.id}`);
      return heading(visit, visit.texts.catalog.loadError.heading);
    },
  },
  {
    name: 'category nominees error',
    title: categoryTitle,
    async show(visit) {
      await answer(visit.page, '**/api/nominations/category/*', {}, 500);
      await visit.page.goto(`/category/${visit.demo.category.id}`);
      return heading(visit, visit.texts.catalog.loadError.heading);
    },
  },
  {
    name: 'category without pictures and bios',
    title: categoryTitle,
    async show({ page, demo }) {
      await withoutPicturesAndBios(page);
      await page.goto(`/category/${demo.category.id}`);
      return page.getByRole('article').first();
    },
  },
  {
    name: 'category with an opened nominee',
    title: categoryTitle,
    isPhoneOnly: true,
    async show(visit) {
      const { page, demo, texts } = visit;
      await page.goto(`/category/${demo.category.id}`);
      await openCard(visit, demo.artist.name);
      return page
        .getByRole('article', { name: demo.artist.name })
        .getByText(texts.catalog.artist.viewProfile);
    },
  },
  {
    name: 'category link copied',
    keepsLanguage: true,
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await withoutShareSheet(page);
      await page.goto(`/category/${demo.category.id}`);
      await page.getByRole('button', { name: texts.catalog.category.share, exact: true }).click();
      return toastIn(page, texts.catalog.share.copied);
    },
  },
  {
    name: 'category link not copied',
    keepsLanguage: true,
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', { value: undefined });
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
      });
      await page.goto(`/category/${demo.category.id}`);
      await page.getByRole('button', { name: texts.catalog.category.share, exact: true }).click();
      return toastIn(page, texts.catalog.share.failed);
    },
  },
  {
    name: 'profile',
    title: categoryTitle,
    async show({ page, demo }) {
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page.getByRole('dialog', { name: demo.artist.name });
    },
  },
  {
    name: 'profile after voting closed',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await closeVoting(page);
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page
        .getByRole('dialog', { name: demo.artist.name })
        .getByRole('button', { name: texts.catalog.cannotVote.closed });
    },
  },
  {
    name: 'profile loading',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await hold(page, '**/api/nominations/artist/*');
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page.getByRole('dialog', { name: texts.catalog.profile.loading });
    },
  },
  {
    name: 'profile without a picture and a bio',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await withoutPicturesAndBios(page);
      await page.goto(`/category/${demo.category.id}?artist=${demo.artist.id}`);
      return page.getByText(texts.catalog.profile.bioFallback);
    },
  },
  {
    name: 'profile error',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await answer(page, '**/api/nominations/artist/*', {}, 500);
      // For an artist of this category the page already has enough data.
      await page.goto(`/category/${demo.category.id}?artist=${UNKNOWN_ID}`);
      return page.getByRole('dialog', { name: texts.catalog.loadError.heading });
    },
  },
  {
    name: 'profile not found',
    title: categoryTitle,
    async show({ page, demo, texts }) {
      await page.goto(`/category/${demo.category.id}?artist=${UNKNOWN_ID}`);
      return page.getByRole('dialog', { name: texts.catalog.profile.notFoundHeading });
    },
  },
  {
    name: 'share',
    title: (visit) => `${visit.demo.artist.name} – ${categoryTitle(visit)}`,
    async show({ page, demo, texts }) {
      await page.goto(`/share/${demo.shareLink}`);
      return page.getByText(texts.catalog.shared.badge);
    },
  },
  {
    name: 'share link not found',
    title: ({ texts }) => texts.catalog.shared.goneHeading,
    async show(visit) {
      await visit.page.goto('/share/nobody-shared-this');
      return heading(visit, visit.texts.catalog.shared.goneHeading);
    },
  },
  {
    name: 'share link of a nomination that is gone',
    title: ({ texts }) => texts.catalog.shared.goneHeading,
    async show({ page, demo, texts }) {
      const { category } = demo;
      const gone = { categoryId: category.id, category, artist: null };
      await answer(page, '**/api/nominations/share/*', gone);
      await page.goto(`/share/${demo.shareLink}`);
      return page.getByText(texts.catalog.shared.goneHint);
    },
  },
];
