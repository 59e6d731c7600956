import { expect, type Page } from '@playwright/test';
import type { AdminCategory, DeletedCatalog } from '#shared/contracts/admin-catalog';
import type { Stats } from '#shared/contracts/admin-payments';
import { localized } from '#shared/domain/localized';
import { answer, heading, hold, signInAsAdministrator, toastIn, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const PATH = '/admin?tab=categories';
const LIST_API = '**/api/admin/categories';
const DELETED_API = '**/api/admin/deleted';
const ONE_API = '**/api/admin/categories/*';

const STATS: Stats = {
  totalVotes: 8_378,
  totalRevenue: 2_044.67,
  todayVotes: 284,
  todayRevenue: 82,
  totalArtists: 46,
  totalCategories: 3,
  totalByCurrency: [
    { currency: 'XAF', amountMinor: 643_300 },
    { currency: 'USD', amountMinor: 97_250 },
  ],
  todayByCurrency: [{ currency: 'XAF', amountMinor: 49_200 }],
  xafPerUsd: 600,
  needALook: 0,
  doBooksAgree: true,
  doesCountHold: true,
  erasureFrom: null,
};

const ALBUM: AdminCategory = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae1',
  name: 'Album of the Year',
  nameFr: 'Album de l’année',
  description: 'Records to hear from the first track to the last, lights low, phone switched off.',
  descriptionFr: 'Des disques à écouter de la première à la dernière plage, lumière basse.',
  icon: 'fa-compact-disc',
  backgroundImageUrl: null,
  backgroundColor: '#1F5A8C',
  artistCount: 10,
  voteCount: 843,
  isHidden: false,
  createdAt: '2025-10-21T09:30:00.000Z',
  version: 3,
};

const CATEGORIES: AdminCategory[] = [
  ALBUM,
  {
    ...ALBUM,
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae2',
    name: 'Best Performance on a Stage by a Newcomer from the Diaspora',
    nameFr: 'Meilleure prestation scénique d’une révélation de la diaspora',
    description: null,
    descriptionFr: null,
    icon: 'fa-microphone',
    artistCount: 1,
    voteCount: 1,
    createdAt: null,
  },
  {
    ...ALBUM,
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae3',
    name: 'Lifetime Achievement',
    nameFr: null,
    icon: null,
    isHidden: true,
    artistCount: 0,
    voteCount: 0,
  },
];

const NO_OWN_TEXTS = {
  standing: null,
  nominationTitle: null,
  nominationTitleFr: null,
  nominationPhotoUrl: null,
  nominationDescription: null,
  nominationDescriptionFr: null,
};

const DELETED: DeletedCatalog = {
  artists: [],
  categories: CATEGORIES.map(({ id, name, nameFr, voteCount }, index) => ({
    ...{ id, name, nameFr, voteCount },
    deletedAt: index === 0 ? '2025-11-23T21:10:00.000Z' : null,
  })),
  nominations: [],
};

const nameOf = ({ language }: Visit, { name, nameFr }: AdminCategory): string =>
  localized(language, name, nameFr);

const title = ({ texts }: Visit) => texts.admin.shell.dashboard;

