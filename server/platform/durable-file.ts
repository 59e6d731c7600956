import { open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file completely or not at all, surviving a power cut: the file is synced first, then its
 * name.
 */
export async function writeDurably(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
  const names = await open(dirname(file));
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}
