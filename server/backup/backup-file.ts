import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error';

const SUFFIX = '.dump';

/** Sorts by time, and is a file name everywhere. */
export const backupName = (now: Date) =>
  `festival-awards-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}${SUFFIX}`;

/** Beside a backup, as `sha256sum --check` reads it. */
export const checksumFile = (file: string) => `${file}.sha256`;

/** Beside a backup too: what the open count had signed when it was begun. */
export const checkpointFile = (file: string) => `${file}.checkpoint`;

/** @returns null for a backup of before there was an open count */
export const checkpointBeside = (file: string): Promise<string | null> =>
  readFile(checkpointFile(file), 'utf8').catch(() => null);

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @throws BackupError unless the file is, to the bit, what was written */
export async function expectUnaltered(file: string): Promise<void> {
  const noted = await readFile(checksumFile(file), 'utf8').catch(() => null);
  if (noted === null) throw new BackupError(`${checksumFile(file)} is missing or cannot be read.`);
  const found = await sha256Of(file).catch(() => null);
  if (found === null) throw new BackupError(`${file} is missing or cannot be read.`);
  if (found !== noted.split(' ', 1).join()) {
    throw new BackupError(`${file} is not what was written: its checksum is another one.`);
  }
}

/**
 * The newest whole backup of a folder.
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
  return dated.sort((one, other) => other.at.getTime() - one.at.getTime())[0] ?? null;
}
