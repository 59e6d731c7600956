import { eq, sql } from 'drizzle-orm';
import { checkpointText } from '#shared/open-count/checkpoint';
import { toNote, toVkey } from '#shared/open-count/note';
import { type Signer, signText } from '#shared/open-count/signer';
import { countCheckpoints } from '#shared/schema';
import type { Database } from '../db/client';
import { newestCheckpoint, newestHead } from './store';

/** While nothing is counted, the log says at least this often that it still stands so. */
const SIGNED_AGAIN_MS = 3_600_000;

/** The name of the log: that of all its keys. */
export const originOf = ([newest]: readonly Signer[]): string => {
  if (!newest) throw new Error('a log without a key');
  return newest.key.name;
};

/** What verifiers have to know of the log's keys, newest first. */
export const verifierKeysOf = (signers: readonly Signer[]): string[] =>
  signers.map(({ key }) => toVkey(key));

/**
 * Signs how the log stands, if that has not been signed yet, by all these keys, or not for an hour.
 * Only what has been committed is signed: the same size never means another tree.
 * @returns whether there is a new note
 */
export async function signHead(db: Database, signers: readonly Signer[]): Promise<boolean> {
  const [head, last] = [await newestHead(db), await newestCheckpoint(db)];
  if (!head) return false;
  const text = checkpointText({ origin: originOf(signers), size: head.size, root: head.root });
  const signatures = await Promise.all(signers.map((signer) => signText(signer, text)));
  const note = toNote({ text, signatures });
  if (last?.size === head.size) {
    const isOld = Date.now() - last.signedAt.getTime() > SIGNED_AGAIN_MS;
    if (last.note === note && !isOld) return false;
    await db
      .update(countCheckpoints)
      .set({ note, signedAt: sql`now()` })
      .where(eq(countCheckpoints.size, head.size));
    return true;
  }
  const signed = await db
    .insert(countCheckpoints)
    .values({ size: head.size, note })
    .onConflictDoNothing()
    .returning();
  return signed.length > 0;
}
