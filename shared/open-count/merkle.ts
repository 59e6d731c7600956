import { sha256 } from '@noble/hashes/sha2.js';
import { areEqual } from './bytes';

/** 32 bytes, by SHA-256. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;
/** Of a tree without leaves (RFC 6962, section 2.1). */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Hash =>
  sha256.create().update(LEAF).update(entry).digest();

export const nodeHash = (left: Hash, right: Hash): Hash =>
  sha256.create().update(NODE).update(left).update(right).digest();

/**
 * A node above 2^height leaves, of which all are there: the `index`th of its height from the left.
 * Numbers of leaves go up to 2^53, so shifting bits would not do.
 */
export interface FullNode {
  height: number;
  index: number;
}

/**
 * A tree that grows, of which only the roots of its full parts are kept: as many as its size has
 * binary ones.
 */
export class GrowingTree {
  #size = 0;
  readonly #peaks: Hash[] = [];
  readonly #onNode: ((node: FullNode, hash: Hash) => void) | null;

  /** @param onNode told of each node above a leaf once all below it are there */
  constructor(onNode: ((node: FullNode, hash: Hash) => void) | null = null) {
    this.#onNode = onNode;
  }

  /** Goes on where another tree stands. @param peaks as `peaksOf` lists them */
  static at(
    size: number,
    peaks: readonly Hash[],
    onNode: ((node: FullNode, hash: Hash) => void) | null = null,
  ): GrowingTree {
    const tree = new GrowingTree(onNode);
    tree.#size = size;
    tree.#peaks.push(...peaks);
    return tree;
  }

  get size(): number {
    return this.#size;
  }

  /** As `peaksOf` lists them. */
  get peaks(): readonly Hash[] {
    return [...this.#peaks];
  }

  append(leaf: Hash): void {
    let hash = leaf;
    let index = this.#size;
    for (let height = 1; index % 2 === 1; height++) {
      const left = this.#peaks.pop();
      if (!left) throw new Error('a tree without the peaks of its size');
      hash = nodeHash(left, hash);
      index = (index - 1) / 2;
      this.#onNode?.({ height, index }, hash);
    }
    this.#peaks.push(hash);
    this.#size++;
  }

  root(): Hash {
    return this.#peaks.length === 0
      ? EMPTY_ROOT
      : this.#peaks.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** The full parts of a tree from the left to the right, largest first. */
export function peaksOf(size: number): FullNode[] {
  return partsOf(0, size);
}

/** The full nodes that together stand above the leaves from `from` up to, but without, `to`. */
function partsOf(from: number, to: number): FullNode[] {
  const parts: FullNode[] = [];
  let at = from;
  while (at < to) {
    let height = 0;
    let width = 1;
    while (at % (2 * width) === 0 && at + 2 * width <= to) {
      height++;
      width *= 2;
    }
    parts.push({ height, index: at / width });
    at += width;
  }
  return parts;
}

/** How many leaves the left part of a tree has: the largest power of two below its size. */
function leftOf(size: number): number {
  let left = 1;
  while (2 * left < size) left *= 2;
  return left;
}

/** One hash of a proof: that of the full nodes next to each other, from the left to the right. */
type ProofStep = readonly FullNode[];

/** What has to be read for the inclusion proof of an entry, one step for each hash (RFC 6962, 2.1.1). */
export function inclusionSteps(index: number, size: number): ProofStep[] {
  const steps: ProofStep[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + leftOf(to - from);
    if (index < middle) {
      steps.push(partsOf(middle, to));
      to = middle;
    } else {
      steps.push(partsOf(from, middle));
      from = middle;
    }
  }
  return steps.reverse();
}

/** The same for the proof that a tree has grown out of a smaller one (RFC 6962, 2.1.2). */
export function consistencySteps(older: number, newer: number): ProofStep[] {
  if (older === 0 || older === newer) return [];
  const steps: ProofStep[] = [];
  let from = 0;
  let to = newer;
  while (to !== older) {
    const middle = from + leftOf(to - from);
    if (older <= middle) {
      steps.push(partsOf(middle, to));
      to = middle;
    } else {
      steps.push(partsOf(from, middle));
      from = middle;
    }
  }
  if (from !== 0) steps.push(partsOf(from, to));
  return steps.reverse();
}

/** Reads the hash of one full node, wherever it is kept. */
export type ReadNode = (node: FullNode) => Promise<Hash>;

export const proofOf = (steps: readonly ProofStep[], read: ReadNode): Promise<Hash[]> =>
  Promise.all(
    steps.map(async (parts) => {
      const hashes = await Promise.all(parts.map(read));
      return hashes.reduceRight((right, left) => nodeHash(left, right));
    }),
  );

const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areHashes = (...values: readonly Hash[]) =>
  values.every(({ length }) => length === HASH_BYTES);

interface Inclusion {
  index: number;
  leaf: Hash;
  size: number;
  root: Hash;
  proof: readonly Hash[];
}

/** Whether the leaf stands at its place in the tree (RFC 9162, 2.1.3.2, on the hashes of RFC 6962). */
export function isIncluded({ index, leaf, size, root, proof }: Inclusion): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  if (!areHashes(leaf, root, ...proof)) return false;
  let place = index;
  let last = size - 1;
  let hash = leaf;
  for (const step of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(step, hash);
      while (place % 2 === 0 && place !== 0) {
        place /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, step);
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && areEqual(hash, root);
}

interface Growth {
  older: { size: number; root: Hash };
  newer: { size: number; root: Hash };
  proof: readonly Hash[];
}

/** Whether the newer tree begins with all of the older one, unchanged (RFC 9162, 2.1.4.2). */
export function hasGrown({ older, newer, proof }: Growth): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (older.size === 0 && !areEqual(older.root, EMPTY_ROOT)) return false;
  if (older.size === newer.size) return proof.length === 0 && areEqual(older.root, newer.root);
  if (!areHashes(older.root, newer.root, ...proof)) return false;
  if (older.size === 0) return proof.length === 0;
  // A tree that is one full part of the newer one is the first step by itself.
  const isFullPart = peaksOf(older.size).length === 1;
  const [first, ...steps] = isFullPart ? [older.root, ...proof] : proof;
  if (!first) return false;
  let place = older.size - 1;
  let last = newer.size - 1;
  while (place % 2 === 1) {
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  let before = first;
  let after = first;
  for (const step of steps) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      before = nodeHash(step, before);
      after = nodeHash(step, after);
      while (place % 2 === 0 && place !== 0) {
        place /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      after = nodeHash(after, step);
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && areEqual(before, older.root) && areEqual(after, newer.root);
}
