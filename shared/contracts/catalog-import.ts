import { z } from 'zod';
import { IMPORT_COLUMNS } from '#shared/domain/catalog-import';
import { uuid } from './primitives';

export const IMPORT_PROBLEMS = [
  // Headings
  'missingColumn',
  'unknownColumn',
  'repeatedColumn',
  // Format of the file
  'brokenQuotes',
  'extraCell',
  // A single value
  'required',
  'tooLong',
  'damaged',
  'unstorable',
  'notAPicture',
  'pictureIsPage',
  'severalAddresses',
  'notYesOrNo',
  'invalid',
  // A value compared with other values
  'otherSpelling',
  'profileConflict',
  'nominatedTwice',
  'tooManyNominations',
  // A value compared with the catalogue
  'unknownCategory',
  'noCategories',
  'ambiguousCategory',
  'ambiguousArtist',
  'differsFromCatalog',
  'blankInCatalog',
  'alreadyNominated',
] as const;

const importIssue = z.object({
  /** Row number as in a spreadsheet: the headings are row 1. */
  row: z.number().int(),
  /** Heading in the file; null when the file has no heading for it. */
  column: z.string().nullable(),
  /** The column this is, or probably is. */
  field: z.enum(IMPORT_COLUMNS).nullable(),
  /** The value, shortened if it is long. */
  value: z.string(),
  problem: z.enum(IMPORT_PROBLEMS),
  details: z.object({
    /** Limit in characters, or in nominations. */
    max: z.number().int().optional(),
    /** The row it conflicts with. */
    otherRow: z.number().int().optional(),
    /** The text it conflicts with, or the probable intended text. */
    text: z.string().optional(),
  }),
});
export type ImportIssue = z.infer<typeof importIssue>;

const counts = z.object({
  newArtists: z.number().int(),
  existingArtists: z.number().int(),
  nominations: z.number().int(),
});

/**
 * `POST /api/admin/import/preview`; the body is the file (`Content-Type: text/csv`). Changes
 * nothing.
 */
export const importPreview = z.object({
  /** Detected character encoding. */
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  /** Number of rows that are not empty. */
  rows: z.number().int(),
  /** The first issues, in file order; the file can be imported only when there are none. */
  issues: z.array(importIssue),
  issueCount: z.number().int(),
  /** Counts of the planned changes; all 0 while there are issues. */
  counts,
  artists: z.array(
    z.object({
      name: z.string(),
      /** Id of the existing artist of this name. */
      existingId: uuid.nullable(),
      categories: z.array(z.object({ name: z.string(), nameFr: z.string().nullable() })),
      /**
       * Number of these nominations that were withdrawn before and are restored with their votes.
       */
      returning: z.number().int(),
    }),
  ),
  /** Identifies what this preview shows. */
  plan: z.string(),
});
export type ImportPreview = z.infer<typeof importPreview>;

/**
 * `POST /api/admin/import?plan=`; the body is the same file again. Imports everything or nothing.
 * With the preview's `plan`, only what the preview showed is imported (else 409 `import-changed`).
 */
export const importQuery = z.object({ plan: z.string().max(100).optional() });
export const importResult = counts;
export type ImportResult = z.infer<typeof importResult>;

/** Error codes (400, 413) of a file without a readable row. */
export const UNREADABLE_IMPORTS = [
  'import-empty',
  'import-spreadsheet',
  'import-not-text',
  'import-too-many-rows',
] as const;
export type UnreadableImport = (typeof UNREADABLE_IMPORTS)[number];
