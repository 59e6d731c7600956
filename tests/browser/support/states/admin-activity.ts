import { expect, type Page } from '@playwright/test';
import type { AdminActionList } from '#shared/contracts/admin-catalog';
import { answer, heading, hold, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const ACTIONS_API = '**/api/admin/actions?*';
const OLDER_API = '**/api/admin/actions?*cursor=*';

type RecordedAction = AdminActionList['actions'][number];

const LONG_TEXT =
  'Born in Douala, raised on makossa and bikutsi, she filled the halls of five continents before ' +
  'her thirtieth birthday.\n\nShe plays the mvet and the balafon.\n\nHer third album, recorded in one night, is the most awarded of the decade.';

const nomination = (categoryName: string, categoryNameFr: string, more: object = {}) => ({
  id: categoryName,
  categoryId: categoryName,
  categoryName,
  categoryNameFr,
  shareableLink: categoryName,
  nominationTitle: null,
  nominationTitleFr: null,
  nominationPhotoUrl: null,
  nominationDescription: null,
  nominationDescriptionFr: null,
  ...more,
});

const ALBUM = nomination('Album of the Year', 'Album de l’année');
const SONG = nomination('Song of the Year', 'Chanson de l’année');
const LIVE = nomination('Best Performance on a Stage', 'Meilleure prestation scénique');
const VIDEO = nomination('Best Video', 'Meilleur clip');
const NEWCOMER = nomination('Newcomer of the Year', 'Révélation de l’année');

const CATEGORY = {
  name: 'Best Performance on a Stage',
  nameFr: 'Meilleure prestation scénique',
  description: LONG_TEXT,
  descriptionFr: null,
  icon: 'fa-trophy',
  backgroundImageUrl: 'https://images.example.com/a/very/long/path/to/the/background-of-2025.jpg',
  backgroundColor: '#3B82F6',
};

const ACTIONS = [
  {
    action: 'artist.update',
    entity: 'artist',
    entityName: 'Mama Njanga & The Bamenda All-Stars',
    before: {
      name: 'Mama Njanga',
      bio: LONG_TEXT,
      isFeatured: false,
      nominations: [ALBUM, NEWCOMER, SONG, LIVE],
    },
    after: {
      name: 'Mama Njanga & The Bamenda All-Stars',
      bio: LONG_TEXT.replace('third', 'fourth'),
      isFeatured: true,
      nominations: [
        LIVE,
        { ...ALBUM, nominationTitle: 'Roots', nominationTitleFr: 'Racines' },
        SONG,
        VIDEO,
      ],
    },
  },
  {
    action: 'category.update',
    entity: 'category',
    entityName: CATEGORY.name,
    entityNameFr: CATEGORY.nameFr,
    before: CATEGORY,
    after: { ...CATEGORY, descriptionFr: 'Sur scène', icon: 'fa-star', backgroundColor: '#7C3AED' },
  },
  {
    action: 'payment.refund',
    entity: 'payment',
    entityId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    before: { status: 'completed', votes: 12 },
    after: { refund: 'requested', amount: 600, currency: 'USD' },
    refund: 'succeeded' as const,
  },
  {
    action: 'payment.attach',
    entity: 'payment',
    entityId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    before: {
      status: 'pending',
      flags: ['wrong-reference', 'amount-mismatch'],
      providerRef: 'c2a4378d-e0c2-4438-9b3f-5a1de7c90f11',
    },
    after: {
      act: 'attach',
      reason: '12345 stands in the SMS.',
      providerRef: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    },
  },
  {
    action: 'payment.refunded',
    entity: 'payment',
    entityId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    before: { status: 'completed', flags: ['failed-after-completion'], providerRef: 'c2a4378d' },
    after: { act: 'refunded', reason: '12345' },
  },
  {
    action: 'payment.close',
    entity: 'payment',
    entityId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    before: { status: 'completed', flags: ['paid-after-refusal'], providerRef: 'c2a4378d' },
    after: { act: 'close', reason: '12345' },
  },
  {
    action: 'payment.check',
    entity: 'payment',
    entityId: 'campay',
    isOpenable: false,
    before: null,
    after: { checked: 1_240, updated: 3, left: 0 },
  },
  {
    action: 'admin.grant',
    entity: 'user',
    entityName: 'Grace Mbarga',
    isOpenable: false,
    adminName: null,
    before: { isAdmin: false },
    after: { isAdmin: true, reason: 'command' },
  },
  {
    action: 'admin.revoke',
    entity: 'user',
    entityName: 'Grace Mbarga',
    isOpenable: false,
    before: { isAdmin: true },
    after: { isAdmin: false, reason: 'address gone' },
  },
  {
    action: 'admin.sign-in',
    entity: 'user',
    entityName: 'Jean-Baptiste Ngo’o Ndongo',
    isOpenable: false,
    before: null,
    after: null,
  },
  {
    action: 'payment.export',
    entity: 'payment',
    entityId: 'payments.csv',
    isOpenable: false,
    before: null,
    after: {
      provider: 'mobile-money',
      status: 'pending',
      attempt: 'abandoned',
      look: 'needed',
      from: '2025-11-20T23:00:00.000Z',
      to: '2025-11-21T23:00:00.000Z',
      isSearch: true,
    },
  },
  {
    action: 'catalog.import',
    entity: 'import',
    isOpenable: false,
    before: null,
    after: { newArtists: 41, existingArtists: 3, nominations: 96 },
  },
  {
    action: 'category.create',
    entity: 'category',
    entityName: CATEGORY.name,
    before: null,
    after: CATEGORY,
  },
  {
    action: 'artist.merge',
    entity: 'artist',
    entityName: 'Junior Kasanji',
    undoableMerge: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
    before: null,
    after: { name: 'Junior Kasanji', mergedArtist: 'JUNIOR  KASANJI', votes: 1_204 },
  },
  {
    action: 'artist.delete',
    entity: 'artist',
    entityName: 'Junior Kasanji',
    isOpenable: false,
    isRestorable: true,
    before: {
      name: 'Junior Kasanji',
      bio: LONG_TEXT,
      bioFr: LONG_TEXT,
      photoUrl: '/uploads/photo.webp',
      isFeatured: true,
      nominations: [ALBUM, SONG, LIVE, { ...VIDEO, nominationDescription: LONG_TEXT }],
    },
    after: null,
  },
  {
    action: 'settings.update',
    entity: 'settings',
    entityId: 'event',
    isOpenable: false,
    before: {
      routing: { mtn: { order: null, fixed: null }, orange: { order: ['fapshi'], fixed: null } },
    },
    after: {
      routing: {
        mtn: { order: ['campay', 'mtn-momo', 'fapshi'], fixed: 'mtn-momo' },
        orange: { order: [], fixed: null },
      },
    },
  },
  {
    action: 'something.new',
    entity: 'something',
    isOpenable: false,
    before: null,
    after: { 'never seen': [{ deep: { markup: '<b>not bold</b>' } }], list: [1, 2, 3] },
  },
].map(
  (action, index): RecordedAction => ({
    id: 100 - index,
    adminName: 'Jean-Baptiste Ngo’o Ndongo',
    entityId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    entityName: null,
    entityNameFr: null,
    isOpenable: true,
    isRestorable: false,
    undoableMerge: null,
    refund: null,
    at: new Date(Date.UTC(2025, 10, 21, 18, 42 - index)).toISOString(),
    ...action,
  }),
);

const page1: AdminActionList = { actions: ACTIONS, nextCursor: 92 };

async function open(visit: Visit, list: AdminActionList = page1, search = ''): Promise<void> {
  await signInAsAdministrator(visit.page);
  await answer(visit.page, ACTIONS_API, list);
  await visit.page.goto(`/admin/activity${search}`);
}

const moreButton = (page: Page, { texts }: Visit) =>
  page.getByRole('button', { name: texts.activity.more, exact: true });

const title = ({ texts }: Visit) => texts.activity.title;

export const activityStates: ScreenState[] = [
  {
    name: 'activity',
    title,
    async show(visit) {
      await open(visit);
      return visit.page.getByText(visit.texts.activity.refundNow.succeeded);
    },
  },
  {
    name: 'activity unfolded',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit, { actions: ACTIONS, nextCursor: null });
      const { wholeText, showLess } = texts.activity;
      await expect(page.locator('main summary').first()).toBeVisible();
      for (const details of await page.locator('main summary').all()) await details.click();
      await page.getByRole('button', { name: wholeText }).first().click();
      return page.getByRole('button', { name: showLess }).last();
    },
  },
  {
    name: 'activity loading',
    title,
    async show({ page, texts }) {
      await signInAsAdministrator(page);
      await hold(page, ACTIONS_API);
      await page.goto('/admin/activity');
      return page.getByText(texts.activity.intro);
    },
  },
  {
    name: 'activity empty',
    title,
    async show(visit) {
      await open(visit, { actions: [], nextCursor: null });
      return heading(visit, visit.texts.activity.empty.heading);
    },
  },
  {
    name: 'activity of a kind without entries',
    title,
    async show(visit) {
      await open(visit, { actions: [], nextCursor: null }, '?kind=import');
      return heading(visit, visit.texts.activity.noMatch.heading);
    },
  },
  {
    name: 'activity error',
    title,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await answer(visit.page, ACTIONS_API, {}, 500);
      await visit.page.goto('/admin/activity');
      return heading(visit, visit.texts.activity.error.heading);
    },
  },
  {
    name: 'activity signed out',
    title,
    async show({ page, texts }) {
      await signInAsAdministrator(page);
      await answer(page, ACTIONS_API, { code: 'unauthorized', message: 'for machines' }, 401);
      await page.goto('/admin/activity');
      return page.getByRole('main').getByRole('link', { name: texts.common.login });
    },
  },
  {
    name: 'activity not refreshed',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      await expect(moreButton(page, visit)).toBeVisible();
      await answer(page, ACTIONS_API, {}, 500);
      await page.getByRole('button', { name: texts.activity.refresh }).click();
      return page.getByText(texts.activity.error.stale);
    },
  },
  {
    name: 'activity with older entries loading',
    title,
    async show(visit) {
      await open(visit);
      await hold(visit.page, OLDER_API);
      await moreButton(visit.page, visit).click();
      return visit.page.getByRole('main').locator('button[aria-busy="true"]');
    },
  },
  {
    name: 'activity without its older entries',
    title,
    async show(visit) {
      await open(visit);
      await answer(visit.page, OLDER_API, {}, 500);
      await moreButton(visit.page, visit).click();
      return visit.page.getByText(visit.texts.activity.moreFailed);
    },
  },
];
