import { sql } from 'drizzle-orm';
import { type Database, type Transaction, WHOLE_TABLES } from '#server/db/client';
import { areEqual, bytesOf, toBase64 } from '#shared/open-count/bytes';
import { editionOf, readEntry } from '#shared/open-count/entry';
import { EMPTY_ROOT, type Hash, leafHash } from '#shared/open-count/merkle';
import { noCounts, Recount, type RecountResult } from '#shared/open-count/recount';
import { levelOf } from '#shared/open-count/tiles';
import { categories, countHashes, countHours, countMinutes, nominations } from '#shared/schema';
import { newestHead, noSums, type Sums, sumsByEdition } from '../store';
import {
  compareCheckpoints,
  compareCount,
  compareTotals,
  findMissingEntries,
  headsFrom,
  pageOf,
  type Row,
} from './rows';

/** How far the log was verified, from where the verification of new entries continues. */
export interface VerifiedLog {
  /** Number of entries. */
  size: number;
  /** Full subtrees of the tree, as `peaksOf` lists them. */
  peaks: readonly Hash[];
  /** Votes by nomination, minus those withdrawn; includes sealed ones. */
  votes: ReadonlyMap<string, number>;
}

export interface LogVerification {
  /** A sentence for each difference. */
  differences: string[];
  verified: VerifiedLog;
}

/** Called with the number of entries verified so far, after each page of 250. */
export type OnEntries = (entries: number) => void;

/** Recounts the log against payments and totals, in both directions, in one snapshot. */
export const recountLog = (db: Database, onEntries?: OnEntries): Promise<LogVerification> =>
  db.transaction((tx) => new Verification(tx, onEntries).run(), WHOLE_TABLES);

/** Like `recountLog`. @returns a sentence for each difference */
export const verifyOpenCount = async (db: Database): Promise<string[]> =>
  (await recountLog(db)).differences;

const COMPARED = ['payments', 'takenBack', 'xaf', 'usd', 'votes', 'sealed', 'openBelow'] as const;

