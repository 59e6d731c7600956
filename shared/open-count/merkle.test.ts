import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../tests/vectors/merkle.json';
import { bytesOf, concatBytes, fromBase64, toHex } from './bytes';
import {
  consistencySteps,
  EMPTY_ROOT,
  type FullNode,
  GrowingTree,
  type Hash,
  hasGrown,
  inclusionSteps,
  isIncluded,
  leafHash,
  nodeHash,
  peaksOf,
  proofOf,
} from './merkle';

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Tree hash as defined in RFC 6962, section 2.1. */
function treeHash(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return sha256(new Uint8Array());
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return sha256(
    concatBytes(Uint8Array.of(1), treeHash(leaves.slice(0, left)), treeHash(leaves.slice(left))),
  );
}

const leavesOf = (size: number) =>
  Array.from({ length: size }, (_none, at) => leafHash(bytesOf(`entry ${at}`)));

function treeOf(leaves: readonly Hash[]): GrowingTree {
  const tree = new GrowingTree();
  for (const leaf of leaves) tree.append(leaf);
  return tree;
}

const readFrom =
  (leaves: readonly Hash[]) =>
  async ({ height, index }: FullNode) =>
    treeHash(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height));

test('the hashes of an empty tree, a leaf and a node match the published vectors', () => {
  const { leaf, node } = vectors;
  expect(toHex(EMPTY_ROOT)).toBe(vectors.roots[0]);
  expect(toHex(leafHash(new Uint8Array()))).toBe(vectors.roots[1]);
  expect(toHex(leafHash(fromHex(leaf.entry)))).toBe(leaf.hash);
  expect(toHex(nodeHash(fromHex(node.left), fromHex(node.right)))).toBe(node.hash);
});

test('an entry cannot pass for a node, nor a node for one with its children swapped', () => {
  const [first, second] = [leafHash(bytesOf('Hello')), leafHash(bytesOf('World'))];
  expect(nodeHash(first, second)).not.toEqual(leafHash(concatBytes(first, second)));
  expect(nodeHash(first, second)).not.toEqual(nodeHash(second, first));
});

test('the tree has the published root after each entry', () => {
  const tree = new GrowingTree();
  expect(toHex(tree.root())).toBe(vectors.roots[0]);
  for (const [index, entry] of vectors.entries.entries()) {
    tree.append(leafHash(fromHex(entry)));
    expect(tree.size).toBe(index + 1);
    expect(toHex(tree.root())).toBe(vectors.roots[index + 1]);
  }
});

test('proofs match the published ones', async () => {
  const leaves = vectors.entries.map((entry) => leafHash(fromHex(entry)));
  for (const { index, size, path } of vectors.inclusionProofs) {
    const made = await proofOf(inclusionSteps(index, size), readFrom(leaves.slice(0, size)));
    expect(made.map(toHex), `entry ${index} of ${size}`).toEqual(path);
  }
  for (const { older, newer, path } of vectors.consistencyProofs) {
    const made = await proofOf(consistencySteps(older, newer), readFrom(leaves.slice(0, newer)));
    expect(made.map(toHex), `${older} in ${newer}`).toEqual(path);
  }
});

/** Format: name|number|number|hash|hash|hashes of the proof|right or wrong */
function probe(line: string) {
  const hash = (index: string | undefined) => fromBase64(vectors.hashes[Number(index)] ?? '')!;
  const [name = '', first, second, one, other, proof = '', verdict] = line.split('|');
  return {
    name,
    numbers: [Number(first), Number(second)] as const,
    hashes: [hash(one), hash(other)] as const,
    proof: proof === '' ? [] : proof.split(' ').map(hash),
    isRight: verdict === 'right',
  };
}

test('proofs of inclusion are accepted and rejected as published', () => {
  for (const line of vectors.inclusion) {
    const { name, numbers, hashes, proof, isRight } = probe(line);
    const [[index, size], [root, leaf]] = [numbers, hashes];
    expect(isIncluded({ index, size, root, leaf, proof }), name).toBe(isRight);
  }
});

test('proofs of consistency are accepted and rejected as published', () => {
  for (const line of vectors.consistency) {
    const { name, numbers, hashes, proof, isRight } = probe(line);
    const older = { size: numbers[0], root: hashes[0] };
    const newer = { size: numbers[1], root: hashes[1] };
    expect(hasGrown({ older, newer, proof }), name).toBe(isRight);
  }
});

test('a tree of any size has the root that the RFC defines, and can be continued from its peaks', () => {
  const leaves = leavesOf(700);
  fc.assert(
    fc.property(fc.nat(700), fc.nat(40), (size, more) => {
      const nodes = new Map<string, Hash>();
      const remember = ({ height, index }: FullNode, hash: Hash) =>
        nodes.set(`${height}/${index}`, hash);
      const tree = new GrowingTree(remember);
      for (const leaf of leaves.slice(0, size)) tree.append(leaf);
      expect(tree.root()).toEqual(treeHash(leaves.slice(0, size)));

      const peaks = peaksOf(size).map((peak) =>
        peak.height === 0 ? leaves[peak.index]! : nodes.get(`${peak.height}/${peak.index}`)!,
      );
      const other = GrowingTree.at(size, peaks, remember);
      for (const leaf of leaves.slice(size, size + more)) other.append(leaf);
      expect(other.root()).toEqual(treeHash(leaves.slice(0, size + more)));
      for (const [name, hash] of nodes) {
        const [height = 0, index = 0] = name.split('/').map(Number);
        const below = leaves.slice(index * 2 ** height, (index + 1) * 2 ** height);
        expect(hash).toEqual(treeHash(below));
      }
    }),
    { numRuns: 30, seed: 1 },
  );
});

