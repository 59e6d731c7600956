import { queryOptions } from '@tanstack/react-query';
import { call, send } from '#client/lib/api/request';
import type { ReceiptProof } from '#shared/contracts/open-count';
import type { Receipt } from '#shared/contracts/receipts';
import { parseVkey, type VerifierKey } from '#shared/open-count/note';
import { type ReadTile, tilePath } from '#shared/open-count/tiles';
import { type CheckedReceipt, checkReceipt, type Verdict } from './model/check-receipt';
import { recallLog, rememberLog } from './model/seen-log';

/** In ms: a new name is on the receipt at once, but reaches the log up to six seconds later. */
const NAMES_MS = 8_000;

/** @throws Error for a response that is not the log's, such as a captive portal */
async function logKeys(signal: AbortSignal): Promise<VerifierKey[]> {
  const answer = await send('GET', '/count/key', { signal });
  return (await answer.text()).trimEnd().split('\n').map(parseVkey);
}

const tilesOf =
  (signal: AbortSignal): ReadTile =>
  async (tile) => {
    const answer = await send('GET', `/count/${tilePath(tile)}`, { signal });
    return new Uint8Array(await answer.arrayBuffer());
  };

/** The result, with all the data it is based on: the evidence in case of a difference. */
export interface ReceiptCheck extends CheckedReceipt {
  proof: ReceiptProof;
  keys: readonly VerifierKey[];
}

async function checkNow(receipt: Receipt, signal: AbortSignal): Promise<ReceiptCheck> {
  const { receiptCode } = receipt.payment;
  const [proof, keys] = await Promise.all([
    call('GET /api/payment/receipt/:receiptCode/proof', { params: { receiptCode }, signal }),
    logKeys(signal),
  ]);
  const recall = recallLog;
  const checked = await checkReceipt({ receipt, proof, keys, recall, readTile: tilesOf(signal) });
  return { ...checked, proof, keys };
}

/** A name or a refund that changed in between is not a difference: the check is repeated. */
async function checkWithRetry(
  receipt: Receipt,
  refresh: () => Promise<Receipt>,
  signal: AbortSignal,
): Promise<ReceiptCheck> {
  const checked = await checkNow(receipt, signal);
  const { verdict } = checked;
  if (verdict.kind === 'different') {
    if (verdict.difference === 'other-names') {
      await new Promise((resolve) => setTimeout(resolve, NAMES_MS));
    }
    return checkNow(await refresh(), signal);
  }
  // The card and the picture show the entry too.
  if (verdict.kind !== 'waiting' && receipt.payment.entry === null) await refresh();
  return checked;
}

async function checkAndRemember(
  ...check: Parameters<typeof checkWithRetry>
): Promise<ReceiptCheck> {
  const checked = await checkWithRetry(...check);
  if (checked.seen) {
    const { origin, ...seen } = checked.seen;
    rememberLog(origin, seen);
  }
  return checked;
}

/** True for a result that no later check can change. */
export const isSettled = (verdict: Verdict | undefined): boolean =>
  verdict !== undefined && verdict.kind !== 'waiting' && verdict.kind !== 'leaving';

/**
 * Returns the wait until the next check: short while the entry may get its place any moment, then
 * longer. @returns false when no more checks are needed
 */
function nextCheckMs(verdict: Verdict | undefined, checks: number): number | false {
  if (isSettled(verdict)) return false;
  if (checks < 15) return 1_500;
  return checks < 45 ? 5_000 : 30_000;
}

/**
 * Checks in this browser whether the open count contains what the receipt shows; repeated until it
 * has its place, and while the server cannot be reached.
 * @param refresh refetches the receipt
 */
export const receiptCheckQuery = (receipt: Receipt, refresh: () => Promise<Receipt>) =>
  queryOptions({
    queryKey: ['receipt-proof', receipt.payment.receiptCode],
    queryFn: ({ signal }) => checkAndRemember(receipt, refresh, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      nextCheckMs(
        state.status === 'error' ? undefined : state.data?.verdict,
        state.dataUpdateCount + state.errorUpdateCount,
      ),
  });
