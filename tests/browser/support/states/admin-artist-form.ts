import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { AdminArtistDetail, MergePreview } from '#shared/contracts/admin-catalog';
import { answer, heading, hold, signInAsAdministrator, toastIn, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const PATH = `/admin/artists/${ID}`;
const API = `**/api/admin/artists/${ID}`;
const UPLOADS_API = '**/api/admin/uploads';

const NOTHING_OF_ITS_OWN = {
  nominationTitle: null,
  nominationTitleFr: null,
  nominationPhotoUrl: null,
  nominationDescription: null,
  nominationDescriptionFr: null,
};

/** Nominated in two categories, in the first with a title of its own. */
const artistIn = ({ demo }: Visit): AdminArtistDetail => ({
  id: ID,
  name: 'Mama Njanga & The Bamenda All-Stars',
  bio: 'Born in Douala, raised on makossa and bikutsi, she filled halls of five continents.',
  bioFr: 'Née à Douala, nourrie au makossa et au bikutsi, elle a rempli les salles du monde.',
  photoUrl: demo.artist.photoUrl,
  isFeatured: true,
  version: 3,
  updatedAt: '2025-11-21T18:42:00.000Z',
  nominations: [demo.category, demo.emptyCategory].map((category, index) => ({
    ...NOTHING_OF_ITS_OWN,
    id: `7c9e6679-7425-40de-944b-e07fc1f90af${index}`,
    categoryId: category.id,
    categoryName: category.name,
    categoryNameFr: category.nameFr,
    shareableLink: `mama-njanga-${index}`,
    voteCount: 1_204 * (1 - index),
    isMovable: index === 1,
    nominationTitle: index === 0 ? 'Roots' : null,
    nominationTitleFr: index === 0 ? 'Racines' : null,
  })),
});

const titleNew = ({ texts }: Visit) => texts['artist-form'].titleNew;
const titleEdit = ({ texts }: Visit) => texts['artist-form'].titleEdit;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signIn({ page, demo }: Visit): Promise<void> {
  await signInAsAdministrator(page);
  const categories = [demo.category, demo.emptyCategory].map((category) => ({
    ...category,
    isHidden: false,
    voteCount: 0,
    createdAt: null,
    version: 1,
  }));
  await answer(page, '**/api/admin/categories', categories);
}

async function openNew(visit: Visit): Promise<void> {
  const { page } = visit;
  await signIn(visit);
  await page.goto('/admin/artists/new');
  await expect(page.locator('form')).toBeVisible();
}

async function open(visit: Visit): Promise<void> {
  await signIn(visit);
  await answer(visit.page, API, artistIn(visit));
  await visit.page.goto(PATH);
  await expect(visit.page.locator('form')).toBeVisible();
}

const nameField = ({ page, texts }: Visit) =>
  page.getByLabel(`${texts['artist-form'].field.name} *`);

/** The form of an artist, with unsaved changes. */
async function openEdited(visit: Visit): Promise<void> {
  await open(visit);
  await nameField(visit).fill('Mama Njanga');
}

/** Presses the save button; the state mocks the response. */
const save = ({ page, texts }: Visit) => press(page, texts['artist-form'].update);

async function sendPhoto(visit: Visit, mimeType: string): Promise<void> {
  await open(visit);
  const photo = { name: 'photo.png', mimeType, buffer: Buffer.from('no picture') };
  await visit.page.locator('input[type=file]').first().setInputFiles(photo);
}

export const adminArtistFormStates: ScreenState[] = [
  {
    name: 'artist form',
    title: titleNew,
    async show(visit) {
      await openNew(visit);
      return heading(visit, titleNew(visit));
    },
  },
  {
    name: 'artist form of an artist',
    title: titleEdit,
    async show(visit) {
      await openEdited(visit);
      const { unsavedChanges } = visit.texts['artist-form'];
      return visit.page.getByText(unsavedChanges, { exact: true });
    },
  },
  {
    name: 'artist form loading',
    title: titleEdit,
    hasNoHeading: true,
    async show(visit) {
      const { page, texts } = visit;
      await signIn(visit);
      await hold(page, API);
      await page.goto(PATH);
      return page.getByRole('main').getByText(texts.common.loading);
    },
  },
  {
    name: 'artist form error',
    title: titleEdit,
    async show(visit) {
      await signIn(visit);
      await answer(visit.page, API, {}, 500);
      await visit.page.goto(PATH);
      return heading(visit, visit.texts['artist-form'].loadFailed.title);
    },
  },
  {
    name: 'artist form of an unknown artist',
    title: titleEdit,
    async show(visit) {
      await signIn(visit);
      await answer(visit.page, API, { code: 'not-found', message: 'no' }, 404);
      await visit.page.goto(PATH);
      return heading(visit, visit.texts['artist-form'].missing.title);
    },
  },
  {
    name: 'artist form with errors at its fields',
    keepsLanguage: true,
    title: titleNew,
    async show(visit) {
      const { page, texts } = visit;
      const form = texts['artist-form'];
      await openNew(visit);
      await page.getByText(form.upload.useAddress).click();
      await page.getByLabel(form.field.photoUrl, { exact: true }).fill('no address');
      await press(page, form.create);
      return page.getByText(form.problem.nameRequired);
    },
  },
  {
    name: 'artist form rejected by the server',
    keepsLanguage: true,
    title: titleEdit,
    async show(visit) {
      const paths = ['bioFr', 'nominations.0.nominationTitle', 'nominations.1.categoryId'];
      const issues = paths.map((path) => ({ path, message: 'for machines' }));
      await openEdited(visit);
      await answer(visit.page, API, { code: 'validation', message: 'no', issues }, 400);
      await save(visit);
      return visit.page.getByText(visit.texts['artist-form'].problem.categoryGone);
    },
  },
  {
    name: 'artist form with a nomination opened',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      const { changeCategory, movableHint, blankHint } = texts['artist-form'].nominations;
      // The first nomination cannot move, the second can.
      for (const summary of await page.getByText(changeCategory).all()) await summary.click();
      await expect(page.getByText(texts['artist-form'].problem.hasVotes)).toBeVisible();
      await expect(page.getByText(movableHint)).toBeVisible();
      await page.locator('ol summary').nth(1).click();
      return page.getByText(blankHint).first();
    },
  },
  {
    name: 'artist form with a broken photo',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      const form = texts['artist-form'];
      await open(visit);
      await page.getByText(form.upload.useAddress).first().click();
      const address = page.getByLabel(form.field.photoUrl, { exact: true });
      await address.fill('/uploads/missing.webp');
      return page.getByText(form.upload.broken).filter({ visible: true });
    },
  },
  {
    name: 'artist form cropping a photo',
    title: titleEdit,
    async show(visit) {
      await open(visit);
      const photo = { width: 900, height: 600, channels: 3 as const, background: '#7C3AED' };
      const buffer = await sharp({ create: photo }).png().toBuffer();
      const file = { name: 'photo.png', mimeType: 'image/png', buffer };
      await visit.page.locator('input[type=file]').first().setInputFiles(file);
      return visit.page.getByRole('dialog', { name: visit.texts['artist-form'].crop.title });
    },
  },
  {
    name: 'artist form sending a photo',
    title: titleEdit,
    async show(visit) {
      await hold(visit.page, UPLOADS_API);
      await sendPhoto(visit, 'image/png');
      return visit.page.getByText(visit.texts['artist-form'].upload.sending);
    },
  },
  {
    name: 'artist form with a rejected photo',
    title: titleEdit,
    async show(visit) {
      await answer(visit.page, UPLOADS_API, { code: 'image-too-large', message: 'no' }, 413);
      await sendPhoto(visit, 'image/png');
      return visit.page.getByText(visit.texts['artist-form'].upload.tooLarge);
    },
  },
  {
    name: 'artist form with a file that is no photo',
    title: titleEdit,
    async show(visit) {
      await sendPhoto(visit, 'text/plain');
      return visit.page.getByText(visit.texts['artist-form'].upload.notAnImage);
    },
  },
  {
    name: 'artist form saving',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      await hold(page, API);
      await save(visit);
      return page.getByRole('button', { name: texts['artist-form'].updating });
    },
  },
  {
    name: 'artist form not saved',
    keepsLanguage: true,
    title: titleEdit,
    async show(visit) {
      await openEdited(visit);
      await answer(visit.page, API, {}, 500);
      await save(visit);
      return toastIn(visit.page, visit.texts['artist-form'].updateFailed);
    },
  },
  {
    name: 'artist form with a conflict',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      const theirs = artistIn(visit);
      theirs.nominations.reverse();
      await page.route(API, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, json: { code: 'changed-meanwhile', message: 'no' } })
          : route.fulfill({ json: { ...theirs, bio: null, isFeatured: false, version: 4 } }),
      );
      await save(visit);
      return page.getByRole('dialog', { name: texts['artist-form'].conflict.title });
    },
  },
  {
    name: 'artist form with a name that exists already',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      const lookAlike = { id: crypto.randomUUID(), name: 'Mama Njanga', nameFr: null };
      await answer(page, API, { code: 'looks-alike', message: 'no', lookAlike }, 409);
      await save(visit);
      return page.getByRole('dialog', { name: texts['artist-form'].lookAlike.title });
    },
  },
  {
    name: 'artist form with a nomination that cannot change its category',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      const summaries = page.getByText(texts['artist-form'].nominations.changeCategory);
      await summaries.nth(1).click();
      await summaries.first().click();
      return page.getByText(texts['artist-form'].problem.hasVotes);
    },
  },
  {
    name: 'artist form with a merge about to be confirmed',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      const { merge } = texts['artist-form'];
      await open(visit);
      const { name, nominations } = artistIn(visit);
      const other = {
        ...{ id: crypto.randomUUID(), name: name.toUpperCase(), bio: null, bioFr: null },
        ...{ photoUrl: null, totalVotes: 33, trendingVotes: 0, isTrending: false },
        ...{ categories: [], categoryCount: 0, isFeatured: false, lacksFrench: false },
      };
      await answer(page, '**/api/admin/artists', [other]);
      await answer(page, '**/merge?into=*', {
        artist: { name, version: 3 },
        into: { name: other.name, version: 1 },
        categories: nominations.map(({ categoryId, categoryName, categoryNameFr }, index) => ({
          ...{ id: categoryId, name: categoryName, nameFr: categoryNameFr },
          ...{ votes: 1_204 * (1 - index), intoVotes: index === 0 ? 33 : null },
          isWithdrawn: index === 1,
        })),
      } satisfies MergePreview);
      await press(page, merge.open);
      await page.getByRole('button', { name: other.name }).click();
      return page.getByText(merge.undoable);
    },
  },
  {
    name: 'artist form of a deleted artist',
    keepsLanguage: true,
    title: titleEdit,
    async show(visit) {
      await openEdited(visit);
      await answer(visit.page, API, { code: 'not-found', message: 'no' }, 404);
      await save(visit);
      return toastIn(visit.page, visit.texts['artist-form'].gone);
    },
  },
  {
    name: 'artist form about to be left',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      await press(page, texts['artist-form'].cancel);
      return page.getByRole('dialog', { name: texts.admin.unsaved.title });
    },
  },
  {
    name: 'artist form with a restored draft',
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      const draft = { name: 'Mama', bio: '', bioFr: '', photoUrl: '', isFeatured: false };
      await page.addInitScript(
        (drafts) => sessionStorage.setItem('artistDrafts', drafts),
        JSON.stringify([{ id: ID, version: 3, draft: { ...draft, nominations: [] } }]),
      );
      await open(visit);
      return page.getByText(texts['artist-form'].draftFound);
    },
  },
  {
    name: 'artist form signed out while editing',
    keepsLanguage: true,
    title: titleEdit,
    async show(visit) {
      const { page, texts } = visit;
      await openEdited(visit);
      await answer(page, API, { code: 'unauthorized', message: 'Unauthorized' }, 401);
      // A 204 stops the redirect: the page with the toast stays.
      await page.route('**/api/login*', (route) => route.fulfill({ status: 204 }));
      await save(visit);
      return toastIn(page, texts['sign-in'].admin.unauthorized);
    },
  },
];
