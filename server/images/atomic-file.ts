import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file completely or not at all: neither a reader nor a start after a power cut finds a
 * partial one. Until it is complete, its name starts with a dot, and such names are not served.
 */
export async function writeAtomically(
  directory: string,
  name: string,
  bytes: Buffer,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const unfinished = join(directory, `.${name}.${randomUUID()}`);
  try {
    await writeFile(unfinished, bytes, { flush: true });
    await rename(unfinished, join(directory, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** @returns null when there is no file of this name */
export async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
