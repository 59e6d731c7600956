import { ApiError } from '#client/lib/api/request';
import { UNREADABLE_IMPORTS, type UnreadableImport } from '#shared/contracts/tables';

/** Reasons why a file's table cannot be read. */
export type FileProblem = UnreadableImport | 'too-large' | 'unreadable' | 'not-checked';

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
export async function readTableFile(file: File, maxBytes: number): Promise<Blob> {
  if (file.size > maxBytes) throw new UnusableFile('too-large');
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UnusableFile('unreadable'); // A folder, or a file that was moved meanwhile.
  });
  if (bytes.byteLength === 0) throw new UnusableFile('import-empty');
  return new Blob([bytes], { type: 'application/octet-stream' });
}

/** Returns the key of the message to show; null after a 401, when the sign-in takes over. */
export function fileProblemOf(error: Error): FileProblem | null {
  if (error instanceof UnusableFile) return error.problem;
  if (!(error instanceof ApiError)) return 'not-checked';
  if (error.status === 401) return null;
  // A proxy in between may have its own limit.
  if (error.status === 413 && (error.code === null || error.code === 'too-large')) {
    return 'too-large';
  }
  return UNREADABLE_IMPORTS.find((code) => code === error.code) ?? 'not-checked';
}
