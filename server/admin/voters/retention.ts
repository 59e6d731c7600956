import { tryAdvisoryLock } from '#server/db/advisory-lock';
import type { Transaction } from '#server/db/client';
import type { PaymentContext } from '#server/payments/index';
import { startWorker, type Worker } from '#server/platform/worker';
import { readSettings, retentionOf } from '#server/settings/index';
import { detailsKeptUntil } from '#shared/domain/retention';
import { eraseInPortions } from './erase';

const EVERY_MS = 60_000;
/** Nobody looks for a receipt at three in the morning, and nobody counts yesterday any more. */
const NIGHT_BEGINS_MS = 3 * 3_600_000;

/**
 * Whether the data of voters are to go now, as the organiser has set it at this moment: what is erased
 * too early does not come back, so memory is not asked.
 */
async function isDue(tx: Transaction): Promise<boolean> {
  const current = await readSettings(tx);
  const until = detailsKeptUntil(retentionOf(current));
  return until !== null && current.readAt >= until;
}

/**
 * Erases all voters once they have been kept for as long as the organiser has said. What is not over
 * yet is taken the next night. While another process is at it, nothing is done.
 */
export async function eraseExpired(
  { db }: Pick<PaymentContext, 'db'>,
  stopping?: AbortSignal,
): Promise<void> {
  if (!(await db.transaction(isDue))) return;
  await eraseInPortions(db, {
    whose: undefined,
    by: { userId: null, reason: 'retention' },
    // The lock ends with its portion, or with a process that dies: then the next night goes on.
    mayGoOn: async (tx) =>
      !stopping?.aborted && (await tryAdvisoryLock(tx, 'retention')) && isDue(tx),
  });
}

/** Runs in every process, once a night by the event's clock; one of them does the work. */
export function startRetention(context: PaymentContext): Worker {
  let doneOn: string | null = null;
  return startWorker({
    round: async (stopping) => {
      const { timezone } = context.event.current.settings;
      const night = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(
        context.event.now().getTime() - NIGHT_BEGINS_MS,
      );
      if (night === doneOn) return;
      await eraseExpired(context, stopping);
      doneOn = night;
    },
    restMs: () => EVERY_MS,
    onError: (err) => context.logger.error({ err }, 'voters could not be erased'),
  });
}
