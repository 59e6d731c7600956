import { expect } from '@playwright/test';
import type {
  AdminEdition,
  ArchivedEdition,
  ArchivedNominee,
  ArchivedResults,
  EditionChange,
  PublicEdition,
} from '#shared/contracts/editions';
import { fillIn } from '../texts';
import { answer, heading, signInAsAdministrator, UNKNOWN_ID, type Visit } from '../visit';
import { answerAnalytics, largeFigures } from './admin-analytics';
import type { ScreenState } from './screen-state';

const edition = (year: string, isCurrent: boolean): PublicEdition => ({
  year,
  name: 'Festival Awards',
  nameFr: null,
  isCurrent,
  closesAt: '2025-11-28T20:00:00.000Z',
  categories: 13,
  nominees: 101,
});

const nominee = (id: number, rest: Partial<ArchivedNominee>): ArchivedNominee => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  artistId: UNKNOWN_ID,
  name: 'Junior Kasanji',
  bio: 'Makossa.',
  bioFr: 'Makossa.',
  photoUrl: null,
  nominationTitle: null,
  nominationTitleFr: null,
  nominationPhotoUrl: null,
  nominationDescription: null,
  nominationDescriptionFr: null,
  votes: 1_284_391,
  place: 1,
  share: 62,
  ...rest,
});

const CATEGORY = {
  id: UNKNOWN_ID,
  name: 'Makossa',
  nameFr: null,
  description: null,
  descriptionFr: null,
  icon: null,
  backgroundColor: null,
  backgroundImageUrl: null,
  displayName: 'Makossa',
  displayDescription: null,
};

const NOMINEES = [
  nominee(1, {}),
  nominee(2, {
    name: 'Mama Njanga & The Bamenda Grassfields All-Stars Orchestra',
    votes: 787_208,
    place: 2,
    share: 38,
  }),
];

const ARCHIVE: ArchivedEdition = {
  ...edition('2024', false),
  shows: 'live',
  list: [{ ...CATEGORY, nominees: 2, winners: NOMINEES.slice(0, 1) }],
};
const RESULTS: ArchivedResults = {
  edition: { ...edition('2024', false), shows: 'live' },
  category: CATEGORY,
  nominees: NOMINEES,
};

const adminEdition = (year: string, rest: Partial<AdminEdition>): AdminEdition => ({
  year,
  name: 'Festival Awards',
  nameFr: null,
  state: 'archived',
  categories: 13,
  nominees: 101,
  votes: 1_284_391,
  begunAt: null,
  endedAt: '2025-11-29T09:00:00.000Z',
  resultsPublishedAt: '2025-11-28T21:00:00.000Z',
  ...rest,
});
const EDITIONS: AdminEdition[] = [
  adminEdition('2026', { state: 'draft', votes: 0, endedAt: null, resultsPublishedAt: null }),
  adminEdition('2025', { state: 'current', endedAt: null, resultsPublishedAt: null }),
  adminEdition('2024', {}),
];
const CHANGE: EditionChange = {
  from: { year: '2025', name: 'Festival Awards', nameFr: null },
  to: { year: '2026', name: 'Festival Awards', nameFr: null },
  opensAt: '2026-11-01T08:00:00.000Z',
  closesAt: '2026-11-28T20:00:00.000Z',
  prices: { mobileMoney: { from: 100, to: 200 }, card: { from: 50, to: 50 } },
  results: 'sealed',
  categories: 12,
  hiddenCategories: 1,
  nominees: 101,
  frenchMissing: 4,
  picturesMissing: 7,
  refusal: null,
};

async function openEditions({ page }: Visit): Promise<void> {
  await signInAsAdministrator(page);
  await answer(page, '**/api/admin/editions', EDITIONS);
  await page.goto('/admin/editions');
}

async function openChange(visit: Visit, change: EditionChange) {
  const { page, texts } = visit;
  await answer(page, '**/api/admin/editions/2026/change', change);
  await openEditions(visit);
  const title = fillIn(texts['admin-editions'].change.title, { year: 2026 });
  const action = fillIn(texts['admin-editions'].change.actionOf, { year: 2026 });
  await page.getByRole('button', { name: action }).click();
  const question = page.getByRole('dialog', { name: title });
  await expect(question).toContainText('200');
  return question;
}

const adminTitle = ({ texts }: Visit) => texts['admin-editions'].title;

/** The administration as it will be once the edition of 2025 is archived. */
async function openArchived({ page }: Visit, path: string): Promise<void> {
  await signInAsAdministrator(page);
  await answer(page, '**/api/admin/editions*', [
    adminEdition('2026', { state: 'current', endedAt: null, resultsPublishedAt: null }),
    adminEdition('2025', {}),
  ]);
  await answerAnalytics(page, largeFigures);
  await page.goto(`${path}?edition=2025`);
}

export const editionStates: readonly ScreenState[] = [
  {
    name: 'all editions',
    title: ({ texts }) => texts.editions.title,
    async show(visit) {
      await answer(visit.page, '**/api/editions', [edition('2025', true), edition('2024', false)]);
      await visit.page.goto('/editions');
      return heading(visit, visit.texts.editions.title);
    },
  },
  {
    name: 'an archived edition',
    title: () => 'Festival Awards 2024',
    async show(visit) {
      await answer(visit.page, '**/api/editions/2024', ARCHIVE);
      await visit.page.goto('/editions/2024');
      return heading(visit, 'Festival Awards 2024');
    },
  },
  {
    name: 'a category of an archived edition',
    title: () => 'Makossa – Festival Awards 2024',
    async show(visit) {
      await answer(visit.page, '**/api/editions/2024/categories/*', RESULTS);
      await visit.page.goto(`/editions/2024/${UNKNOWN_ID}`);
      return heading(visit, 'Makossa');
    },
  },
  {
    name: 'an edition that is not in the archive',
    async show(visit) {
      await visit.page.goto('/editions/1999');
      return heading(visit, visit.texts.editions.missing.heading);
    },
  },
  {
    name: 'the editions of the administration',
    title: adminTitle,
    async show(visit) {
      await openEditions(visit);
      return heading(visit, visit.texts['admin-editions'].new.title);
    },
  },
  {
    name: 'the dashboard of an archived edition',
    title: ({ texts }) => texts.admin.shell.dashboard,
    async show(visit) {
      const { page, texts } = visit;
      await openArchived(visit, '/admin');
      const notice = fillIn(texts['admin-editions'].notice.archived, { year: 2025 });
      await expect(page.getByText(notice)).toBeVisible();
      await expect(page.getByRole('tab')).toHaveText([texts.admin.dashboard.tab.analytics]);
      return page.getByRole('tab');
    },
  },
  {
    name: 'an artist’s form in an archived edition',
    title: ({ texts }) => texts['sign-in'].admin.archived,
    async show(visit) {
      const { archived } = visit.texts['sign-in'].admin;
      await openArchived(visit, '/admin/artists/new');
      return heading(visit, archived);
    },
  },
  {
    name: 'the question before an edition becomes current',
    title: adminTitle,
    show: (visit) => openChange(visit, CHANGE),
  },
  {
    name: 'an edition that cannot become current yet',
    title: adminTitle,
    async show(visit) {
      const question = await openChange(visit, { ...CHANGE, refusal: 'voting-open' });
      return question.getByRole('alert');
    },
  },
];
