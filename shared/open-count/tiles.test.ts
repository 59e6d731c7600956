import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, concatBytes } from './bytes';
import {
  consistencySteps,
  GrowingTree,
  type Hash,
  hasGrown,
  inclusionSteps,
  isIncluded,
  leafHash,
  peaksOf,
  proofOf,
} from './merkle';
import {
  bundlesOf,
  fromBundle,
  lastTileOf,
  nodesOfTiles,
  openingsLevel,
  parseTilePath,
  TILE_WIDTH,
  type Tile,
  tilePath,
  toBundle,
} from './tiles';

test.each<[string, Tile]>([
  ['tile/0/000', { level: 0, index: 0, width: 256 }],
  ['tile/0/x001/067', { level: 0, index: 1067, width: 256 }],
  ['tile/5/x123/x456/078.p/2', { level: 5, index: 123_456_078, width: 2 }],
  ['tile/63/x001/x234/067.p/255', { level: 63, index: 1_234_067, width: 255 }],
  ['tile/entries/x003/x057/500', { level: 'entries', index: 3_057_500, width: 256 }],
  ['tile/openings/001.p/5', { level: 'openings', index: 1, width: 5 }],
  ['tile/openings-12/001.p/5', { level: 'openings-12', index: 1, width: 5 }],
])('%s is the address of a tile', (path, tile) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path)).toEqual(tile);
});

test.each([
  '',
  'tile',
  'tile/0',
  'tile/0/',
  'tile/0/0',
  'tile/0/00',
  'tile/0/0000',
  'tile/0/1000',
  'tile/0/x000/001',
  'tile/0/001/067',
  'tile/0/x001/x067',
  'tile/openings-1/000',
  'tile/openings-0/000',
  'tile/openings-02/000',
  'tile/openings-/000',
  'tile/openings-1234567890/000',
  'tile/entries-2/000',
  'tile/0/x1/067',
  'tile/0/X001/067',
  'tile/0/x001//067',
  'tile/0/-01',
  'tile/0/+01',
  'tile/0/0x1',
  'tile/0/١٢٣',
  'tile/00/000',
  'tile/01/000',
  'tile/-1/000',
  'tile/64/000',
  'tile/99/000',
  'tile/100/000',
  'tile/data/000',
  'tile/Entries/000',
  'tile/0/000.p',
  'tile/0/000.p/',
  'tile/0/000.p/0',
  'tile/0/000.p/01',
  'tile/0/000.p/256',
  'tile/0/000.p/257',
  'tile/0/000.p/999',
  'tile/0/000.p/1000',
  'tile/0/000.p/-1',
  'tile/0/000.p/1.5',
  'tile/0/000.p/5/',
  'tile/0/000/',
  'tile/0/000\n',
  ' tile/0/000',
  '/tile/0/000',
  'tile%2F0%2F000',
  'tile/0%2F000',
  'tile/0/x001%2f067',
  'tile/0/../000',
  'tile/0/000?x',
  // An entry of this tile would have an index beyond 2^53.
  'tile/0/x035/x184/x372/x088/832',
  'tile/entries/x035/x184/x372/x088/832',
  'tile/entries/x100/x000/x000/x000/x000/x000/000',
  `tile/openings/${'x999/'.repeat(200)}999`,
  'tile/4/0/001',
  'tile/3/5/123/456/078',
  'tile/1/data/x003/x057/500',
])('%j is not the address of a tile', (path) => {
  expect(parseTilePath(path)).toBeNull();
});

const anyTile = fc.record({
  level: fc.oneof(
    fc.nat(63),
    fc.constantFrom('entries' as const, openingsLevel(1), openingsLevel(2)),
  ),
  index: fc.oneof(fc.nat(3000), fc.nat({ max: 2 ** 45 - 1 })),
  width: fc.integer({ min: 1, max: 256 }),
});

test('each tile has exactly one address, and each address one tile', () => {
  fc.assert(
    fc.property(anyTile, (tile) => {
      expect(parseTilePath(tilePath(tile))).toEqual(tile);
    }),
    { numRuns: 2_000, seed: 1 },
  );
  fc.assert(
    fc.property(anyTile, fc.nat(), fc.constantFrom(...'0123456789xp./-%'), (tile, at, letter) => {
      const path = tilePath(tile);
      const place = at % path.length;
      const other = path.slice(0, place) + letter + path.slice(place + 1);
      const read = parseTilePath(other);
      if (read) expect(tilePath(read)).toBe(other);
    }),
    { numRuns: 2_000, seed: 2 },
  );
});

test('a tree of 70,000 has the last tiles calculated in the specification', () => {
  expect(lastTileOf(0, 70_000)).toEqual({ level: 0, index: 273, width: 112 });
  expect(lastTileOf(1, 70_000)).toEqual({ level: 1, index: 1, width: 17 });
  expect(lastTileOf(2, 70_000)).toEqual({ level: 2, index: 0, width: 1 });
  expect(lastTileOf(3, 70_000)).toBeNull();
  expect(lastTileOf(0, 256)).toEqual({ level: 0, index: 0, width: 256 });
  expect(lastTileOf(1, 256)).toEqual({ level: 1, index: 0, width: 1 });
  expect(lastTileOf(0, 0)).toBeNull();
});

