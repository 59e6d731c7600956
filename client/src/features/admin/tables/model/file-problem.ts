import { ApiError } from '#client/lib/api/request';
import type { UnreadableImport } from '#shared/contracts/catalog-import';
import { IMPORT_MAX_BYTES, isSpreadsheet } from '#shared/domain/catalog-import';

/** Reasons why a file's rows cannot be checked. */
export type FileProblem =
  | 'empty'
  | 'spreadsheet'
  | 'notText'
  | 'tooManyRows'
  | 'tooLarge'
  | 'unreadable'
  | 'notChecked';

/** A problem that the browser finds without sending the file. */
export class UnusableFile extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(`the file cannot be used: ${problem}`);
    this.name = 'UnusableFile';
    this.problem = problem;
  }
}

/**
 * Reads the file at once: one that is changed or moved later could not be sent a second time.
 * @throws UnusableFile
 */
export async function readFile(file: File): Promise<Blob> {
  if (file.size > IMPORT_MAX_BYTES) throw new UnusableFile('tooLarge');
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UnusableFile('unreadable'); // A folder, or a file that was moved meanwhile.
  });
  if (bytes.byteLength === 0) throw new UnusableFile('empty');
  if (isSpreadsheet(new Uint8Array(bytes))) throw new UnusableFile('spreadsheet');
  return new Blob([bytes], { type: 'text/csv' });
}

const PROBLEMS: Record<UnreadableImport | 'too-large', FileProblem> = {
  'import-empty': 'empty',
  'import-spreadsheet': 'spreadsheet',
  'import-not-text': 'notText',
  'import-too-many-rows': 'tooManyRows',
  'too-large': 'tooLarge',
};
const PROBLEMS_BY_CODE: ReadonlyMap<string, FileProblem> = new Map(Object.entries(PROBLEMS));

/** Returns the key of the message to show; null after a 401, when the sign-in takes over. */
export function fileProblemOf(error: Error): FileProblem | null {
  if (error instanceof UnusableFile) return error.problem;
  if (!(error instanceof ApiError)) return 'notChecked';
  if (error.status === 401) return null;
  // A proxy in between may have its own limit.
  if (error.status === 413 && error.code === null) return 'tooLarge';
  return PROBLEMS_BY_CODE.get(error.code ?? '') ?? 'notChecked';
}
