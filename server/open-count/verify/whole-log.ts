import { sql } from 'drizzle-orm';
import { type Database, type Transaction, WHOLE_TABLES } from '#server/db/client';
import { areEqual, bytesOf, toBase64 } from '#shared/open-count/bytes';
import { readEntry } from '#shared/open-count/entry';
import { EMPTY_ROOT, type Hash, leafHash } from '#shared/open-count/merkle';
import { Recount } from '#shared/open-count/recount';
import { levelOf } from '#shared/open-count/tiles';
import { countHashes, countHeads, countHours, countMinutes } from '#shared/schema';
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

class Verification {
  readonly #tx: Transaction;
  readonly #onEntries: OnEntries;
  readonly #recount = new Recount(({ height, index }, hash) => {
    const level = levelOf(height);
    if (level !== null) this.#hashes.set(`${level}/${index}`, hash);
  });
  readonly #differences: string[] = [];
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
        this.#recount.open({ entry: index, salt, votes: row.votes ?? {} });
      }
    }
    if (entry?.kind === 'take-back' && row.status !== 'failed') {
      this.#report(`entry ${index} takes back payment ${row.paymentId}, whose votes count`);
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

  async #compareHead({ payments: counted, takenBack, money }: ReturnType<Recount['result']>) {
    const { rows } = await this.#tx.execute<
      { size: number; public: number } & Record<string, number>
    >(sql`
      select ${countHeads.size}::float8 as size, ${countHeads.payments}, ${countHeads.takenBack} as "takenBack",
        ${countHeads.xaf}::float8 as xaf, ${countHeads.usd}::float8 as usd,
        (${countHeads.votes} - (select coalesce(sum(${countMinutes.votes}), 0) from ${countMinutes}))::float8
          as votes,
        (select count(*)::float8 from (
          select nomination_id, hour from (
            select nomination_id, date_trunc('hour', minute, 'UTC') as hour, votes, payments, taken_back
            from ${countMinutes}
            union all
            select nomination_id, hour, -votes, -payments, -taken_back from ${countHours}
          ) as part
          group by nomination_id, hour
          having (sum(votes), sum(payments), sum(taken_back)) is distinct from (0, 0, 0)
        ) as different) as hours
      from ${countHeads} order by ${countHeads.size} desc limit 1`);
    const [head] = rows;
    if (!head) return;
    const expected = {
      size: this.#recount.size,
      payments: counted,
      takenBack,
      xaf: money.XAF,
      usd: money.USD,
      votes: 0,
      hours: 0,
    };
    for (const [name, value] of Object.entries(expected)) {
      if (head[name] !== value) {
        this.#report(
          name === 'votes'
            ? `the votes by minute differ by ${head[name]} from the public votes in all`
            : name === 'hours'
              ? `${head[name]} hours of a nomination have other votes than their minutes`
              : `the log is said to have ${name} ${head[name]}, its entries make ${value}`,
        );
      }
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
