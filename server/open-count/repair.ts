import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { parseNote, toNote } from '#shared/open-count/note';
import type { Signer } from '#shared/open-count/signer';
import { countSigning, countWitnesses } from '#shared/schema';
import { originOf } from './names';
import { continueLog } from './sequencer';
import { rememberedTrees, type SignedTree, signedTreeOf } from './signer-memory';
import { INCARNATION } from './standing';
import { holdsTree, newestCheckpoint } from './store';

export type Repair =
  /** The log goes on under the new name. */
  | { outcome: 'continued'; lost: SignedTree; place: number }
  /** The database holds all that was signed: its log needs no other name. */
  | { outcome: 'whole' }
  /** The key's name is that of the log, or was signed with before. */
  | { outcome: 'name-used' };

interface Wanted {
  db: Database;
  /** The new ones. */
  signers: readonly Signer[];
  dataDir: string;
  /** For everybody to read. */
  reason: string;
  /** A checkpoint that somebody else has kept; null without one. */
  kept: string | null;
}

/**
 * Has the log go on under a new name once it has lost what it had signed under the old one: what is left
 * of it stays in its places, and the first entry after it is the last checkpoint that was signed.
 */
export async function repairLog({ db, signers, dataDir, reason, kept }: Wanted): Promise<Repair> {
  const [known] = await db.select().from(countSigning);
  const stored = (await newestCheckpoint(db))?.note ?? null;
  const notes = [known?.missing ?? null, stored, kept].filter((note) => note !== null);
  const signed = [
    ...(await rememberedTrees(dataDir)),
    ...notes.map((note) => signedTreeOf(note, null)).filter((tree) => tree !== null),
  ].sort((one, other) => other.size - one.size);
  const origin = originOf(signers);
  if (signed.some((tree) => tree.origin === origin)) return { outcome: 'name-used' };
  const lost = await firstOf(signed, async (tree) => !(await holdsTree(db, tree)));
  // Where only a witness says so, nobody has the checkpoint: the newest of ours stands for it.
  const last = lost ?? (known?.saidBy ? signed[0] : undefined);
  if (!last) return { outcome: 'whole' };
  const place = await db.transaction(async (tx) => {
    const placed = await continueLog(tx, { checkpoint: ownNote(last), reason });
    const values = {
      incarnation: INCARNATION,
      unsureSince: null,
      pausedSince: null,
      missing: null,
      saidBy: null,
      continuedAt: placed,
    };
    await tx
      .insert(countSigning)
      .values(values)
      .onConflictDoUpdate({ target: countSigning.isOnly, set: values });
    // To them the new name is a new log.
    await tx.update(countWitnesses).set({ size: null, signedAt: null, askAt: sql`now()` });
    return placed;
  });
  return { outcome: 'continued', lost: last, place };
}

async function firstOf<T>(
  all: readonly T[],
  isWanted: (one: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const one of all) if (await isWanted(one)) return one;
  return undefined;
}

/** Without the lines of witnesses. */
function ownNote({ note, origin }: SignedTree): string {
  const { text, signatures } = parseNote(note);
  return toNote({ text, signatures: signatures.filter(({ name }) => name === origin) });
}
