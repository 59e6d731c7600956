import { sql } from 'drizzle-orm';
import { advisoryLock } from '#server/db/advisory-lock';
import { checkpointText } from '#shared/open-count/checkpoint';
import { toNote } from '#shared/open-count/note';
import { signText } from '#shared/open-count/signer';
import { countCheckpoints } from '#shared/schema';
import { LOG_LOCK } from './names';
import { type Log, mayWrite } from './standing';
import { newestCheckpoint, newestHead } from './store';

/** While nothing is counted, the log says at least this often that it still stands so. */
const SIGNED_AGAIN_MS = 3_600_000;

/**
 * Signs how the log stands, if that has not been signed yet, by all these keys, or not for an hour.
 * Only what has been committed and contains the last signed tree is signed, by one process at a time,
 * and remembered before anybody sees it: the same size never means another tree.
 * @returns whether there is a new note
 */
export const signHead = ({ db, signers, memory }: Pick<Log, 'db' | 'signers' | 'memory'>) =>
  db.transaction(async (tx): Promise<boolean> => {
    await advisoryLock(tx, LOG_LOCK);
    if (!(await mayWrite(tx, memory))) return false;
    const [head, last] = [await newestHead(tx), await newestCheckpoint(tx)];
    if (!head) return false;
    const tree = { origin: memory.origin, size: head.size, root: head.root };
    const text = checkpointText(tree);
    const signatures = await Promise.all(signers.map((signer) => signText(signer, text)));
    const note = toNote({ text, signatures });
    const isAgain = last?.size === head.size;
    const isOld = isAgain && Date.now() - last.signedAt.getTime() > SIGNED_AGAIN_MS;
    if (isAgain && last.note === note && !isOld) return false;
    await memory.keep({ ...tree, note });
    const signed = { note, signedAt: sql`now()` };
    await tx
      .insert(countCheckpoints)
      .values({ size: head.size, ...signed })
      .onConflictDoUpdate({ target: countCheckpoints.size, set: signed });
    return true;
  });
