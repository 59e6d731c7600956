import { sha256 } from '@noble/hashes/sha2.js';
import { areEqual } from './bytes';

/** 32 bytes of SHA-256. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;
/** Root of a tree without leaves (RFC 6962, section 2.1). */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Hash =>
  sha256.create().update(LEAF).update(entry).digest();

export const nodeHash = (left: Hash, right: Hash): Hash =>
  sha256.create().update(NODE).update(left).update(right).digest();

/**
 * A node above 2^height leaves that are all present: the `index`th of its height from the left.
 * Numbers of leaves go up to 2^53, too large for bit shifts.
 */
export interface FullNode {
  height: number;
  index: number;
}

/**
 * A growing tree that stores only the roots of its full subtrees: one for each 1 bit of its size.
 */
export class GrowingTree {
  #size = 0;
  readonly #peaks: Hash[] = [];
  readonly #onNode: ((node: FullNode, hash: Hash) => void) | null;

  /** @param onNode called with each node above a leaf once everything below it is present */
  constructor(onNode: ((node: FullNode, hash: Hash) => void) | null = null) {
    this.#onNode = onNode;
  }

  /** Continues from another tree. @param peaks as `peaksOf` lists them */
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

/** Returns the full subtrees of a tree from left to right, largest first. */
export function peaksOf(size: number): FullNode[] {
  return partsOf(0, size);
}

/** Returns the full nodes that together cover the leaves from `from` to `to`, exclusive. */
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

/** Returns the number of leaves in a tree's left part: the largest power of two below its size. */
function leftOf(size: number): number {
  let left = 1;
  while (2 * left < size) left *= 2;
  return left;
}

/** One hash of a proof, calculated from these adjacent full nodes, from left to right. */
type ProofStep = readonly FullNode[];

/**
 * Returns what to read for an entry's inclusion proof, one step for each hash (RFC 6962, 2.1.1).
 */
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

/** Returns what to read for a consistency proof with a smaller tree (RFC 6962, 2.1.2). */
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

/** Reads the hash of one full node, wherever it is stored. */
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

/**
 * True when the leaf is at its index in the tree (RFC 9162, 2.1.3.2, on the hashes of RFC 6962).
 */
export function isIncluded({ index, leaf, size, root, proof }: Inclusion): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  if (!areHashes(leaf, root, ...proof)) return false;
  let position = index;
  let last = size - 1;
  let hash = leaf;
  for (const step of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(step, hash);
      while (position % 2 === 0 && position !== 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, step);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && areEqual(hash, root);
}

interface Growth {
  older: { size: number; root: Hash };
  newer: { size: number; root: Hash };
  proof: readonly Hash[];
}

/** True when the newer tree starts with all of the older one, unchanged (RFC 9162, 2.1.4.2). */
export function hasGrown({ older, newer, proof }: Growth): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (older.size === 0 && !areEqual(older.root, EMPTY_ROOT)) return false;
  if (older.size === newer.size) return proof.length === 0 && areEqual(older.root, newer.root);
  if (!areHashes(older.root, newer.root, ...proof)) return false;
  if (older.size === 0) return proof.length === 0;
  // If the older tree is one full subtree of the newer one, its root is the first step.
  const isFullPart = peaksOf(older.size).length === 1;
  const [first, ...steps] = isFullPart ? [older.root, ...proof] : proof;
  if (!first) return false;
  let position = older.size - 1;
  let last = newer.size - 1;
  while (position % 2 === 1) {
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  let before = first;
  let after = first;
  for (const step of steps) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      before = nodeHash(step, before);
      after = nodeHash(step, after);
      while (position % 2 === 0 && position !== 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      after = nodeHash(after, step);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && areEqual(before, older.root) && areEqual(after, newer.root);
}