function rootOf(leaves: readonly Hash[]): Hash {
  const tree = new GrowingTree();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}

const LEAVES = Array.from({ length: 70_000 }, (_none, at) => leafHash(bytesOf(String(at))));
const LEVELS = [LEAVES];
for (let hashes = LEAVES; hashes.length > 0; LEVELS.push(hashes)) {
  hashes = Array.from({ length: Math.floor(hashes.length / TILE_WIDTH) }, (_none, index) =>
    rootOf(hashes.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)),
  );
}

/** A tile of the tree of this size. */
function tileOf(size: number, { level, index, width }: Tile): Uint8Array {
  const hashes = LEVELS[Number(level)]!.slice(0, Math.floor(size / TILE_WIDTH ** Number(level)));
  const tileHashes = hashes.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
  expect(tileHashes.length, 'no other width is served').toBe(width);
  return concatBytes(...tileHashes);
}

test('every proof can be made from the tiles of its tree, with few reads and none repeated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.integer({ min: 1, max: 1_200 }), fc.constantFrom(65_535, 65_536, 65_537, 70_000)),
      fc.nat(),
      async (size, any) => {
        const readPaths: string[] = [];
        const reader = () =>
          nodesOfTiles(size, async (tile) => {
            readPaths.push(tilePath(tile));
            return tileOf(size, tile);
          });
        const root = rootOf(LEAVES.slice(0, size));

        const index = any % size;
        const included = await proofOf(inclusionSteps(index, size), reader());
        const leaf = LEAVES[index]!;
        expect(isIncluded({ index, size, root, leaf, proof: included })).toBe(true);
        expect(new Set(readPaths).size).toBe(readPaths.length);
        // Three levels with two tiles each: one on the path, and the last.
        expect(readPaths.length).toBeLessThanOrEqual(6);

        const older = index + 1;
        const grown = await proofOf(consistencySteps(older, size), reader());
        const from = { size: older, root: rootOf(LEAVES.slice(0, older)) };
        expect(hasGrown({ older: from, newer: { size, root }, proof: grown })).toBe(true);

        const peaks = await Promise.all(peaksOf(size).map(reader()));
        expect(GrowingTree.at(size, peaks).root()).toEqual(root);
      },
    ),
    { numRuns: 40, seed: 3 },
  );
});

test('a truncated tile gives no hash, nor does a node that is not full', async () => {
  const readOfThree = nodesOfTiles(3, async () => concatBytes(...LEAVES.slice(0, 3)));
  await expect(readOfThree({ height: 1, index: 1 })).rejects.toThrow('does not have the hashes');
  const read = nodesOfTiles(4, async () => concatBytes(...LEAVES.slice(0, 3)));
  await expect(read({ height: 1, index: 1 })).rejects.toThrow(
    'does not have the hashes of its width',
  );
  await expect(read({ height: 0, index: 3 })).rejects.toThrow(
    'does not have the hashes of its width',
  );
});

test('bundles cover the requested entries, the last one up to the end of the tree', () => {
  expect(bundlesOf(0, 0)).toEqual([]);
  expect(bundlesOf(256, 256)).toEqual([]);
  expect(bundlesOf(0, 256)).toEqual([{ level: 'entries', index: 0, width: 256 }]);
  expect(bundlesOf(255, 513, 'openings')).toEqual([
    { level: 'openings', index: 0, width: 256 },
    { level: 'openings', index: 1, width: 256 },
    { level: 'openings', index: 2, width: 1 },
  ]);
});

test('a bundle returns its entries, and a truncated one returns none', () => {
  const longest = new Uint8Array(65_535).fill(7);
  expect(fromBundle(toBundle([longest, longest]))?.map(({ length }) => length)).toEqual([
    65_535, 65_535,
  ]);
  const entry = fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    fc.constantFrom(new Uint8Array(255), new Uint8Array(256)),
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), fc.nat(), (entries, cut) => {
      const bundle = toBundle(entries);
      expect(fromBundle(bundle)).toEqual(entries);
      // As a view of a larger buffer.
      expect(fromBundle(concatBytes(Uint8Array.of(9), bundle).subarray(1))).toEqual(entries);
      const ends = entries.map((_entry, at) => toBundle(entries.slice(0, at)).length);
      const at = bundle.length === 0 ? 0 : cut % bundle.length;
      const isWhole = bundle.length === 0 || ends.includes(at);
      expect(fromBundle(bundle.slice(0, at)) !== null).toBe(isWhole);
    }),
    { numRuns: 200, seed: 4 },
  );
});

test('an entry too long for its length field is rejected', () => {
  expect(() => toBundle([new Uint8Array(65_536)])).toThrow('longer than 65,535 bytes');
});
