import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import type { OpenCount } from '#shared/contracts/open-count';
import { bytesOf } from '#shared/open-count/bytes';
import { parseCheckpointText } from '#shared/open-count/checkpoint';
import { readEntry } from '#shared/open-count/entry';
import { parseNote } from '#shared/open-count/note';
import type { Signer } from '#shared/open-count/signer';
import { countCheckpoints, countEntries, countQueue, countSigning } from '#shared/schema';
import { type SignedTree, type SignerMemory, signedTreeOf } from './signer-memory';
import { holdsTree } from './store';

/**
 * How long nothing is signed in a PostgreSQL in which nobody has looked yet, in ms: every process that
 * lives compares what it remembers meanwhile, and would say so.
 */
const GRACE_MS = 10_000;

/** Everything that entering and signing need. */
export interface Log {
  db: Database;
  signers: readonly Signer[];
  memory: SignerMemory;
  /** Asked what they have seen, where nobody has looked yet. */
  witnesses: { readonly names: readonly string[]; signedTrees(): Promise<SignedTree[]> } | null;
}

/** Whether the database holds all that the log has signed, and why nothing is entered or signed. */
export type Standing =
  | 'whole'
  /** Nobody has looked yet. */
  | 'unsure'
  /** It lacks what was signed. */
  | 'lacks-signed'
  /** A witness has seen another log, and does not show it. */
  | 'witness-differs'
  /** Our keys are those of a log of another name. */
  | 'other-name';

/**
 * Another timeline is that of a standby that was promoted, or of a backup read up to a moment; another
 * start is one after a crash, or of a copy of the machine. Either may lack what was committed last.
 */
export const INCARNATION = sql<string>`
  substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
    || ' ' || extract(epoch from pg_postmaster_start_time())`;

interface Look {
  incarnation: string;
  newestNote: string | null;
  isAnythingWaiting: boolean;
  known: typeof countSigning.$inferSelect | null;
  unsureMs: number | null;
}

async function look(db: Queryable): Promise<Look> {
  const newest = sql<string | null>`(
    select ${countCheckpoints.note} from ${countCheckpoints}
    order by ${countCheckpoints.size} desc limit 1)`;
  const [row] = await db
    .select({
      incarnation: INCARNATION,
      newestNote: newest,
      isAnythingWaiting: sql<boolean>`exists (select 1 from ${countQueue})`,
      known: countSigning,
      unsureMs: sql<number | null>`
        extract(epoch from now() - ${countSigning.unsureSince})::float8 * 1000`,
    })
    .from(sql`(select 1) as one`)
    .leftJoin(countSigning, sql`true`);
  if (!row) throw new Error('one row and what is joined to it came without it');
  return row;
}

/**
 * Compares the database with what this process remembers, what other processes have said, and, at the
 * start and where PostgreSQL is another than before, what the witnesses have seen; remembers what was
 * signed since. What is found is written down for all processes.
 */
export async function lookAround(
  log: Log,
): Promise<{ standing: Standing; isAnythingWaiting: boolean }> {
  const { db, memory } = log;
  const seen = await look(db);
  const { isAnythingWaiting } = seen;
  const standing = otherName(log, seen) ?? (await lackedBy(log, seen)) ?? (await sureOf(log, seen));
  if (standing === 'whole') {
    const newest = seen.newestNote === null ? null : signedTreeOf(seen.newestNote, memory.origin);
    if (newest) await memory.keep(newest);
  }
  return { standing, isAnythingWaiting };
}

/**
 * Whether the log has the name of other keys than ours, and was not continued under ours. Nothing is
 * written down: servers that have the right keys go on.
 */
function otherName({ memory }: Log, { newestNote, known }: Look): Standing | null {
  if (newestNote === null) return null;
  const { origin, size } = parseCheckpointText(parseNote(newestNote).text);
  const isContinued = known?.continuedAt != null && size <= known.continuedAt;
  return origin === memory.origin || isContinued ? null : 'other-name';
}

