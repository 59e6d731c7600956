import { sql } from 'drizzle-orm';
import type { Signer } from '#shared/open-count/signer';
import { countQueue } from '#shared/schema';
import type { Database } from '../db/client';
import type { Logger } from '../platform/logger';
import { startWorker, type Worker } from '../platform/worker';
import { signHead } from './checkpoints';
import { sequence } from './sequencer';

const REST_MS = 1_000;
/** Names that changed and results that were published wait no longer, nor does what must be signed. */
const FULL_ROUND_MS = 5_000;

interface SequencerDeps {
  db: Database;
  signers: readonly Signer[];
  logger: Logger;
  /** Told of each checkpoint that was signed, or signed again. */
  onSigned: () => void;
}

/** Enters what is counted into the log and signs how it stands, as long as the process lives. */
export function startSequencer({ db, signers, logger, onSigned }: SequencerDeps): Worker {
  let lastFullRound = Number.NEGATIVE_INFINITY;
  return startWorker({
    round: async (stopping) => {
      const isFull = performance.now() - lastFullRound >= FULL_ROUND_MS;
      if (!isFull && !(await isAnythingWaiting(db))) return;
      if (isFull) lastFullRound = performance.now();
      await enterAll({ db, signers, onSigned }, stopping);
    },
    restMs: () => REST_MS,
    onError: (err) => logger.error({ err, alarm: 'open-count' }, 'the open count stands still'),
  });
}

const isAnythingWaiting = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select exists (select 1 from ${countQueue})`,
  );
  return rows[0]?.exists === true;
};

/** Enters all that waits, batch by batch, and signs after each. */
export async function enterAll(
  {
    db,
    signers,
    onSigned,
  }: Pick<SequencerDeps, 'db' | 'signers'> & Partial<Pick<SequencerDeps, 'onSigned'>>,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    const { hasMore } = await sequence(db);
    if (await signHead(db, signers)) onSigned?.();
    if (!hasMore || stopping?.aborted) return;
  }
}
