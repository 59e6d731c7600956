import { z } from 'zod';
import { storableText } from './primitives';

/** What both imports of tables, of nominees and of statements, have in common. */

/** Error codes (400, 413) of a file without a readable table. */
export const UNREADABLE_IMPORTS = [
  'import-empty',
  /** Neither text nor a spreadsheet. */
  'import-not-text',
  'import-too-many-rows',
  /** A spreadsheet that is protected by a password. */
  'import-password',
  /** A spreadsheet whose content is far larger than the file, or takes too long to read. */
  'import-unpacked-too-large',
  /** A spreadsheet that is cut off or broken. */
  'import-damaged',
  /** An archive or a document of another program, such as Word, Numbers or a ZIP of photographs. */
  'import-other-archive',
  /** A PDF without text, such as a scan, or one in which no table can be found. */
  'import-pdf',
  /** The spreadsheet has no sheet of this name. */
  'import-no-sheet',
] as const;
export type UnreadableImport = (typeof UNREADABLE_IMPORTS)[number];

/** How a file was decoded: the encoding of a text file, or the format of a spreadsheet. */
export const tableEncoding = z.enum([
  'utf-8',
  'utf-16',
  'windows-1252',
  'cp850',
  'macintosh',
  'spreadsheet',
  'pdf',
]);
export type TableEncoding = z.infer<typeof tableEncoding>;

/** Where in a file its table is, when the reader does not find it by itself. */
export const tablePlace = z.strictObject({
  /** Name of the sheet of a spreadsheet; by default the first one with a table, or one whose headings are known. */
  sheet: storableText(200).optional(),
  /** Row number of the headings; by default the row with most known headings. */
  headingsRow: z.coerce.number<string | number>().int().min(1).max(1_000).optional(),
});
export type TablePlace = z.infer<typeof tablePlace>;

/** A row that is not part of the table. */
const passedRow = z.object({
  row: z.number().int(),
  /** The beginning of its text. */
  text: z.string(),
  why: z.enum([
    'above',
    'total',
    'headings-again',
    /** The same nomination as in a row above, or as in the catalogue. */
    'again',
    'left-out',
    /** Neither received nor sent. */
    'no-amount',
    /** Money in another currency than the provider's. */
    'other-currency',
    /** The chosen column says that the payment failed. */
    'not-received',
  ]),
});
export type PassedRow = z.infer<typeof passedRow>;

/** How the reader understood a file. */
export const tableFound = z.object({
  encoding: tableEncoding,
  /** Names of a spreadsheet's sheets that are not empty; empty for other files. */
  sheets: z.array(z.string()),
  /** The sheet that was read; null for other files. */
  sheet: z.string().nullable(),
  headingsRow: z.number().int(),
  /** The first rows that were passed over. */
  passedOver: z.array(passedRow),
  passedOverCount: z.number().int(),
});
export type TableFound = z.infer<typeof tableFound>;
