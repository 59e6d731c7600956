import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { parseNote, toNote } from '#shared/open-count/note';
import type { Signer } from '#shared/open-count/signer';
import { countSigning, countWitnesses } from '#shared/schema';
import { INCARNATION } from './log-state';
import { originOf } from './names';
import { continueLog } from './sequencer';
import { rememberedTrees, type SignedTree, signedTreeOf } from './signer-memory';
import { holdsTree, newestCheckpoint } from './store';

export type Repair =
  /** The log continues under the new name. */
  | { outcome: 'continued'; lost: SignedTree; entryIndex: number }
  /** The database contains all that was signed, so no new name is needed. */
  | { outcome: 'whole' }
  /** The name of the key is the log's current name, or was used before. */
  | { outcome: 'name-used' };

interface RepairOptions {
  db: Database;
  /** The new signers. */
  signers: readonly Signer[];
  dataDir: string;
  /** Why the log is continued; published. */
  reason: string;
  /** A checkpoint stored outside our servers; null without one. */
  externalNote: string | null;
}

/**
 * Continues the log under a new name after it has lost entries signed under the old one: the
 * remaining entries stay at their indexes, and the next entry is the last signed checkpoint.
 */
export async function repairLog({
  db,
  signers,
  dataDir,
  reason,
  externalNote,
}: RepairOptions): Promise<Repair> {
  const [signing] = await db.select().from(countSigning);
  const stored = (await newestCheckpoint(db))?.note ?? null;
  const notes = [signing?.missing ?? null, stored, externalNote].filter((note) => note !== null);
  const signed = [
    ...(await rememberedTrees(dataDir)),
    ...notes.map((note) => signedTreeOf(note, null)).filter((tree) => tree !== null),
  ].sort((a, b) => b.size - a.size);
  const origin = originOf(signers);
  if (signed.some((tree) => tree.origin === origin)) return { outcome: 'name-used' };
  const lostTree = await firstMatching(signed, async (tree) => !(await holdsTree(db, tree)));
  // If only a witness reports the loss, the lost checkpoint is not available: uses our latest one
  // instead.
  const last = lostTree ?? (signing?.saidBy ? signed[0] : undefined);
  if (!last) return { outcome: 'whole' };
  const entryIndex = await db.transaction(async (tx) => {
    const index = await continueLog(tx, { checkpoint: ownNote(last), reason });
    const values = {
      incarnation: INCARNATION,
      unsureSince: null,
      pausedSince: null,
      missing: null,
      saidBy: null,
      continuedAt: index,
    };
    await tx
      .insert(countSigning)
      .values(values)
      .onConflictDoUpdate({ target: countSigning.isOnly, set: values });
    // For the witnesses, the new name is a new log.
    await tx.update(countWitnesses).set({ size: null, signedAt: null, askAt: sql`now()` });
    return index;
  });
  return { outcome: 'continued', lost: last, entryIndex };
}

async function firstMatching<T>(
  all: readonly T[],
  matches: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of all) if (await matches(item)) return item;
  return undefined;
}

/** Returns the note without the witnesses' cosignatures. */
function ownNote({ note, origin }: SignedTree): string {
  const { text, signatures } = parseNote(note);
  return toNote({ text, signatures: signatures.filter(({ name }) => name === origin) });
}
