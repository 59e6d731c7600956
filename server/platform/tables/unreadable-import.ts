import { AppError } from '#server/errors';
import type { UnreadableImport } from '#shared/contracts/catalog-import';

const MESSAGES: Record<UnreadableImport, string> = {
  'import-empty': 'The file has no rows',
  'import-spreadsheet': 'This is a spreadsheet; save it as CSV first',
  'import-not-text': 'This is not a text file',
  'import-too-many-rows': 'The file has too many rows',
};

/** Error for a file that is unusable as a whole, not in a single row. */
export const unreadableImport = (code: UnreadableImport): AppError =>
  new AppError(code === 'import-too-many-rows' ? 413 : 400, code, MESSAGES[code], {
    issues: [{ path: '', message: MESSAGES[code] }],
  });
