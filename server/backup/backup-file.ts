import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error';

const SUFFIX = '.dump';

/** Sorts by time, and is a valid file name on every system. */
export const backupName = (now: Date) =>
  `festival-awards-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}${SUFFIX}`;

/** Checksum file of a backup, in the format of `sha256sum --check`. */
export const checksumFile = (file: string) => `${file}.sha256`;

/** Checkpoint file of a backup: the open count's latest signature when the backup started. */
export const checkpointFile = (file: string) => `${file}.checkpoint`;

/** @returns null for a backup from before the open count existed */
export const checkpointBeside = (file: string): Promise<string | null> =>
  readFile(checkpointFile(file), 'utf8').catch(() => null);

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @throws BackupError unless the file is exactly what was written */
export async function expectUnaltered(file: string): Promise<void> {
  const noted = await readFile(checksumFile(file), 'utf8').catch(() => null);
  if (noted === null) throw new BackupError(`${checksumFile(file)} is missing or cannot be read.`);
  const found = await sha256Of(file).catch(() => null);
  if (found === null) throw new BackupError(`${file} is missing or cannot be read.`);
  if (found !== noted.split(' ', 1).join()) {
    throw new BackupError(`${file} was altered: its checksum does not match.`);
  }
}

/**
 * Returns the latest complete backup of a folder.
 * @returns null when there is none
 */
export async function newestBackup(folder: string): Promise<{ file: string; at: Date } | null> {
  const names = new Set(await readdir(folder).catch(() => []));
  const whole = [...names].filter((name) => name.endsWith(SUFFIX) && names.has(checksumFile(name)));
  const dated = await Promise.all(
    whole.map(async (name) => {
      const file = path.join(folder, name);
      return { file, at: (await stat(file)).mtime };
    }),
  );
  return dated.sort((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null;
}
