import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * All of it or nothing: a reader, or a start after a power cut, never finds half a file. Until it is
 * whole its name has a dot in front, and such names are not served.
 */
export async function writeWhole(directory: string, name: string, bytes: Buffer): Promise<void> {
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

/** @returns null where there is no file of this name */
export async function readWhole(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
