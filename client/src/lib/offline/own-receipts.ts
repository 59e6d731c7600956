import type { Receipt } from '#shared/contracts/receipts';
import { readOwnVotes, storeOwnVotes } from './own-votes';

/** Most receipts that are stored; the oldest are dropped. */
const MAX_RECEIPTS = 50;

/** @param isPaidHere false when the receipt was only viewed */
export function rememberReceipt(
  { edition, payment, artist, votesByCategory }: Receipt,
  isPaidHere: boolean,
): void {
  const { receiptCode, totalVotes } = payment;
  const before = readOwnVotes().find((votes) => votes.receiptCode === receiptCode);
  const [first] = votesByCategory;
  if (before || !first) return;
  const { categoryId } = first;
  const keptAt = new Date().toISOString();
  const votes = {
    ...{ receiptCode, keptAt, totalVotes, edition, artist, categoryId },
    isOwnArtist: isPaidHere,
  };
  storeOwnVotes([votes, ...readOwnVotes()].slice(0, MAX_RECEIPTS));
}

/** Removes a receipt from this device; it can still be found by number, address or code. */
export const forgetReceipt = (receiptCode: string): void =>
  storeOwnVotes(readOwnVotes().filter((votes) => votes.receiptCode !== receiptCode));
