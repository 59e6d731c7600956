import { AppError } from '#server/errors';
import type { UnreadableImport } from '#shared/contracts/tables';

const MESSAGES: Record<UnreadableImport, string> = {
  'import-empty': 'The file has no rows',
  'import-not-text': 'This is neither a text file nor a spreadsheet',
  'import-too-many-rows': 'The file has too many rows',
  'import-password': 'The spreadsheet is protected by a password',
  'import-unpacked-too-large': 'The content of the spreadsheet is too large',
  'import-damaged': 'The spreadsheet is damaged',
  'import-other-archive': 'This is a document or an archive of another program',
  'import-pdf': 'The PDF has no table that can be read',
  'import-no-sheet': 'The spreadsheet has no such sheet',
};
const TOO_LARGE: readonly UnreadableImport[] = [
  'import-too-many-rows',
  'import-unpacked-too-large',
];

/** Error for a file that is unusable as a whole, not in a single row. */
export const unreadableImport = (code: UnreadableImport): AppError =>
  new AppError(TOO_LARGE.includes(code) ? 413 : 400, code, MESSAGES[code], {
    issues: [{ path: '', message: MESSAGES[code] }],
  });