async function open({ page }: Visit, list: AdminCategory[] = CATEGORIES): Promise<void> {
  await signInAsAdministrator(page);
  await answer(page, '**/api/stats', STATS);
  await answer(page, LIST_API, list);
  await page.goto(PATH);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const formIn = ({ page }: Visit) => page.getByRole('dialog');

async function openNew(visit: Visit): Promise<void> {
  await open(visit);
  await press(visit.page, visit.texts.admin.categories.add);
  await expect(formIn(visit)).toBeVisible();
}

/** The dialog of the album of the year, with unsaved changes. */
async function openEdited(visit: Visit): Promise<void> {
  const { page, texts } = visit;
  await open(visit);
  await press(page, texts.admin.edit.replace('{{name}}', nameOf(visit, ALBUM)));
  await page.getByLabel(texts.admin.categoryForm.description).fill('Every track of it, twice.');
}

/** Presses the save button; the state mocks the response. */
const save = ({ page, texts }: Visit) => press(page, texts.admin.categoryForm.update);

/** Stores drafts as if the tab had done so when its session ended. */
const keepDrafts = (page: Page, ...ids: (string | null)[]) =>
  page.addInitScript(
    (drafts) => sessionStorage.setItem('categoryDrafts', drafts),
    JSON.stringify(ids.map((id) => ({ id, version: 3, draft: draftOf(ALBUM) }))),
  );

const draftOf = ({
  nameFr,
  descriptionFr,
  icon,
  backgroundColor,
}: AdminCategory): Record<string, string> => ({
  name: 'Album of the Decade',
  nameFr: nameFr ?? '',
  description: 'Written before the session ended.',
  descriptionFr: descriptionFr ?? '',
  icon: icon ?? '',
  backgroundImageUrl: '',
  backgroundColor: backgroundColor ?? '',
});

const tabStates: ScreenState[] = [
  {
    name: 'admin categories',
    title,
    async show(visit) {
      await open(visit);
      return visit.page.getByText(visit.texts.admin.categories.unknownDate);
    },
  },
  {
    name: 'admin categories loading',
    title,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await answer(visit.page, '**/api/stats', STATS);
      await hold(visit.page, LIST_API);
      await visit.page.goto(PATH);
      return visit.page.getByRole('tabpanel').getByText(visit.texts.common.loading);
    },
  },
  {
    name: 'admin categories empty',
    title,
    async show(visit) {
      await open(visit, []);
      return heading(visit, visit.texts.admin.categories.none.heading);
    },
  },
  {
    name: 'admin categories error',
    title,
    async show(visit) {
      await open(visit);
      await answer(visit.page, LIST_API, {}, 500);
      await visit.page.reload();
      return heading(visit, visit.texts.admin.loadError.heading);
    },
  },
  {
    name: 'admin categories signed out',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      await answer(page, LIST_API, { code: 'unauthorized', message: 'Unauthorized' }, 401);
      await page.reload();
      return page.getByRole('main').getByRole('link', { name: texts.common.login });
    },
  },
  {
    name: 'admin categories after a deletion',
    keepsLanguage: true,
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      await page.route(ONE_API, (route) => route.fulfill({ status: 204 }));
      const name = new RegExp(texts.admin.delete.replace(/ ?\{\{.*/, ''));
      const button = page.getByRole('button', { name }).first();
      await expect(button).toBeVisible();
      await answer(page, LIST_API, CATEGORIES.slice(1));
      await button.click();
      return toastIn(page, texts.admin.categories.deleted);
    },
  },
  {
    name: 'admin categories with steps to move one and its nominees',
    title,
    async show(visit) {
      const { page, texts, demo } = visit;
      const words = texts.admin.categories;
      const name = nameOf(visit, ALBUM);
      await open(visit);
      const nominee = { artist: demo.artist, category: ALBUM, ...NO_OWN_TEXTS };
      await answer(
        page,
        '**/api/admin/nominations/category/*',
        [843, 0].map((voteCount, index) => ({
          ...nominee,
          id: `7c9e6679-7425-40de-944b-e07fc1f90ac${index}`,
          voteCount,
        })),
      );
      await press(page, words.move.handle.replace('{{name}}', name));
      await press(page, words.nominees.replace('{{name}}', name));
      return page.getByRole('link', { name: words.ranking });
    },
  },
  {
    name: 'deleted admin categories',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      await answer(page, DELETED_API, DELETED);
      await page
        .getByLabel(texts.admin.catalog.show, { exact: true })
        .selectOption({ label: texts.admin.catalog.shown.deleted });
      return heading(visit, texts.admin.catalog.deleted.categories);
    },
  },
  {
    name: 'admin categories with nothing deleted',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      await answer(page, DELETED_API, { artists: [], categories: [], nominations: [] });
      await page
        .getByLabel(texts.admin.catalog.show, { exact: true })
        .selectOption({ label: texts.admin.catalog.shown.deleted });
      return heading(visit, texts.admin.catalog.noneDeleted.heading);
    },
  },
  {
    name: 'admin categories without hidden ones',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit, CATEGORIES.slice(0, 2));
      await page
        .getByLabel(texts.admin.catalog.show, { exact: true })
        .selectOption({ label: texts.admin.catalog.shown.hidden });
      return heading(visit, texts.admin.categories.notFound.heading);
    },
  },
  {
    name: 'admin categories with stored drafts',
    title,
    async show(visit) {
      await keepDrafts(visit.page, ALBUM.id, '7c9e6679-7425-40de-944b-e07fc1f90aff');
      await open(visit);
      return visit.page.getByRole('button', { name: visit.texts.admin.draft.restore }).first();
    },
  },
];

