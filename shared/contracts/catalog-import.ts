import { z } from 'zod';
import { IMPORT_COLUMNS } from '#shared/domain/catalog-import';
import { jsonText, storableText, uuid } from './primitives';
import { tableFound, tablePlace } from './tables';

export const IMPORT_PROBLEMS = [
  // Headings
  'missingColumn',
  'repeatedColumn',
  // Format of the file
  'brokenQuotes',
  'extraCell',
  // A single value
  'required',
  'tooLong',
  'damaged',
  'wrongLetters',
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
  newCategories: z.number().int(),
  newArtists: z.number().int(),
  existingArtists: z.number().int(),
  nominations: z.number().int(),
});

/** Limits of the choices, which travel in the address of a request. */
const MAX_CHOICES = 3_000;
export const MAX_LEFT_OUT = 500;

/** What an administrator has chosen for a file that is not understood by itself. */
export const importChoices = tablePlace.extend({
  /** Meaning of each column, from the first one on; null to leave it out. */
  columns: jsonText(z.array(z.enum(IMPORT_COLUMNS).nullable()).max(500), MAX_CHOICES).optional(),
  /** For a category's name in the file: the id of a category, or null to create one of this name. */
  categories: jsonText(
    z
      .record(storableText(255), uuid.nullable())
      .transform((named) => new Map(Object.entries(named))),
    MAX_CHOICES,
  ).optional(),
  /** Numbers of rows to leave out. */
  leaveOut: jsonText(z.array(z.number().int()).max(MAX_LEFT_OUT), MAX_CHOICES).optional(),
  /**
   * Where rows differ about an artist, the first one is right, and where they differ from the
   * catalogue, the catalogue is; nominations that exist already are passed over.
   */
  keepFirst: z.literal('yes').optional(),
  /** Addresses that lead to no picture, or to several, are left out. */
  leaveOutPictures: z.literal('yes').optional(),
});
export type ImportChoices = z.output<typeof importChoices>;

/**
 * `POST /api/admin/import/preview?…`; the body is the file, a text or a spreadsheet. Changes
 * nothing.
 */
export const importPreview = tableFound.extend({
  /** Number of rows with a nomination. */
  rows: z.number().int(),
  columns: z.array(
    z.object({
      /** Empty for a column without a heading. */
      heading: z.string(),
      /** The first values, shortened. */
      samples: z.array(z.string()),
      /** Null for one that is left out. */
      field: z.enum(IMPORT_COLUMNS).nullable(),
      /** True when the heading only contains a known name. */
      isGuessed: z.boolean(),
    }),
  ),
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
 * `POST /api/admin/import?plan=…`; the body is the same file again, with the same choices. Imports
 * everything or nothing. With the preview's `plan`, only what the preview showed is imported (else
 * 409 `import-changed`).
 */
export const importQuery = importChoices.extend({ plan: z.string().max(100).optional() });
export const importResult = counts;
export type ImportResult = z.infer<typeof importResult>;