/** All proofs that differ slightly from this one. */
function damaged(proof: readonly Hash[], at: number, bit: number): Hash[][] {
  const place = proof.length === 0 ? 0 : at % proof.length;
  const flipped = proof.map((hash, index) =>
    index === place
      ? hash.map((byte, byteAt) => (byteAt === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      : hash,
  );
  const swapped = [...proof];
  const [taken] = swapped.splice(place, 1);
  if (taken) swapped.splice((place + 1) % proof.length, 0, taken);
  return [
    ...(proof.length > 0 ? [flipped, proof.filter((_hash, index) => index !== place)] : []),
    ...(proof.length > 1 ? [swapped] : []),
    [...proof, leafHash(bytesOf('one more'))],
    [leafHash(bytesOf('one more')), ...proof],
    ...(proof.length > 0 ? [proof.toSpliced(place, 0, proof[place]!)] : []),
  ];
}

test('every entry is proved, and every altered proof is rejected', async () => {
  const leaves = leavesOf(600);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 600 }),
      fc.nat(),
      fc.nat(20),
      fc.nat(255),
      async (size, any, at, bit) => {
        const index = any % size;
        const root = treeOf(leaves.slice(0, size)).root();
        const proof = await proofOf(inclusionSteps(index, size), readFrom(leaves));
        const right = { index, size, root, leaf: leaves[index]!, proof };
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        expect(isIncluded(right)).toBe(true);
        for (const wrong of damaged(proof, at, bit)) {
          expect(isIncluded({ ...right, proof: wrong })).toBe(false);
        }
        for (const other of [index - 1, index + 1, size, -1, index + 0.5, Number.NaN]) {
          expect(isIncluded({ ...right, index: other })).toBe(false);
        }
        // Some other sizes have paths of the same shape: only the checkpoint binds a root to its
        // size.
        for (const other of [0, index, -1, size + 0.5, Number.NaN, 2 ** 53]) {
          expect(isIncluded({ ...right, size: other })).toBe(false);
        }
        expect(isIncluded({ ...right, leaf: leafHash(bytesOf('another')) })).toBe(false);
        expect(isIncluded({ ...right, root: treeHash(leaves.slice(0, size - 1)) })).toBe(false);
      },
    ),
    { numRuns: 60, seed: 2 },
  );
});

test('growth from any smaller tree is proved, and from no other', async () => {
  const leaves = leavesOf(600);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 600 }),
      fc.nat(),
      fc.nat(20),
      fc.nat(255),
      async (size, any, at, bit) => {
        const olderSize = 1 + (any % size);
        const older = { size: olderSize, root: treeHash(leaves.slice(0, olderSize)) };
        const newer = { size, root: treeHash(leaves.slice(0, size)) };
        const proof = await proofOf(consistencySteps(olderSize, size), readFrom(leaves));
        expect(hasGrown({ older, newer, proof })).toBe(true);
        for (const wrong of damaged(proof, at, bit)) {
          expect(hasGrown({ older, newer, proof: wrong })).toBe(false);
        }
        const forked = leaves.with(any % olderSize, leafHash(bytesOf('another')));
        const fork = { size: olderSize, root: treeHash(forked.slice(0, olderSize)) };
        expect(hasGrown({ older: fork, newer, proof })).toBe(false);
        if (olderSize !== size) {
          expect(hasGrown({ older: newer, newer: older, proof })).toBe(false);
          expect(hasGrown({ older: { ...older, size }, newer, proof })).toBe(false);
        }
      },
    ),
    { numRuns: 60, seed: 3 },
  );
});

test('an empty tree is a prefix of every tree, unless its root is wrong', () => {
  const newer = { size: 3, root: treeHash(leavesOf(3)) };
  expect(hasGrown({ older: { size: 0, root: EMPTY_ROOT }, newer, proof: [] })).toBe(true);
  expect(hasGrown({ older: { size: 0, root: newer.root }, newer, proof: [] })).toBe(false);
  expect(hasGrown({ older: { size: 0, root: EMPTY_ROOT }, newer, proof: [newer.root] })).toBe(
    false,
  );
  expect(consistencySteps(0, 3)).toEqual([]);
});

test.each([2 ** 31 + 5, 2 ** 48 + 1, 2 ** 52 + 1, 2 ** 53 - 1])(
  'proofs hold in a tree of %i entries',
  async (size) => {
    // A tree of identical entries has one hash for each height.
    const hashes = [leafHash(bytesOf('the same'))];
    for (let height = 1; height < 53; height++) {
      hashes.push(nodeHash(hashes[height - 1]!, hashes[height - 1]!));
    }
    const read = async ({ height }: FullNode) => hashes[height]!;
    const rootOf = (of: number) =>
      GrowingTree.at(
        of,
        peaksOf(of).map(({ height }) => hashes[height]!),
      ).root();
    const root = rootOf(size);
    for (const index of [0, 2 ** 30, size - 2, size - 1]) {
      const proof = await proofOf(inclusionSteps(index, size), read);
      expect(isIncluded({ index, size, root, leaf: hashes[0]!, proof })).toBe(true);
    }
    for (const older of [1, 2 ** 30, 2 ** 30 + 1, size - 2, size - 1, size]) {
      const proof = await proofOf(consistencySteps(older, size), read);
      const growth = { older: { size: older, root: rootOf(older) }, newer: { size, root }, proof };
      expect(hasGrown(growth), `grown out of ${older}`).toBe(true);
    }
  },
);
