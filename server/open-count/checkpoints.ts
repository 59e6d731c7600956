import { sql } from 'drizzle-orm';
import { advisoryLock } from '#server/db/advisory-lock';
import { checkpointText } from '#shared/open-count/checkpoint';
import { toNote } from '#shared/open-count/note';
import { signText } from '#shared/open-count/signer';
import { countCheckpoints } from '#shared/schema';
import { type Log, mayWrite } from './log-state';
import { LOG_LOCK } from './names';
import { newestCheckpoint, newestHead } from './store';

/** The log is signed again at least this often, in ms, even if nothing is counted. */
const SIGN_EVERY_MS = 3_600_000;

/**
 * Signs the current head of the log unless all these keys have signed it within the last hour.
 * Signs only what is committed and contains the last signed tree, in one process at a time, and
 * stores it before publishing: two different trees never have the same size.
 * @returns true when there is a new note
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
    const isOld = isAgain && Date.now() - last.signedAt.getTime() > SIGN_EVERY_MS;
    if (isAgain && last.note === note && !isOld) return false;
    await memory.save({ ...tree, note });
    const signed = { note, signedAt: sql`now()` };
    await tx
      .insert(countCheckpoints)
      .values({ size: head.size, ...signed })
      .onConflictDoUpdate({ target: countCheckpoints.size, set: signed });
    return true;
  });
