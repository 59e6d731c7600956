import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '#server/platform/durable-file';
import { parseCheckpointText, type TreeHead } from '#shared/open-count/checkpoint';
import { NoteError, parseNote } from '#shared/open-count/note';
import type { Signer } from '#shared/open-count/signer';
import { originHash } from '#shared/open-count/witness';
import { originOf } from './names';

/** A tree that the log has signed. */
export interface SignedTree extends TreeHead {
  /** The signed note, with or without cosignatures. */
  note: string;
}

/**
 * @returns null for anything but a signed checkpoint, and for a log of a name other than `origin`,
 *   if given
 */
export function signedTreeOf(note: string, origin: string | null): SignedTree | null {
  try {
    const head = parseCheckpointText(parseNote(note).text);
    return origin === null || head.origin === origin ? { ...head, note } : null;
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}

/**
 * Stores the largest tree that the log has signed, as far as this process knows: in memory, and in
 * a folder for later processes. The folder has a file for each size, of which the largest counts,
 * so that processes sharing it overwrite nothing.
 */
export class SignerMemory {
  readonly origin: string;
  /** True when this process knows what the witnesses had seen when it started. */
  hasAskedWitnesses = false;
  readonly #folder: string | null;
  #newest: SignedTree | null = null;
  #isRead = false;

  /** @param dataDir null stores it in memory only */
  constructor(dataDir: string | null, signers: readonly Signer[]) {
    this.origin = originOf(signers);
    this.#folder = dataDir === null ? null : folderOf(dataDir, this.origin);
  }

  async newest(): Promise<SignedTree | null> {
    if (!this.#isRead) {
      if (this.#folder !== null) this.#newest = await readNewest(this.#folder, this.origin);
      this.#isRead = true;
    }
    return this.#newest;
  }

  /**
   * Stores a tree unless a larger one is stored. Resolves once it is durable.
   * @throws when it cannot be written
   */
  async save(tree: SignedTree): Promise<void> {
    const before = await this.newest();
    if (before && before.size >= tree.size) return;
    if (this.#folder !== null) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeDurably(join(this.#folder, String(tree.size)), tree.note);
      await removeBelow(this.#folder, tree.size);
    }
    this.#newest = tree;
  }
}

/** Folder in DATA_DIR, with a subfolder for each log. */
const FOLDER = 'open-count';
const folderOf = (dataDir: string, origin: string) => join(dataDir, FOLDER, originHash(origin));

/** Returns the sizes of the stored files, largest first; empty if there is no such folder. */
async function sizesIn(folder: string): Promise<number[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  const sizes = names.filter((name) => /^(0|[1-9]\d*)$/.test(name)).map(Number);
  return sizes.sort((size, other) => other - size);
}

/** @throws Error for a file without a checkpoint: continuing without it may fork the log */
async function readNewest(folder: string, origin: string | null): Promise<SignedTree | null> {
  const [size] = await sizesIn(folder);
  if (size === undefined) return null;
  const file = join(folder, String(size));
  const note = await readFile(file, 'utf8').catch(nullIfMissing);
  // Another process has just stored a larger one.
  if (note === null) return readNewest(folder, origin);
  const tree = signedTreeOf(note, origin);
  if (tree?.size !== size) throw new Error(`${file} contains no checkpoint of the log`);
  return tree;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

async function removeBelow(folder: string, size: number): Promise<void> {
  const smaller = (await sizesIn(folder)).filter((stored) => stored < size);
  await Promise.all(smaller.map((stored) => rm(join(folder, String(stored)), { force: true })));
}

/** Returns the last signed tree of each log, as far as this machine knows. */
export async function rememberedTrees(dataDir: string): Promise<SignedTree[]> {
  const logs = (await readdir(join(dataDir, FOLDER)).catch(nullIfMissing)) ?? [];
  const trees = await Promise.all(logs.map((log) => readNewest(join(dataDir, FOLDER, log), null)));
  return trees.filter((tree) => tree !== null);
}

/** Forgets the signed trees of a database that was emptied on purpose: its log starts again. */
export const forgetSigned = (dataDir: string): Promise<void> =>
  rm(join(dataDir, FOLDER), { recursive: true, force: true });