/** @returns null where the database holds all that this process knows of */
async function lackedBy({ db, memory, witnesses }: Log, { known }: Look): Promise<Standing | null> {
  const said = known?.missing ? signedTreeOf(known.missing, memory.origin) : null;
  for (const tree of [await memory.newest(), said]) {
    if (tree && !(await holdsTree(db, tree))) return pauseLog(db, { tree });
  }
  if (!known?.pausedSince) return null;
  if (known.saidBy !== null && witnesses?.names.includes(known.saidBy)) return 'witness-differs';
  // The old database is back, the log has another name, or the witness is not asked any more.
  await db.update(countSigning).set({ pausedSince: null, missing: null, saidBy: null });
  return null;
}

/**
 * Stops entering and signing, in all processes; a log that is paused already stays so for its reason.
 * @param reason the signed tree that the database lacks, or the witness that has seen another one
 */
export async function pauseLog(
  db: Database,
  reason: { tree: SignedTree } | { saidBy: string },
): Promise<Standing> {
  const said = 'tree' in reason ? { missing: reason.tree.note } : { saidBy: reason.saidBy };
  const values = { ...said, pausedSince: sql`now()` };
  const setWhere = isNull(countSigning.pausedSince);
  await db
    .insert(countSigning)
    .values(values)
    .onConflictDoUpdate({ target: countSigning.isOnly, set: values, setWhere });
  return 'tree' in reason ? 'lacks-signed' : 'witness-differs';
}

/** Goes on where only this witness had another log before it: now it signs this one. */
export const agreedBy = (db: Queryable, witness: string) =>
  db
    .update(countSigning)
    .set({ pausedSince: null, saidBy: null })
    .where(and(eq(countSigning.saidBy, witness), isNull(countSigning.missing)));

async function sureOf(log: Log, seen: Look): Promise<Standing> {
  const { db, memory } = log;
  const { incarnation, known, unsureMs } = seen;
  const isKnown = known?.incarnation === incarnation;
  if (isKnown && memory.hasAskedWitnesses) return 'whole';
  const isFirst = seen.newestNote === null && (await memory.newest()) === null;
  if (!isKnown && !isFirst && (unsureMs === null || unsureMs < GRACE_MS)) {
    const set = { unsureSince: sql`coalesce(${countSigning.unsureSince}, now())` };
    await db
      .insert(countSigning)
      .values({ unsureSince: sql`now()` })
      .onConflictDoUpdate({ target: countSigning.isOnly, set });
    return 'unsure';
  }
  for (const tree of (await log.witnesses?.signedTrees()) ?? []) {
    if (!(await holdsTree(db, tree))) return pauseLog(db, { tree });
  }
  memory.hasAskedWitnesses = true;
  if (isKnown) return 'whole';
  const values = { incarnation, unsureSince: null };
  await db
    .insert(countSigning)
    .values(values)
    .onConflictDoUpdate({ target: countSigning.isOnly, set: values });
  return 'whole';
}

/** Whether the log may be written to in this transaction, whatever was found before it began. */
export async function mayWrite(tx: Transaction, memory: SignerMemory): Promise<boolean> {
  const { known, incarnation } = await look(tx);
  if (!known || known.pausedSince || known.unsureSince) return false;
  const newest = await memory.newest();
  return known.incarnation === incarnation && (newest === null || holdsTree(tx, newest));
}

/** What the public is told: whether the log is paused, and whose place it has taken. */
export async function standingOf(
  db: Queryable,
): Promise<{ pausedSince: Date | null; continues: OpenCount['continues'] }> {
  const [row] = await db
    .select({
      pausedSince: countSigning.pausedSince,
      place: countSigning.continuedAt,
      entry: countEntries.entry,
    })
    .from(countSigning)
    .leftJoin(countEntries, eq(countEntries.index, countSigning.continuedAt));
  const said = row?.entry ? readEntry(bytesOf(row.entry)) : null;
  const pausedSince = row?.pausedSince ?? null;
  if (said?.kind !== 'continuation') return { pausedSince, continues: null };
  const { origin, size } = parseCheckpointText(parseNote(said.checkpoint).text);
  const continues = { entry: row?.place ?? 0, origin, size, reason: said.reason };
  return { pausedSince, continues };
}
