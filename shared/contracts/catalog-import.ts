import { z } from 'zod';
import { IMPORT_COLUMNS } from '../domain/catalog-import';
import { uuid } from './primitives';

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
