import type { Receipt } from '#shared/contracts/receipts';
import { keepOwnVotes, readOwnVotes } from './own-votes';

/** The newest; more would hardly be looked for here. */
const MOST = 50;

/** @param isPaidHere not only looked at */
export function rememberReceipt(
  { payment, artist, votesByCategory }: Receipt,
  isPaidHere: boolean,
): void {
  const { receiptCode, totalVotes } = payment;
  const before = readOwnVotes().find((votes) => votes.receiptCode === receiptCode);
  const [first] = votesByCategory;
  if (before || !first) return;
  const { categoryId } = first;
  const keptAt = new Date().toISOString();
  const votes = { receiptCode, keptAt, totalVotes, artist, categoryId, isOwnArtist: isPaidHere };
  keepOwnVotes([votes, ...readOwnVotes()].slice(0, MOST));
}

/** Takes a receipt off this device; it is still found by number, address or code. */
export const forgetReceipt = (receiptCode: string): void =>
  keepOwnVotes(readOwnVotes().filter((votes) => votes.receiptCode !== receiptCode));
