import { FIRST_EDITION } from '#shared/domain/editions';
import { type FullNode, GrowingTree, HASH_BYTES, type Hash, type ReadNode } from './merkle';

/** Levels of the tree per tile (c2sp.org/tlog-tiles). */
const TILE_HEIGHT = 8;
/** Number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256;

/**
 * Returns the level of tiles that stores a node's hash; null for hashes that are calculated from a
 * tile.
 */
export const levelOf = (height: number): number | null =>
  height % TILE_HEIGHT === 0 ? height / TILE_HEIGHT : null;

/** Level of the bundles that open the sealed entries of one edition. */
type OpeningsLevel = 'openings' | `openings-${number}`;

/** A unit in which a log is served: hashes of one level, entries, or openings of sealed ones. */
export interface Tile {
  level: number | 'entries' | OpeningsLevel;
  index: number;
  /** 256 for a full one. */
  width: number;
}

export const openingsLevel = (edition: number): OpeningsLevel =>
  edition === FIRST_EDITION ? 'openings' : `openings-${edition}`;

/** Returns the edition that a bundle of openings is about; null for all other tiles. */
export function openedEdition({ level }: Pick<Tile, 'level'>): number | null {
  if (typeof level === 'number' || level === 'entries') return null;
  return level === 'openings' ? FIRST_EDITION : Number(level.slice('openings-'.length));
}

/** Returns the path of a tile below the log's prefix: `tile/0/x001/067.p/8`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const indexPath = groups
    .map((group, at) => (at < groups.length - 1 ? `x${group}` : group))
    .join('/');
  return `tile/${level}/${indexPath}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const MAX_LEVEL = 63;
const TILE_PATH =
  /^tile\/(entries|openings(?:-[1-9]\d{0,8})?|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** @returns null for any path that `tilePath` would not have written */
export function parseTilePath(path: string): Tile | null {
  const [, name, place, part] = TILE_PATH.exec(path) ?? [];
  if (name === undefined || place === undefined) return null;
  const [, edition = FIRST_EDITION] = name.split('-');
  const tile: Tile = {
    level:
      name === 'entries'
        ? name
        : name.startsWith('openings')
          ? openingsLevel(Number(edition))
          : Number(name),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: part === undefined ? TILE_WIDTH : Number(part),
  };
  const isPossible =
    Number.isSafeInteger(tile.index * TILE_WIDTH) &&
    tile.width <= TILE_WIDTH &&
    !(Number(name) > MAX_LEVEL);
  return isPossible && tilePath(tile) === path ? tile : null;
}

/** Returns the last tile of a level for a tree of this size, which may be partial. */
export function lastTileOf(level: number, size: number): Tile | null {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  if (hashes === 0) return null;
  const index = Math.floor((hashes - 1) / TILE_WIDTH);
  return { level, index, width: hashes - index * TILE_WIDTH };
}

/**
 * Returns the bundles that contain the entries from `from` to `to`, exclusive, for a tree of size
 * `to`.
 */
export function bundlesOf(
  from: number,
  to: number,
  level: 'entries' | OpeningsLevel = 'entries',
): Tile[] {
  const bundles: Tile[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index++) {
    bundles.push({ level, index, width: Math.min(TILE_WIDTH, to - index * TILE_WIDTH) });
  }
  return bundles;
}

/** Reads the bytes of a tile of hashes. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/**
 * Reads single nodes from tiles, each tile once.
 * @param size of the tree that the tiles belong to; nodes beyond it cannot be read
 */
export function nodesOfTiles(size: number, readTile: ReadTile): ReadNode {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const read = (tile: Tile) => {
    const path = tilePath(tile);
    const reading = tiles.get(path) ?? readTile(tile);
    tiles.set(path, reading);
    return reading;
  };
  return async ({ height, index }: FullNode) => {
    const level = Math.floor(height / TILE_HEIGHT);
    const width = 2 ** (height % TILE_HEIGHT);
    const first = index * width;
    const at = Math.floor(first / TILE_WIDTH);
    const hashes = Math.floor(size / TILE_WIDTH ** level) - at * TILE_WIDTH;
    const tile = { level, index: at, width: Math.min(TILE_WIDTH, hashes) };
    const bytes = await read(tile);
    const tileHashes = hashesOf(bytes).slice(first % TILE_WIDTH, (first % TILE_WIDTH) + width);
    if (bytes.length !== tile.width * HASH_BYTES || tileHashes.length !== width) {
      throw new Error(`${tilePath(tile)} does not have the hashes of its width`);
    }
    return hashAbove(tileHashes);
  };
}

export const hashesOf = (tile: Uint8Array): Hash[] =>
  Array.from({ length: Math.floor(tile.length / HASH_BYTES) }, (_none, at) =>
    tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );

/** Calculates the hash of the full node above these. */
function hashAbove(hashes: readonly Hash[]): Hash {
  const tree = new GrowingTree();
  for (const hash of hashes) tree.append(hash);
  return tree.root();
}

const MAX_ENTRY_BYTES = 0xffff;

/**
 * Writes a bundle, each entry after its length in two bytes. @throws for an entry too long for that
 */
export function toBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  const view = new DataView(bundle.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) throw new Error('an entry longer than 65,535 bytes');
    view.setUint16(at, entry.length);
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/** @returns null when the lengths do not match the end */
export function fromBundle(bundle: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    if (at + 2 > bundle.length) return null;
    const end = at + 2 + view.getUint16(at);
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
