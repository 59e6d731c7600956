import { inArray } from 'drizzle-orm';
import { type Database, ONE_SNAPSHOT, type Transaction } from '#server/db/client';
import { areEqual, bytesOf, toBase64 } from '#shared/open-count/bytes';
import { type EntryVotes, opensSeal, readEntry } from '#shared/open-count/entry';
import { GrowingTree, type Hash, leafHash, peaksOf } from '#shared/open-count/merkle';
import { countEntries } from '#shared/schema';
import { nodesOf } from '../store';
import {
  compareCheckpoints,
  compareCount,
  compareTotals,
  findMissingEntries,
  headsFrom,
  pageOf,
  type Row,
} from './rows';
import type { LogVerification, VerifiedLog } from './whole-log';

/**
 * Recounts the entries added since the last verification, in one snapshot, and compares all totals.
 * The cost depends only on what is new.
 * @param since of payments that may have been counted since
 */
export const recountNew = (
  db: Database,
  from: VerifiedLog,
  since: Date,
): Promise<LogVerification> =>
  db.transaction((tx) => new NewVerification(tx, from).run(since), ONE_SNAPSHOT);

class NewVerification {
  readonly #tx: Transaction;
  readonly #from: VerifiedLog;
  readonly #tree: GrowingTree;
  readonly #votes: Map<string, number>;
  readonly #differences: string[] = [];

  constructor(tx: Transaction, from: VerifiedLog) {
    this.#tx = tx;
    this.#from = from;
    this.#tree = GrowingTree.at(from.size, from.peaks);
    this.#votes = new Map(from.votes);
  }

  async run(since: Date): Promise<LogVerification> {
    const { size } = this.#from;
    const heads = await headsFrom(this.#tx, size);
    if (size > 0 && !heads.has(size)) this.#report(`the tree of ${size} entries is not recorded`);
    this.#expectRoot(heads);
    await this.#expectPeaks();
    for (let page = await this.#page(); page.length > 0; page = await this.#page()) {
      const reversedPayments = await this.#paymentsOfReversedEntries(page);
      for (const row of page) {
        this.#verifyEntry(row, reversedPayments);
        this.#expectRoot(heads);
      }
    }
    const newest = Math.max(size, ...heads.keys());
    if (newest !== this.#tree.size) {
      this.#report(`the log is said to have ${newest} entries, and has ${this.#tree.size}`);
    }
    this.#report(...(await compareCheckpoints(this.#tx, heads, size)));
    this.#report(...(await findMissingEntries(this.#tx, since)));
    this.#report(...(await compareTotals(this.#tx, this.#votes)));
    const { peaks } = this.#tree;
    const verified = { size: this.#tree.size, peaks, votes: this.#votes };
    return { differences: this.#differences, verified };
  }

  #report(...differences: string[]): void {
    this.#differences.push(...differences);
  }

  async #page(): Promise<Row[]> {
    const { size } = this.#tree;
    const rows = await pageOf(this.#tx, size);
    const gap = rows.findIndex(({ index }, at) => index !== size + at);
    if (gap < 0) return rows;
    if (gap === 0) this.#report(`entry ${size} is missing`);
    return rows.slice(0, gap);
  }

  #expectRoot(heads: ReadonlyMap<number, Hash>): void {
    const { size } = this.#tree;
    const root = heads.get(size);
    if (root && !areEqual(root, this.#tree.root())) {
      this.#report(`the tree of ${size} entries has a root other than the recorded one`);
    }
  }

  /** Checks that the previously verified parts of the tree are unchanged. */
  async #expectPeaks(): Promise<void> {
    const { size, peaks } = this.#from;
    const read = nodesOf(this.#tx, size);
    for (const [at, peak] of peaksOf(size).entries()) {
      const stored = await read(peak).catch(() => null);
      const verified = peaks[at];
      if (!stored || !verified || !areEqual(stored, verified)) {
        this.#report(`a part of the first ${size} entries has changed`);
        return;
      }
    }
  }

  /** Returns the payment of each entry that is reversed on this page, by the entry's index. */
  async #paymentsOfReversedEntries(page: readonly Row[]): Promise<Map<number, string | null>> {
    const indexes = page.flatMap(({ entry }) => {
      const reversal = readEntry(bytesOf(entry));
      return reversal?.kind === 'take-back' ? [reversal.entry] : [];
    });
    if (indexes.length === 0) return new Map();
    const reversed = await this.#tx
      .select({ index: countEntries.index, paymentId: countEntries.paymentId })
      .from(countEntries)
      .where(inArray(countEntries.index, indexes));
    return new Map(reversed.map(({ index, paymentId }) => [index, paymentId]));
  }

  #verifyEntry(row: Row, reversedPayments: ReadonlyMap<number, string | null>): void {
    const { index, paymentId } = row;
    const bytes = bytesOf(row.entry);
    const leaf = leafHash(bytes);
    if (!areEqual(leaf, row.leaf)) this.#report(`entry ${index} does not match its hash`);
    this.#tree.append(leaf);
    const entry = readEntry(bytes);
    const votes = row.votes ?? {};
    if (!entry) this.#report(`entry ${index} is at fault: malformed`);
    else if (entry.kind === 'count') {
      this.#report(...compareCount(row, entry));
      const salt = toBase64(row.votesSalt ?? new Uint8Array());
      if ('sealed' in entry && !opensSeal(entry.sealed, { entry: index, salt, votes })) {
        this.#report(`entry ${index} has sealed other votes than those of payment ${paymentId}`);
      }
      this.#add(votes, 1);
    } else if (entry.kind === 'take-back') {
      if (row.status !== 'failed') {
        this.#report(`entry ${index} takes back payment ${paymentId}, whose votes count`);
      }
      if (reversedPayments.get(entry.entry) !== paymentId) {
        this.#report(`entry ${index} takes back entry ${entry.entry}, which is of another payment`);
      }
      this.#add(votes, -1);
    }
  }

  #add(votes: EntryVotes, sign: 1 | -1): void {
    for (const [nomination, count] of Object.entries(votes)) {
      this.#votes.set(nomination, (this.#votes.get(nomination) ?? 0) + sign * count);
    }
  }
}
