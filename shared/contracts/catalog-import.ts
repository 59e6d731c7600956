import { z } from 'zod';
import type { Language } from '../domain/localized';
import { uuid } from './primitives';

/** Of a file that is imported; both are told before and after it is sent. */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 5_000;

/** One row is one nomination; the first five columns are its artist's. Named as the form's fields. */
export const IMPORT_COLUMNS = [
  'name',
  'bio',
  'bioFr',
  'photoUrl',
  'isFeatured',
  'category',
  'nominationTitle',
  'nominationTitleFr',
  'nominationPhotoUrl',
  'nominationDescription',
  'nominationDescriptionFr',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
export const REQUIRED_IMPORT_COLUMNS = ['name', 'category'] as const satisfies ImportColumn[];

/** What the templates head the columns with. Either language is read, whoever sends the file. */
export const IMPORT_HEADINGS: Record<Language, Record<ImportColumn, string>> = {
  en: {
    name: 'Artist name',
    bio: 'Bio (English)',
    bioFr: 'Bio (French)',
    photoUrl: 'Artist photo',
    isFeatured: 'Featured',
    category: 'Category',
    nominationTitle: 'Nomination title (English)',
    nominationTitleFr: 'Nomination title (French)',
    nominationPhotoUrl: 'Nomination photo',
    nominationDescription: 'Nomination description (English)',
    nominationDescriptionFr: 'Nomination description (French)',
  },
  fr: {
    name: 'Nom de l’artiste',
    bio: 'Biographie (anglais)',
    bioFr: 'Biographie (français)',
    photoUrl: 'Photo de l’artiste',
    isFeatured: 'À la une',
    category: 'Catégorie',
    nominationTitle: 'Titre de la nomination (anglais)',
    nominationTitleFr: 'Titre de la nomination (français)',
    nominationPhotoUrl: 'Photo de la nomination',
    nominationDescription: 'Description de la nomination (anglais)',
    nominationDescriptionFr: 'Description de la nomination (français)',
  },
};

export const IMPORT_PROBLEMS = [
  // Of the headings
  'missingColumn',
  'unknownColumn',
  'repeatedColumn',
  // Of the file's form
  'brokenQuotes',
  'extraCell',
  // Of one value
  'required',
  'tooLong',
  'damaged',
  'unstorable',
  'notAPicture',
  'notYesOrNo',
  'invalid',
  // Of a value next to the others
  'otherSpelling',
  'profileConflict',
  'nominatedTwice',
  'tooManyNominations',
  // Of a value next to the catalogue
  'unknownCategory',
  'noCategories',
  'ambiguousCategory',
  'ambiguousArtist',
  'differsFromCatalog',
  'blankInCatalog',
  'alreadyNominated',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

const importIssue = z.object({
  /** As the spreadsheet numbers it: the headings are row 1. */
  row: z.number().int(),
  /** As the file heads it; null where the file has no heading for it. */
  column: z.string().nullable(),
  /** Which column that is, or seems to be meant. */
  field: z.enum(IMPORT_COLUMNS).nullable(),
  /** What stands there, its beginning if it is long. */
  value: z.string(),
  problem: z.enum(IMPORT_PROBLEMS),
  details: z.object({
    /** Characters, or nominations, at most. */
    max: z.number().int().optional(),
    /** The row it clashes with. */
    otherRow: z.number().int().optional(),
    /** What it clashes with, or what may have been meant. */
    text: z.string().optional(),
  }),
});
export type ImportIssue = z.infer<typeof importIssue>;

const counts = z.object({
  newArtists: z.number().int(),
  existingArtists: z.number().int(),
  nominations: z.number().int(),
});

/** `POST /api/admin/import/preview`, body the file (`Content-Type: text/csv`). Changes nothing. */
export const importPreview = z.object({
  /** How its letters were read. */
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  /** Those that say something. */
  rows: z.number().int(),
  /** The first ones, in the order of the file; without any, the file can be imported. */
  issues: z.array(importIssue),
  issueCount: z.number().int(),
  /** What an import would do; nothing while there are issues. */
  counts,
  artists: z.array(
    z.object({
      name: z.string(),
      /** The artist of this name that there is already. */
      existingId: uuid.nullable(),
      categories: z.array(z.object({ name: z.string(), nameFr: z.string().nullable() })),
      /** How many of these nominations were withdrawn once, and come back with their votes. */
      returning: z.number().int(),
    }),
  ),
  /** Stands for what is shown here. */
  plan: z.string(),
});
export type ImportPreview = z.infer<typeof importPreview>;

/**
 * `POST /api/admin/import?plan=`, body the same file again. All of it or nothing.
 * With the preview's `plan`, only what the preview showed is done (else 409 `import-changed`).
 */
export const importQuery = z.object({ plan: z.string().max(100).optional() });
export const importResult = counts;
export type ImportResult = z.infer<typeof importResult>;

/** Error codes (400, 413) of a file of which no row could be read. */
export const UNREADABLE_IMPORTS = [
  'import-empty',
  'import-spreadsheet',
  'import-not-text',
  'import-too-many-rows',
] as const;
export type UnreadableImport = (typeof UNREADABLE_IMPORTS)[number];
