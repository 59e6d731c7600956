import { type Database, WHOLE_TABLES } from '#server/db/client';
import { verifyKeptFigures } from '#server/kept-figures/index';
import { type OnEntries, recountLog, type VerifiedLog } from '#server/open-count/index';
import { verifyPaymentCounts } from '#server/payment-counts/index';
import { findSharedRecords, verifyLedger } from '#server/payments/index';

/** The comparisons, in the order in which they are reported. */
export const COMPARED = ['totals', 'records', 'counters', 'log'] as const;

export interface Everything {
  /** A sentence for each difference. */
  differences: Record<(typeof COMPARED)[number], string[]>;
  /** How far the open count was read. */
  verified: VerifiedLog;
}

/**
 * Recounts everything: totals from the votes of completed payments, provider records, counters of
 * payments, figures of closed days, and the open count against all of these.
 */
export async function verifyEverything(db: Database, onEntries?: OnEntries): Promise<Everything> {
  const totals = await db.transaction(verifyLedger, WHOLE_TABLES);
  const records = await db.transaction(findSharedRecords, WHOLE_TABLES);
  const counters = await db.transaction(verifyPaymentCounts, WHOLE_TABLES);
  const figures = await verifyKeptFigures(db);
  const { differences: log, verified } = await recountLog(db, onEntries);
  return {
    differences: {
      totals: totals.map(
        ({ nominationId, stored, counted }) =>
          `nomination ${nominationId}: total says ${stored}, the ledger counts ${counted}`,
      ),
      records: records.map(
        ({ provider, reference, paymentIds }) =>
          `record ${reference} of ${provider} was counted for ${paymentIds.join(', ')}`,
      ),
      counters: [
        ...counters.map(
          ({ grain, startsAt, segment, currency }) =>
            `the ${grain} of ${startsAt}: ${segment}, ${currency} is miscounted`,
        ),
        ...figures,
      ],
      log,
    },
    verified,
  };
}
