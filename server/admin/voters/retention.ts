import { tryAdvisoryLock } from '#server/db/advisory-lock';
import type { Transaction } from '#server/db/client';
import type { PaymentContext } from '#server/payments/index';
import { startWorker, type Worker } from '#server/platform/worker';
import { readSettings, retentionOf } from '#server/settings/index';
import { detailsKeptUntil } from '#shared/domain/retention';
import { eraseInPortions } from './erase';

const EVERY_MS = 60_000;
/** At three in the morning, no one looks for a receipt, and the previous day has been counted. */
const NIGHT_BEGINS_MS = 3 * 3_600_000;

/**
 * True when voters' data must be erased now by the stored settings. Not read from memory, because
 * premature erasure cannot be undone.
 */
async function isDue(tx: Transaction): Promise<boolean> {
  const current = await readSettings(tx);
  const until = detailsKeptUntil(retentionOf(current));
  return until !== null && current.readAt >= until;
}

/**
 * Erases all voters once their data has been stored for the set time. Payments that are not settled
 * are erased on a later night. Does nothing while another process is erasing.
 */
export async function eraseExpired(
  { db }: Pick<PaymentContext, 'db'>,
  stopping?: AbortSignal,
): Promise<void> {
  if (!(await db.transaction(isDue))) return;
  await eraseInPortions(db, {
    whose: undefined,
    by: { userId: null, reason: 'retention' },
    // The lock ends with its batch, or with a process that dies: then the next night continues.
    mayGoOn: async (tx) =>
      !stopping?.aborted && (await tryAdvisoryLock(tx, 'retention')) && isDue(tx),
  });
}

/** Runs in every process, once a night in the event's time zone; one of them does the work. */
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
    pauseMs: () => EVERY_MS,
    onError: (err) => context.logger.error({ err }, 'voters could not be erased'),
  });
}
