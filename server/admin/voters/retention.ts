import { tryAdvisoryLock } from '#server/db/advisory-lock';
import type { Queryable } from '#server/db/client';
import type { PaymentContext } from '#server/payments/index';
import { startWorker, type Worker } from '#server/platform/worker';
import { createdDuring, type Edition, readEditions, retentionOf } from '#server/settings/index';
import { detailsKeptUntil } from '#shared/domain/retention';
import { eraseInPortions } from './erase';

const EVERY_MS = 60_000;
/** At three in the morning, no one looks for a receipt, and the previous day has been counted. */
const NIGHT_BEGINS_MS = 3 * 3_600_000;

/**
 * Returns the editions whose voters' data must be erased now by the stored settings. Not read from
 * memory, because premature erasure cannot be undone.
 */
async function editionsDue(db: Queryable): Promise<Edition[]> {
  const found = await readEditions(db);
  return found.filter((edition) => {
    const until = edition.state === 'draft' ? null : detailsKeptUntil(retentionOf(edition));
    return until !== null && edition.readAt >= until;
  });
}

/**
 * Erases all voters of an edition once their data has been stored for the set time. Payments that are not settled
 * are erased on a later night. Does nothing while another process is erasing.
 */
export async function eraseExpired(
  { db }: Pick<PaymentContext, 'db'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const edition of await editionsDue(db)) {
    await eraseInPortions(db, {
      whose: createdDuring(edition),
      by: { userId: null, reason: 'retention', edition: edition.id },
      // The lock ends with its batch, or with a process that dies: then the next night continues.
      mayGoOn: async (tx) =>
        !stopping?.aborted &&
        (await tryAdvisoryLock(tx, 'retention')) &&
        (await editionsDue(tx)).some(({ id }) => id === edition.id),
    });
  }
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
