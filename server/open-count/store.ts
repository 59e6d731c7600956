import { type AnyColumn, and, asc, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { FIRST_EDITION } from '#shared/domain/editions';
import { areEqual, concatBytes, toBase64 } from '#shared/open-count/bytes';
import { parseCheckpointText, type TreeHead } from '#shared/open-count/checkpoint';
import { canonicalJson, type EntryVotes, type SealOpening } from '#shared/open-count/entry';
import {
  GrowingTree,
  HASH_BYTES,
  type Hash,
  peaksOf,
  type ReadNode,
} from '#shared/open-count/merkle';
import { parseNote } from '#shared/open-count/note';
import {
  nodesOfTiles,
  openedEdition,
  TILE_WIDTH,
  type Tile,
  toBundle,
} from '#shared/open-count/tiles';
import {
  countCheckpoints,
  countEditionHeads,
  countEntries,
  countHashes,
  countHeads,
  editions,
  paymentVotes,
} from '#shared/schema';

const utf8 = new TextEncoder();

/** Returns the bytes of a tile, which never change; null if the log has not grown that far. */
export function readTile(db: Queryable, tile: Tile): Promise<Uint8Array | null> {
  const { level } = tile;
  if (typeof level === 'number') return readHashes(db, level, tile);
  return level === 'entries' ? readEntries(db, tile) : readOpenings(db, tile);
}

type TileRange = Pick<Tile, 'index' | 'width'>;
const firstOf = ({ index }: TileRange) => index * TILE_WIDTH;
const endOf = ({ index, width }: TileRange) => index * TILE_WIDTH + width;

const entriesOf = (range: TileRange) =>
  and(gte(countEntries.index, firstOf(range)), lt(countEntries.index, endOf(range)));

async function readHashes(
  db: Queryable,
  level: number,
  tile: TileRange,
): Promise<Uint8Array | null> {
  const hashes =
    level === 0
      ? await db
          .select({ hash: countEntries.leaf })
          .from(countEntries)
          .where(entriesOf(tile))
          .orderBy(asc(countEntries.index))
      : await db
          .select({ hash: countHashes.hash })
          .from(countHashes)
          .where(
            and(
              eq(countHashes.level, level),
              gte(countHashes.index, firstOf(tile)),
              lt(countHashes.index, endOf(tile)),
            ),
          )
          .orderBy(asc(countHashes.index));
  const bytes = concatBytes(...hashes.map(({ hash }) => hash));
  return bytes.length === tile.width * HASH_BYTES ? bytes : null;
}

async function readEntries(db: Queryable, bundle: TileRange): Promise<Uint8Array | null> {
  const entries = await db
    .select({ entry: countEntries.entry })
    .from(countEntries)
    .where(entriesOf(bundle))
    .orderBy(asc(countEntries.index));
  return entries.length === bundle.width
    ? toBundle(entries.map(({ entry }) => utf8.encode(entry)))
    : null;
}

/** Returns the openings of a bundle; null before its entries may be opened. */
async function readOpenings(db: Queryable, bundle: Tile): Promise<Uint8Array | null> {
  const edition = openedEdition(bundle) ?? FIRST_EDITION;
  const head = await newestHead(db);
  const sums = head && (await sumsByEdition(db, head)).get(edition);
  if (!sums || sums.openBelow < endOf(bundle)) return null;
  const { rows: sealed } = await db.execute<{ entry: number; salt: Buffer; votes: EntryVotes }>(sql`
    select ${countEntries.index}::float8 as entry, ${countEntries.votesSalt} as salt,
      (
        select jsonb_object_agg(${paymentVotes.nominationId}, ${paymentVotes.voteCount})
        from ${paymentVotes} where ${paymentVotes.paymentId} = ${countEntries.paymentId}
      ) as votes
    from ${countEntries}
    where ${entriesOf(bundle)} and ${countEntries.votesSalt} is not null
      and ${editionOfEntry(countEntries.entry)} = ${edition}
    order by ${countEntries.index}`);
  const lines = sealed.map(({ entry, salt, votes }) => {
    const opening: SealOpening = { entry, salt: toBase64(salt), votes };
    return `${canonicalJson(opening)}\n`;
  });
  return utf8.encode(lines.join(''));
}

/** Reads single nodes of the tree, from as few tiles as possible. */
export const nodesOf = (db: Queryable, size: number): ReadNode =>
  nodesOfTiles(size, async (tile) => {
    const bytes = await readTile(db, tile);
    if (!bytes) throw new Error('a part of the log is missing');
    return bytes;
  });

export type Head = typeof countHeads.$inferSelect;

/** Returns the head of the log; null before the sequencer's first round. */
export async function newestHead(db: Queryable): Promise<Head | null> {
  const [head] = await db.select().from(countHeads).orderBy(desc(countHeads.size)).limit(1);
  return head ?? null;
}

/** The edition of an entry's text, in SQL; entries of version 1 do not name it. */
export const editionOfEntry = (text: SQL | AnyColumn): SQL<number> =>
  sql<number>`coalesce((${text}::jsonb->>'edition')::int, ${FIRST_EDITION}::int)`;

const SUMS = ['payments', 'takenBack', 'xaf', 'usd', 'votes', 'sealed'] as const;
/** The sums of an edition, as in `count_heads`. */
export type Sums = Pick<Head, (typeof SUMS)[number] | 'openBelow'>;

export const noSums = (): Sums => ({
  payments: 0,
  takenBack: 0,
  xaf: 0,
  usd: 0,
  votes: 0,
  sealed: 0,
  openBelow: 0,
});

/** Adds sums to others, or subtracts them. The limit of the openings stays. */
export function addSums(to: Sums, more: Sums, sign: 1 | -1 = 1): void {
  for (const name of SUMS) to[name] += sign * more[name];
}

/** Returns the sums of each edition with entries in the log of a head. */
export async function sumsByEdition(db: Queryable, head: Head): Promise<Map<number, Sums>> {
  if (head.size === 0) return new Map();
  const { size, root: _root, madeAt: _madeAt, ...all } = head;
  const newest = db
    .select()
    .from(countEditionHeads)
    .where(and(eq(countEditionHeads.editionId, editions.id), lte(countEditionHeads.size, size)))
    .orderBy(desc(countEditionHeads.size))
    .limit(1)
    .as('newest');
  const others = await db
    .select(newest._.selectedFields)
    .from(editions)
    .innerJoinLateral(newest, sql`true`)
    .orderBy(asc(editions.id));
  const first: Sums = { ...all };
  const found = new Map([[FIRST_EDITION, first]]);
  for (const { editionId, size: _size, ...sums } of others) {
    addSums(first, sums, -1);
    found.set(editionId, sums);
  }
  return found;
}

export async function headOf(db: Queryable, size: number): Promise<Head | null> {
  const [head] = await db.select().from(countHeads).where(eq(countHeads.size, size));
  return head ?? null;
}

export type Checkpoint = typeof countCheckpoints.$inferSelect;

/** Returns the latest checkpoint; null before the first signature. */
export async function newestCheckpoint(db: Queryable): Promise<Checkpoint | null> {
  const [checkpoint] = await db
    .select()
    .from(countCheckpoints)
    .orderBy(desc(countCheckpoints.size))
    .limit(1);
  return checkpoint ?? null;
}

/**
 * Returns the published note; null where nothing was ever signed, or the release does not sign yet.
 */
export async function newestNote(db: Queryable): Promise<string | null> {
  const { rows } = await db.execute<{ tableExists: boolean }>(
    sql`select to_regclass('count_checkpoints') is not null as "tableExists"`,
  );
  const checkpoint = rows[0]?.tableExists ? await newestCheckpoint(db) : null;
  return checkpoint && servedNote(checkpoint);
}

/**
 * True when the log contains all that a note has signed, unchanged. @throws NoteError for an
 * invalid note
 */
export const holdsCheckpoint = (db: Queryable, note: string): Promise<boolean> =>
  holdsTree(db, parseCheckpointText(parseNote(note).text));

/** True when this tree is an earlier state of the log. */
export async function holdsTree(
  db: Queryable,
  { size, root }: Pick<TreeHead, 'size' | 'root'>,
): Promise<boolean> {
  const head = await newestHead(db);
  if (!head || head.size < size) return false;
  const recorded = head.size === size ? head : await headOf(db, size);
  if (recorded) return areEqual(recorded.root, root);
  const read = nodesOf(db, size);
  const peaks: Hash[] = [];
  // One after the other, because a transaction runs its statements in sequence.
  for (const peak of peaksOf(size)) peaks.push(await read(peak));
  return areEqual(GrowingTree.at(size, peaks).root(), root);
}

/** Returns the note with the witnesses' cosignatures. */
export const servedNote = ({ note, cosignatures }: Checkpoint): string => note + cosignatures;
