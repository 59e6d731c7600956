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
 * How long signing is suspended on a PostgreSQL server that has not been verified yet, in ms.
 * During this time every running process compares its stored tree and reports a loss.
 */
const GRACE_MS = 10_000;

/** Dependencies of the code that appends entries and signs. */
export interface Log {
  db: Database;
  signers: readonly Signer[];
  memory: SignerMemory;
  /** Queried for the trees that they have seen, while the database is not verified. */
  witnesses: { readonly names: readonly string[]; signedTrees(): Promise<SignedTree[]> } | null;
}

/** Whether the database contains all that the log has signed, or why the log is paused. */
export type LogState =
  | 'whole'
  /** The database is not verified yet. */
  | 'unsure'
  /** Signed entries are missing. */
  | 'lacks-signed'
  /** A witness has seen another log, and does not publish it. */
  | 'witness-differs'
  /** Our keys have a different name than the log. */
  | 'other-name';

/**
 * Another timeline means a promoted standby, or a backup restored up to some moment; another start
 * time means a crash, or a copy of the machine. Any of them may lack the latest commits.
 */
export const INCARNATION = sql<string>`
  substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
    || ' ' || extract(epoch from pg_postmaster_start_time())`;

interface SigningState {
  incarnation: string;
  newestNote: string | null;
  isAnythingWaiting: boolean;
  known: typeof countSigning.$inferSelect | null;
  unsureMs: number | null;
}

async function readSigningState(db: Queryable): Promise<SigningState> {
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
  if (!row) throw new Error('the query returned no row');
  return row;
}

/**
 * Compares the database with what this process has stored, what other processes have reported and,
 * at the start and after a change of the PostgreSQL server, what the witnesses have seen. Stores
 * what was signed since. The result is recorded for all processes.
 */
export async function checkLogState(
  log: Log,
): Promise<{ state: LogState; isAnythingWaiting: boolean }> {
  const { db, memory } = log;
  const signing = await readSigningState(db);
  const { isAnythingWaiting } = signing;
  const state =
    otherName(log, signing) ??
    (await findMissing(log, signing)) ??
    (await verifyServer(log, signing));
  if (state === 'whole') {
    const newest =
      signing.newestNote === null ? null : signedTreeOf(signing.newestNote, memory.origin);
    if (newest) await memory.save(newest);
  }
  return { state, isAnythingWaiting };
}

/**
 * Returns `other-name` when the log has the name of other keys than ours and was not continued
 * under ours. Not recorded: servers with the right keys continue.
 */
function otherName({ memory }: Log, { newestNote, known }: SigningState): LogState | null {
  if (newestNote === null) return null;
  const { origin, size } = parseCheckpointText(parseNote(newestNote).text);
  const isContinued = known?.continuedAt != null && size <= known.continuedAt;
  return origin === memory.origin || isContinued ? null : 'other-name';
}

/** @returns null when the database contains all that this process knows of */
async function findMissing(
  { db, memory, witnesses }: Log,
  { known }: SigningState,
): Promise<LogState | null> {
  const reported = known?.missing ? signedTreeOf(known.missing, memory.origin) : null;
  for (const tree of [await memory.newest(), reported]) {
    if (tree && !(await holdsTree(db, tree))) return pauseLog(db, { tree });
  }
  if (!known?.pausedSince) return null;
  if (known.saidBy !== null && witnesses?.names.includes(known.saidBy)) return 'witness-differs';
  // The old database is back, the log has another name, or the witness is not configured any more.
  await db.update(countSigning).set({ pausedSince: null, missing: null, saidBy: null });
  return null;
}

/**
 * Pauses appending and signing in all processes; a log that is already paused keeps its reason.
 * @param reason the signed tree that the database lacks, or the witness that has seen another one
 */
export async function pauseLog(
  db: Database,
  reason: { tree: SignedTree } | { saidBy: string },
): Promise<LogState> {
  const columns = 'tree' in reason ? { missing: reason.tree.note } : { saidBy: reason.saidBy };
  const values = { ...columns, pausedSince: sql`now()` };
  const setWhere = isNull(countSigning.pausedSince);
  await db
    .insert(countSigning)
    .values(values)
    .onConflictDoUpdate({ target: countSigning.isOnly, set: values, setWhere });
  return 'tree' in reason ? 'lacks-signed' : 'witness-differs';
}

/** Resumes a log that was paused only because of this witness, which now signs it. */
export const resumeAgreed = (db: Queryable, witness: string) =>
  db
    .update(countSigning)
    .set({ pausedSince: null, saidBy: null })
    .where(and(eq(countSigning.saidBy, witness), isNull(countSigning.missing)));

async function verifyServer(log: Log, signing: SigningState): Promise<LogState> {
  const { db, memory } = log;
  const { incarnation, known, unsureMs } = signing;
  const isKnown = known?.incarnation === incarnation;
  if (isKnown && memory.hasAskedWitnesses) return 'whole';
  const isFirst = signing.newestNote === null && (await memory.newest()) === null;
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

/** True when the log may be written to in this transaction, whatever was found before it began. */
export async function mayWrite(tx: Transaction, memory: SignerMemory): Promise<boolean> {
  const { known, incarnation } = await readSigningState(tx);
  if (!known || known.pausedSince || known.unsureSince) return false;
  const newest = await memory.newest();
  return known.incarnation === incarnation && (newest === null || holdsTree(tx, newest));
}

/** Returns the public state: whether the log is paused, and which log it continues. */
export async function publicLogState(
  db: Queryable,
): Promise<{ pausedSince: Date | null; continues: OpenCount['continues'] }> {
  const [row] = await db
    .select({
      pausedSince: countSigning.pausedSince,
      index: countSigning.continuedAt,
      entry: countEntries.entry,
    })
    .from(countSigning)
    .leftJoin(countEntries, eq(countEntries.index, countSigning.continuedAt));
  const entry = row?.entry ? readEntry(bytesOf(row.entry)) : null;
  const pausedSince = row?.pausedSince ?? null;
  if (entry?.kind !== 'continuation') return { pausedSince, continues: null };
  const { origin, size } = parseCheckpointText(parseNote(entry.checkpoint).text);
  const continues = { entry: row?.index ?? 0, origin, size, reason: entry.reason };
  return { pausedSince, continues };
}
