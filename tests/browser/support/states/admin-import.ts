import type { Locator } from '@playwright/test';
import {
  IMPORT_PROBLEMS,
  type ImportIssue,
  type ImportPreview,
} from '#shared/contracts/catalog-import';
import { answer, heading, hold, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const PREVIEW_API = '**/api/admin/import/preview*';
const IMPORT_API = '**/api/admin/import?plan=*';

const EMPTY: ImportPreview = {
  encoding: 'utf-8',
  sheets: [],
  sheet: null,
  headingsRow: 1,
  passedOver: [],
  passedOverCount: 0,
  columns: [
    { heading: 'Artiste nominé', samples: ['Mama Njanga'], field: 'name', isGuessed: false },
    { heading: 'Prix visé', samples: ['Album de l’année'], field: 'category', isGuessed: false },
  ],
  rows: 0,
  issues: [],
  issueCount: 0,
  counts: { newCategories: 0, newArtists: 0, existingArtists: 0, nominations: 0 },
  artists: [],
  plan: 'plan',
};

const CATEGORIES = [
  { name: 'Best Performance on a Stage', nameFr: 'Meilleure prestation scénique' },
  { name: 'Album of the Year', nameFr: 'Album de l’année' },
  { name: 'Song of the Year', nameFr: 'Chanson de l’année' },
];

const SOUND: ImportPreview = {
  ...EMPTY,
  encoding: 'windows-1252',
  // As Google Forms writes them.
  columns: [
    { heading: 'Horodateur', samples: ['02/11/2025 16:05:12'], field: null, isGuessed: false },
    {
      heading: 'Nom de l’artiste ou du groupe que vous souhaitez voir nominé cette année ?',
      samples: ['Mama Njanga & The Bamenda All-Stars', 'Zoé', 'Artist 1'],
      field: 'name',
      isGuessed: true,
    },
    { heading: '', samples: ['x'], field: null, isGuessed: false },
    { heading: 'Prix visé', samples: ['Album de l’année'], field: 'category', isGuessed: false },
  ],
  passedOver: [
    { row: 1, text: 'Liste des nominés', why: 'above' },
    { row: 344, text: 'Total, 340', why: 'total' },
  ],
  passedOverCount: 31,
  headingsRow: 3,
  rows: 340,
  counts: { newCategories: 3, newArtists: 119, existingArtists: 1, nominations: 122 },
  artists: Array.from({ length: 120 }, (_, index) => ({
    name:
      index === 1
        ? 'Mama Njanga & The Bamenda All-Stars featuring the Choir of the Cathedral'
        : `Artist ${index + 1}`,
    existingId: index === 1 ? '0f8fad5b-d9cb-469f-a165-70867728950e' : null,
    categories: index === 1 ? CATEGORIES : CATEGORIES.slice(1, 2),
    returning: index === 1 ? 2 : 0,
  })),
};

const issue = (problem: ImportIssue['problem'], row: number): ImportIssue => ({
  row,
  column: 'Titre de la nomination (français)',
  field: 'nominationTitleFr',
  value: row % 2 ? 'Une valeur avec beaucoup de mots' : 'https://pictures.example/'.repeat(3),
  problem,
  details: { max: 255, otherRow: 2, text: 'Meilleure prestation scénique' },
});

const EVERY_PROBLEM = IMPORT_PROBLEMS.map((problem, index) => issue(problem, index + 2));

const BAD: ImportPreview = {
  ...EMPTY,
  rows: 5_000,
  issueCount: 6_120,
  issues: [
    ...EVERY_PROBLEM,
    ...Array.from({ length: 100 }, (_, index) => ({
      ...issue('required', 100 + index),
      value: '',
    })),
  ],
};

const title = ({ texts }: Visit) => texts['catalog-import'].title;

async function choose({ page }: Visit, content = 'name,category'): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({
    name: 'artistes-et-nominations-du-festival-2025-version-finale.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
}

async function open({ page }: Visit): Promise<void> {
  await signInAsAdministrator(page);
  await page.goto('/admin/import');
}

async function openWith(visit: Visit, preview: object, status = 200): Promise<void> {
  await answer(visit.page, PREVIEW_API, preview, status);
  await open(visit);
  await choose(visit);
}

const saveButton = ({ page, texts }: Visit): Locator =>
  page.getByRole('button', {
    name: texts['catalog-import'].preview.save_other.replace('{{count, number}}', '122'),
  });

export const importStates: ScreenState[] = [
  {
    name: 'import',
    title,
    async show(visit) {
      await open(visit);
      return heading(visit, visit.texts['catalog-import'].guide.heading);
    },
  },
  {
    name: 'import checking',
    title,
    async show(visit) {
      await hold(visit.page, PREVIEW_API);
      await open(visit);
      await choose(visit);
      return visit.page.getByRole('main').locator('button[aria-busy="true"]');
    },
  },
  {
    name: 'import with invalid rows',
    title,
    async show(visit) {
      await openWith(visit, BAD);
      return visit.page.getByText(visit.texts['catalog-import'].issues.hint);
    },
  },
  {
    name: 'import ready',
    title,
    async show(visit) {
      await openWith(visit, SOUND);
      return saveButton(visit);
    },
  },
  {
    name: 'import being saved',
    title,
    async show(visit) {
      await hold(visit.page, IMPORT_API);
      await openWith(visit, SOUND);
      await saveButton(visit).click();
      return visit.page.getByText(visit.texts['catalog-import'].preview.saving);
    },
  },
  {
    name: 'import done',
    title,
    async show(visit) {
      await answer(visit.page, IMPORT_API, SOUND.counts, 201);
      await openWith(visit, SOUND);
      await saveButton(visit).click();
      return heading(visit, visit.texts['catalog-import'].done.heading);
    },
  },
  {
    name: 'import with a conflict',
    title,
    async show(visit) {
      await answer(visit.page, IMPORT_API, { code: 'import-changed', message: '' }, 409);
      await openWith(visit, SOUND);
      await saveButton(visit).click();
      return visit.page.getByText(visit.texts['catalog-import'].save.changed);
    },
  },
  {
    name: 'import without a response',
    title,
    async show(visit) {
      await visit.page.route(IMPORT_API, (route) => route.abort());
      await openWith(visit, SOUND);
      await saveButton(visit).click();
      return visit.page.getByText(visit.texts['catalog-import'].save.uncertain);
    },
  },
  {
    name: 'import not checked',
    title,
    async show(visit) {
      await openWith(visit, {}, 503);
      return visit.page.getByText(visit.texts.tables.file['not-checked']);
    },
  },
  {
    name: 'import of a protected spreadsheet',
    title,
    async show(visit) {
      await openWith(visit, { code: 'import-password', message: '' }, 400);
      return visit.page.getByText(visit.texts.tables.file['import-password']);
    },
  },
];
