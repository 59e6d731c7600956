import type { Database } from '../db/client';
import { verifyOpenCount } from '../open-count';
import { verifyPaymentCounts } from '../payment-counts';
import { findSharedRecords, verifyLedger } from '../payments';

/**
 * Recounts everything and prints what came of it.
 * @returns whether all of it agrees
 */
export async function compareBooks(db: Database): Promise<boolean> {
  const differences = await verifyLedger(db);
  for (const { nominationId, stored, counted } of differences) {
    console.error(`nomination ${nominationId}: total says ${stored}, the ledger counts ${counted}`);
  }
  console.log(
    differences.length === 0
      ? 'Every total equals the votes of completed payments.'
      : `${differences.length} totals differ from the ledger.`,
  );

  const shared = await findSharedRecords(db);
  for (const { provider, reference, paymentIds } of shared) {
    console.error(`record ${reference} of ${provider} was counted for ${paymentIds.join(', ')}`);
  }
  console.log(
    shared.length === 0
      ? 'Every counted payment has a record of its own at its provider.'
      : `${shared.length} records were counted for more than one payment.`,
  );

  const miscounts = await verifyPaymentCounts(db);
  for (const { grain, startsAt, segment, currency } of miscounts) {
    console.error(`the ${grain} of ${startsAt}: ${segment}, ${currency} is miscounted`);
  }
  console.log(
    miscounts.length === 0
      ? 'Every payment is counted.'
      : `${miscounts.length} counts differ from the payments.`,
  );

  const unlogged = await verifyOpenCount(db);
  for (const difference of unlogged) console.error(difference);
  console.log(
    unlogged.length === 0
      ? 'The open count has every payment, and makes every total.'
      : `${unlogged.length} differences between the open count and the payments.`,
  );
  return differences.length + shared.length + miscounts.length + unlogged.length === 0;
}