class Verification {
  readonly #tx: Transaction;
  readonly #onEntries: OnEntries;
  readonly #recount = new Recount(({ height, index }, hash) => {
    const level = levelOf(height);
    if (level !== null) this.#hashes.set(`${level}/${index}`, hash);
  });
  readonly #differences: string[] = [];
  /** Sealed entries that no opening has made public, by index, with the votes that count. */
  readonly #secret = new Map<number, { edition: number; votes: number }>();
  /** By `level/index`. */
  readonly #hashes = new Map<string, Hash>();

  constructor(tx: Transaction, onEntries: OnEntries = () => undefined) {
    this.#tx = tx;
    this.#onEntries = onEntries;
  }

  async run(): Promise<LogVerification> {
    const heads = await headsFrom(this.#tx, 0);
    this.#expectRoot(heads);
    for (
      let page = await this.#page(0);
      page.length > 0;
      page = await this.#page(this.#recount.size)
    ) {
      for (const row of page) {
        this.#verifyEntry(row);
        this.#expectRoot(heads);
      }
      this.#onEntries(this.#recount.size);
    }
    const result = this.#recount.result();
    for (const { entry, fault } of result.faults)
      this.#report(`entry ${entry} is at fault: ${fault}`);
    await this.#compareHead(result);
    this.#report(...(await compareCheckpoints(this.#tx, heads, 0)));
    await this.#compareHashes();
    this.#report(...(await findMissingEntries(this.#tx, null)));
    this.#report(...(await compareTotals(this.#tx, result.votes)));
    const { size } = this.#recount;
    const verified = { size, peaks: this.#recount.peaks(), votes: result.votes };
    return { differences: this.#differences, verified };
  }

  #report(...differences: string[]): void {
    this.#differences.push(...differences);
  }

  async #page(from: number): Promise<Row[]> {
    const rows = await pageOf(this.#tx, from);
    if (rows[0] && rows[0].index !== from) {
      this.#report(`entry ${from} is missing`);
      return [];
    }
    return rows;
  }

  #verifyEntry(row: Row): void {
    const index = this.#recount.size;
    if (row.index !== index) return; // Reported with the next page
    const bytes = bytesOf(row.entry);
    if (!areEqual(leafHash(bytes), row.leaf))
      this.#report(`entry ${index} does not match its hash`);
    this.#recount.add(bytes);
    const entry = readEntry(bytes);
    if (entry?.kind === 'count') {
      this.#report(...compareCount(row, entry));
      if (row.status !== null && row.votesSalt) {
        const salt = toBase64(row.votesSalt);
        const votes = row.votes ?? {};
        this.#recount.open({ entry: index, salt, votes });
        const sum = Object.values(votes).reduce((all, more) => all + more, 0);
        this.#secret.set(index, { edition: editionOf(entry), votes: sum });
      }
    }
    if (entry?.kind === 'opening') this.#publish(editionOf(entry), entry.below);
    if (entry?.kind === 'take-back') {
      const secret = this.#secret.get(entry.entry);
      if (secret) secret.votes = 0;
      if (row.status !== 'failed') {
        this.#report(`entry ${index} takes back payment ${row.paymentId}, whose votes count`);
      }
    }
  }

  #publish(edition: number, below: number): void {
    for (const [index, sealed] of this.#secret) {
      if (sealed.edition === edition && index < below) this.#secret.delete(index);
    }
  }

  #expectRoot(heads: ReadonlyMap<number, Hash>): void {
    const { size } = this.#recount;
    const root = heads.get(size);
    if (!root) return;
    if (!areEqual(root, size === 0 ? EMPTY_ROOT : this.#recount.root())) {
      this.#report(`the tree of ${size} entries has a root other than the recorded one`);
    }
  }

  async #compareHead({ editions }: RecountResult) {
    const head = await newestHead(this.#tx);
    if (!head) return;
    const { size } = this.#recount;
    if (head.size !== size) {
      this.#report(`the log is said to have ${head.size} entries, its entries are ${size}`);
    }
    const recorded = await sumsByEdition(this.#tx, head);
    const byMinute = await votesByMinute(this.#tx);
    for (const edition of new Set([...recorded.keys(), ...editions.keys(), ...byMinute.keys()])) {
      const { money, ...counted } = editions.get(edition) ?? noCounts();
      const openBelow = this.#recount.openBelow.get(edition) ?? 0;
      const secret = [...this.#secret.values()].filter((sealed) => sealed.edition === edition);
      const secretVotes = secret.reduce((sum, { votes }) => sum + votes, 0);
      const expected: Sums = {
        ...counted,
        xaf: money.XAF,
        usd: money.USD,
        // All seals were opened for this recount.
        votes: counted.votes - secretVotes,
        sealed: secret.length,
        openBelow,
      };
      const sums = recorded.get(edition) ?? noSums();
      for (const name of COMPARED) {
        if (sums[name] === expected[name]) continue;
        const values = `${name} ${sums[name]}, its entries make ${expected[name]}`;
        this.#report(`edition ${edition} of the log is said to have ${values}`);
      }
      const difference = sums.votes - (byMinute.get(edition) ?? 0);
      if (difference !== 0) {
        this.#report(
          `edition ${edition}: the votes by minute differ by ${difference} from the public votes in all`,
        );
      }
    }
    const hours = await differentHours(this.#tx);
    if (hours !== 0) {
      this.#report(`${hours} hours of a nomination have other votes than their minutes`);
    }
  }

  async #compareHashes(): Promise<void> {
    const stored = await this.#tx.select().from(countHashes);
    for (const { level, index, hash } of stored) {
      const key = `${level}/${index}`;
      const expected = this.#hashes.get(key);
      this.#hashes.delete(key);
      if (!expected || !areEqual(expected, hash))
        this.#report(`hash ${key} is not that of its entries`);
    }
    for (const key of this.#hashes.keys()) this.#report(`hash ${key} is missing`);
  }
}

/** Returns the public votes of each edition, by the sums of their minutes. */
async function votesByMinute(tx: Transaction): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ edition: number; votes: number }>(sql`
    select ${categories.editionId} as edition, sum(${countMinutes.votes})::float8 as votes
    from ${countMinutes}
    join ${nominations} on ${nominations.id} = ${countMinutes.nominationId}
    join ${categories} on ${categories.id} = ${nominations.categoryId}
    group by 1`);
  return new Map(rows.map(({ edition, votes }) => [edition, votes]));
}

/** Counts the hours of a nomination that differ from the sums of their minutes. */
async function differentHours(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ hours: number }>(sql`
    select count(*)::float8 as hours from (
      select nomination_id, hour from (
        select nomination_id, date_trunc('hour', minute, 'UTC') as hour, votes, payments, taken_back
        from ${countMinutes}
        union all
        select nomination_id, hour, -votes, -payments, -taken_back from ${countHours}
      ) as part
      group by nomination_id, hour
      having (sum(votes), sum(payments), sum(taken_back)) is distinct from (0, 0, 0)
    ) as different`);
  return rows[0]?.hours ?? 0;
}
