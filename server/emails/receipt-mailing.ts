import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/db/client';
import type { ReceiptPictures } from '#server/pictures/index';
import { countMail } from '#server/platform/instruments';
import type { Logger } from '#server/platform/logger';
import { startWorker } from '#server/platform/worker';
import type { Mailer } from './mailer';
import {
  cancel,
  giveUp,
  isTooOld,
  type LeasedReceipt,
  leaseDueReceipts,
  markFailed,
  markSent,
} from './outbox';
import { receiptAttachments } from './receipt/attachments';
import { composeNotice, composeReceiptEmail, type Email } from './receipt/compose';
import { readReceiptFacts, readRefundFacts, readReturnFacts } from './receipt/facts';
import { lateWords, refundWords, type Site } from './receipt/words';

export interface ReceiptMailing {
  db: Database;
  mailer: Mailer;
  /** Settings for a payment created at that time. */
  site: (createdAt: Date) => Site;
  pictures: Pick<ReceiptPictures, 'get'>;
  logger: Logger;
}

const IDLE_MS = 2_000;
/** Concurrent messages in this process. */
const BATCH = 4;
/** Interval between attempts while the mail server accepts nothing, in ms. */
const PAUSE_MS = 30_000;
/** Delays of retries in ms; together well within the lease. */
const MARK_RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
/** How long a stop waits for messages in flight, in ms. */
const STOP_GRACE_MS = 5_000;

interface Signals {
  /** When aborted, no further message is started. */
  stopping?: AbortSignal;
  /**
   * When aborted, messages in flight are aborted too; they are sent again when their lease ends.
   */
  abort?: AbortSignal;
}

/**
 * Sends every due receipt until none is left or the mail server accepts nothing.
 *
 * @returns true when the mail server may be tried again at once
 */
export async function sendDueReceipts(
  mailing: ReceiptMailing,
  { stopping, abort }: Signals = {},
): Promise<boolean> {
  while (!stopping?.aborted) {
    const leased = await leaseDueReceipts(mailing.db, mailing.mailer.domain, BATCH);
    if (leased.length === 0) return true;
    const attempts = await Promise.allSettled(
      leased.map((receipt) => sendReceipt(mailing, receipt, abort)),
    );
    for (const attempt of attempts) {
      // The lease of the receipt expires, and it is sent again.
      if (attempt.status === 'rejected') {
        mailing.logger.error({ err: attempt.reason }, 'a receipt could not be sent');
      }
    }
    const isServerUnavailable = attempts.every(
      (attempt) => attempt.status === 'fulfilled' && attempt.value === 'unavailable',
    );
    if (isServerUnavailable) return false;
  }
  return true;
}

type Outcome = 'settled' | 'unavailable';

async function sendReceipt(
  mailing: ReceiptMailing,
  receipt: LeasedReceipt,
  abort: AbortSignal | undefined,
): Promise<Outcome> {
  const { db, mailer, logger } = mailing;
  const { paymentId, kind, messageId, attempts } = receipt;
  if (isTooOld(receipt)) {
    await giveUp(db, receipt, 'too old');
    logger.warn({ paymentId, kind }, 'a receipt was not sent in time');
    return 'settled';
  }
  const message = await composeMessage(mailing, receipt);
  if (!message) {
    await cancel(db, receipt);
    return 'settled';
  }
  const delivery = await mailer.deliver({ ...message, messageId }, abort);
  countMail(delivery.outcome);
  if (delivery.outcome === 'accepted') {
    await markSentWithRetries(db, receipt, abort);
    logger.info({ paymentId, kind, messageId, attempts }, 'receipt sent');
    return 'settled';
  }
  // Aborted by our shutdown: the row is due again when its lease ends.
  if (abort?.aborted) return 'settled';

  const { outcome, failure } = delivery;
  if (outcome === 'refused') await giveUp(db, receipt, failure);
  const isRetried = outcome !== 'refused' && (await markFailed(db, receipt, failure));
  logger.warn({ paymentId, kind, attempts, outcome, failure, isRetried }, 'receipt not sent');
  return outcome === 'unavailable' ? 'unavailable' : 'settled';
}

/**
 * Composes the receipt of counted votes, or the notice about a late or returned payment; null when
 * none applies.
 */
async function composeMessage(
  { db, site, pictures, logger }: ReceiptMailing,
  { paymentId, kind }: LeasedReceipt,
): Promise<(Email & { to: string }) | null> {
  if (kind === 'refund') {
    const refund = await readRefundFacts(db, paymentId);
    return (
      refund && {
        ...composeNotice(refundWords(refund.facts, site(refund.createdAt))),
        to: refund.to,
      }
    );
  }
  const counted = await readReceiptFacts(db, paymentId);
  if (counted) {
    const { facts, to, createdAt } = counted;
    const attachments = await receiptAttachments({ db, pictures, logger }, facts);
    return { ...composeReceiptEmail(facts, site(createdAt), attachments), to };
  }
  const returnFacts = await readReturnFacts(db, paymentId);
  return (
    returnFacts && {
      ...composeNotice(lateWords(returnFacts.facts, site(returnFacts.createdAt))),
      to: returnFacts.to,
    }
  );
}

/** Retries recording the result, so that a restart of the database does not cause a second mail. */
async function markSentWithRetries(
  db: Database,
  receipt: LeasedReceipt,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const delayMs of MARK_RETRY_DELAYS_MS) {
    try {
      return await markSent(db, receipt);
    } catch {
      await delay(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
  await markSent(db, receipt);
}

/** Runs in every node; nodes share the work. No other code waits for a mail server. */
export function startReceiptMailing(mailing: ReceiptMailing): {
  stop(isUrgent: boolean): Promise<void>;
} {
  const abortController = new AbortController();
  let pauseMs = IDLE_MS;
  const worker = startWorker({
    round: async (stopping) => {
      pauseMs = IDLE_MS;
      const isServerAvailable = await sendDueReceipts(mailing, {
        stopping,
        abort: abortController.signal,
      });
      if (!isServerAvailable) pauseMs = PAUSE_MS;
    },
    pauseMs: () => pauseMs,
    onError: (err) => mailing.logger.error({ err }, 'due receipts could not be read'),
  });
  return {
    async stop(isUrgent) {
      const timer = setTimeout(() => abortController.abort(), isUrgent ? 0 : STOP_GRACE_MS);
      await worker.stop();
      clearTimeout(timer);
    },
  };
}