const formStates: ScreenState[] = [
  {
    name: 'category form',
    title,
    async show(visit) {
      await openNew(visit);
      return formIn(visit).getByText(visit.texts.admin.categoryForm.addTitle).first();
    },
  },
  {
    name: 'category form with a name that exists already',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      const { id, name, nameFr } = ALBUM;
      const lookAlike = { id, name, nameFr };
      await answer(page, ONE_API, { code: 'looks-alike', message: 'no', lookAlike }, 409);
      await save(visit);
      return page.getByText(texts.admin.categoryForm.conflict.looksAlike.split('{{')[0] ?? '');
    },
  },
  {
    name: 'category form with a colour that is too bright',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      await page.getByLabel(texts.admin.categoryForm.pickColour).fill('#ffff00');
      return page.getByText(texts.admin.categoryForm.tooBright);
    },
  },
  {
    name: 'category form with errors at its fields',
    title,
    async show(visit) {
      const { page, texts } = visit;
      const form = texts.admin.categoryForm;
      await openNew(visit);
      await page.getByLabel(form.icon, { exact: true }).fill('trophy');
      await page.getByText(texts['artist-form'].upload.useAddress).click();
      await page.getByLabel(form.backgroundImageUrl, { exact: true }).fill('stage.jpg');
      await page.getByLabel(form.backgroundColor, { exact: true }).fill('blue');
      await press(page, form.create);
      return page.getByText(form.problem.required);
    },
  },
  {
    name: 'category form rejected by the server',
    keepsLanguage: true,
    title,
    async show(visit) {
      const issues = ['nameFr', 'descriptionFr'].map((path) => ({ path, message: 'for machines' }));
      await openEdited(visit);
      await answer(visit.page, ONE_API, { code: 'validation', message: 'no', issues }, 400);
      await save(visit);
      return visit.page.getByText(visit.texts.admin.categoryForm.problem.refused).first();
    },
  },
  {
    name: 'category form saving',
    title,
    async show(visit) {
      await openEdited(visit);
      await hold(visit.page, ONE_API);
      await save(visit);
      return formIn(visit).locator('button[aria-busy="true"]');
    },
  },
  {
    name: 'category form not saved',
    keepsLanguage: true,
    title,
    async show(visit) {
      await openEdited(visit);
      await answer(visit.page, ONE_API, {}, 500);
      await save(visit);
      return toastIn(visit.page, visit.texts.admin.categories.updateFailed);
    },
  },
  {
    name: 'category form with a conflict',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      const theirs = { ...ALBUM, nameFr: 'Disque de l’année', icon: '', version: 4 };
      await answer(page, LIST_API, [theirs]);
      await answer(page, ONE_API, { code: 'changed-meanwhile', message: 'no' }, 409);
      await save(visit);
      return page.getByText(texts.admin.categoryForm.conflict.changed);
    },
  },
  {
    name: 'category form of a deleted category',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      await answer(page, LIST_API, []);
      await answer(page, ONE_API, { code: 'not-found', message: 'no' }, 404);
      await save(visit);
      return page.getByText(texts.admin.categoryForm.conflict.deleted);
    },
  },
  {
    name: 'category form about to be left',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      await page.keyboard.press('Escape');
      return page.getByRole('button', { name: texts.admin.unsaved.leave });
    },
  },
  {
    name: 'category form with a restored draft',
    title,
    async show(visit) {
      await keepDrafts(visit.page, null);
      await openNew(visit);
      return formIn(visit).getByText(visit.texts.admin.categoryForm.draftFound);
    },
  },
  {
    name: 'category form signed out while editing',
    keepsLanguage: true,
    title,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      await answer(page, ONE_API, { code: 'unauthorized', message: 'Unauthorized' }, 401);
      // A 204 stops the redirect: the page with the toast stays.
      await page.route('**/api/login*', (route) => route.fulfill({ status: 204 }));
      await save(visit);
      return toastIn(page, texts['sign-in'].admin.unauthorized);
    },
  },
];

export const adminCategoryStates: ScreenState[] = [...tabStates, ...formStates];
