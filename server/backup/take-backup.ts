import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, link, mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './backup-error';
import { checkpointFile, checksumFile, sha256Of } from './backup-file';
import { runProgram } from './postgres-programs';

/** The file contains voters' names and numbers. */
const OWNER_ONLY = 0o600;

/**
 * Dumps the whole database as it is at this moment to a file in PostgreSQL's custom format, with a
 * checksum file. Voting continues meanwhile. A file with the final name is always complete.
 * @param url with a role that may read everything
 * @param checkpoint the open count's latest, which is older than everything in the file; null
 *   without one
 * @throws BackupError
 */
export async function takeBackup(
  url: string,
  file: string,
  checkpoint: string | null,
): Promise<void> {
  const folder = path.dirname(file);
  const unfinished = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
  const discard = () => rmSync(unfinished, { force: true });
  // Removes the unfinished file if the process exits.
  process.once('exit', discard);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await expectAbsent(file);
    await dump(url, unfinished);
    const checksum = await sha256Of(unfinished);
    const options = { flag: 'wx', mode: OWNER_ONLY, flush: true } as const;
    await writeFile(checksumFile(file), `${checksum}  ${path.basename(file)}\n`, options);
    if (checkpoint !== null) await writeFile(checkpointFile(file), checkpoint, options);
    // Unlike a rename, a link never replaces a file.
    await link(unfinished, file);
    await rm(unfinished);
    await syncFolder(folder);
  } catch (error) {
    const isFileSystemError = error instanceof Error && 'syscall' in error && 'path' in error;
    if (!isFileSystemError) throw error;
    throw new BackupError(`The backup cannot be written: ${error.message}`, { cause: error });
  } finally {
    process.off('exit', discard);
    discard();
  }
}

async function dump(url: string, file: string): Promise<void> {
  const output = await open(file, 'wx', OWNER_ONLY);
  try {
    // A rehearsal is nothing to keep; db:migrate makes its schema again.
    const options = ['--format=custom', '--no-password', '--exclude-schema=rehearsal'];
    await runProgram('pg_dump', options, { url, output: output.fd });
    await output.sync();
  } finally {
    await output.close();
  }
}

async function expectAbsent(file: string): Promise<void> {
  for (const name of [file, checksumFile(file), checkpointFile(file)]) {
    const fileExists = await access(name).then(
      () => true,
      () => false,
    );
    if (fileExists) throw new BackupError(`${name} already exists and is not overwritten.`);
  }
}

/** Syncs the folder, so that the names survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
