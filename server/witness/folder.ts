import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '#server/platform/durable-file';
import { NoteError } from '#shared/open-count/note';
import { parseSigningKey, type Signer, signerOf, toSigningKey } from '#shared/open-count/signer';
import type { WitnessMemory } from '#shared/open-count/witness';
import { acquireLock, LockHeldError } from '../platform/process-lock.mjs';

/** An error with a message for the person who runs the witness. */
export class WitnessFolderError extends Error {}

export interface WitnessFolder {
  signer: Signer;
  memory: WitnessMemory;
  /** Stores a checkpoint that its log has signed and that was not cosigned: it may be evidence. */
  keepRefused(log: string, checkpoint: string): Promise<void>;
  close(): Promise<void>;
}

const KEY_FILE = 'key';
const SECRET_BYTES = 32;
const SUFFIX = '.checkpoint';

/**
 * Opens the persistent data of a witness: its key, and the latest checkpoint of each log.
 * @throws WitnessFolderError when another process uses it, or its key has another name
 */
export async function openWitnessFolder(folder: string, name: string): Promise<WitnessFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(join(folder, 'lock')).catch((error: unknown) => {
    if (!(error instanceof LockHeldError)) throw error;
    throw new WitnessFolderError(`Process ${error.pid} is already using ${folder}.`);
  });
  const fileOf = (log: string) => join(folder, `${log}${SUFFIX}`);
  try {
    return {
      signer: await ownSigner(folder, name),
      memory: {
        read: (log) => textOf(fileOf(log)),
        save: (log, checkpoint) => writeDurably(fileOf(log), checkpoint),
      },
      async keepRefused(log, checkpoint) {
        const digest = createHash('sha256').update(checkpoint).digest('hex');
        await writeDurably(join(folder, `${log}.refused.${digest.slice(0, 16)}`), checkpoint);
      },
      close: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the key generated at the first start; a different key would be a different witness. */
async function ownSigner(folder: string, name: string): Promise<Signer> {
  const file = join(folder, KEY_FILE);
  const stored = await textOf(file);
  if (stored !== null) {
    const signer = readSigner(stored.trim());
    if (!signer)
      throw new WitnessFolderError(`${file} does not contain a witness key. Restore it.`);
    if (signer.key.name === name) return signer;
    throw new WitnessFolderError(`${folder} is the folder of ${signer.key.name}, not of ${name}.`);
  }
  if ((await readdir(folder)).some((entry) => entry.endsWith(SUFFIX))) {
    throw new WitnessFolderError(
      `${folder} contains logs, but its key is missing. Restore ${file}.`,
    );
  }
  const signer = signerOf(name, 'witness', randomBytes(SECRET_BYTES));
  await writeDurably(file, `${toSigningKey(signer)}\n`);
  return signer;
}

function readSigner(text: string): Signer | null {
  try {
    const signer = parseSigningKey(text);
    return signer.key.type === 'witness' ? signer : null;
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}

/** @returns null when there is no such file */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
