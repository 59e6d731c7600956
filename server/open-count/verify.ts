import { asc, sql } from 'drizzle-orm';
import { methodOf, type PaymentStatus } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import { areEqual, bytesOf, toBase64 } from '#shared/open-count/bytes';
import { parseCheckpointText } from '#shared/open-count/checkpoint';
import {
  canonicalJson,
  commitmentTo,
  type Entry,
  type EntryVotes,
  minuteOf,
  readEntry,
} from '#shared/open-count/entry';
import { EMPTY_ROOT, type Hash, leafHash } from '#shared/open-count/merkle';
import { parseNote } from '#shared/open-count/note';
import { Recount } from '#shared/open-count/recount';
import { levelOf } from '#shared/open-count/tiles';
import {
  countCheckpoints,
  countEntries,
  countHashes,
  countHeads,
  countMinutes,
  countQueue,
  nominationTotals,
  payments,
  paymentVotes,
} from '#shared/schema';
import { type Database, ONE_SNAPSHOT, type Transaction } from '../db/client';

const PAGE = 1_000;

/**
 * Recounts the log of counted votes against payments and totals, in both directions, as of one moment.
 * @returns a sentence for each difference
 */
export const verifyOpenCount = (db: Database): Promise<string[]> =>
  db.transaction((tx) => new Verification(tx).run(), ONE_SNAPSHOT);

/** An entry beside the payment that it is about. */
interface Row extends Record<string, unknown> {
  index: number;
  entry: string;
  leaf: Buffer;
  paymentId: string | null;
  receiptSalt: Buffer | null;
  votesSalt: Buffer | null;
  /** Null without a payment that was ever counted. */
  status: PaymentStatus | null;
  amount: number;
  currency: Currency;
  provider: string;
  receiptCode: string | null;
  completedAt: number;
  votes: EntryVotes | null;
}

class Verification {
  readonly #tx: Transaction;
  readonly #recount = new Recount(({ height, index }, hash) => {
    const level = levelOf(height);
    if (level !== null) this.#hashes.set(`${level}/${index}`, hash);
  });
  readonly #differences: string[] = [];
  /** By `level/index`. */
  readonly #hashes = new Map<string, Hash>();

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  async run(): Promise<string[]> {
    const heads = await this.#heads();
    this.#expectRoot(heads);
    for (
      let page = await this.#page(0);
      page.length > 0;
      page = await this.#page(this.#recount.size)
    ) {
      for (const row of page) {
        this.#enter(row);
        this.#expectRoot(heads);
      }
    }
    const result = this.#recount.result();
    for (const { entry, fault } of result.faults) this.#say(`entry ${entry} is at fault: ${fault}`);
    await this.#compareHead(result);
    await this.#compareCheckpoints(heads);
    await this.#compareHashes();
    await this.#findMissingEntries();
    await this.#compareTotals(result.votes);
    return this.#differences;
  }

  #say(difference: string): void {
    this.#differences.push(difference);
  }

  async #heads(): Promise<Map<number, Hash>> {
    const heads = await this.#tx
      .select({ size: countHeads.size, root: countHeads.root })
      .from(countHeads);
    return new Map(heads.map(({ size, root }) => [size, root]));
  }

  /** With a gap, the row after it comes first, and says so. */
  async #page(from: number): Promise<Row[]> {
    const { rows } = await this.#tx.execute<Row>(sql`
      select ${countEntries.index}::float8 as index, ${countEntries.entry}, ${countEntries.leaf},
        ${countEntries.paymentId} as "paymentId", ${countEntries.receiptSalt} as "receiptSalt",
        ${countEntries.votesSalt} as "votesSalt",
        ${payments.status}, ${payments.amount}, ${payments.currency}, ${payments.provider},
        ${payments.receiptCode} as "receiptCode",
        extract(epoch from ${payments.completedAt})::float8 * 1000 as "completedAt",
        (
          select jsonb_object_agg(${paymentVotes.nominationId}, ${paymentVotes.voteCount})
          from ${paymentVotes} where ${paymentVotes.paymentId} = ${payments.id}
        ) as votes
      from ${countEntries}
      left join ${payments} on ${payments.id} = ${countEntries.paymentId}
        and ${payments.completedAt} is not null
      where ${countEntries.index} >= ${from}
      order by ${countEntries.index} limit ${PAGE}`);
    if (rows[0] && rows[0].index !== from) {
      this.#say(`entry ${from} is missing`);
      return [];
    }
    return rows;
  }

  #enter(row: Row): void {
    const place = this.#recount.size;
    if (row.index !== place) return; // told with the next page
    const bytes = bytesOf(row.entry);
    if (!areEqual(leafHash(bytes), row.leaf)) this.#say(`entry ${place} is not what its hash says`);
    this.#recount.add(bytes);
    const entry = readEntry(bytes);
    if (entry?.kind === 'count') this.#compareCount(row, entry);
    if (entry?.kind === 'take-back' && row.status !== 'failed') {
      this.#say(`entry ${place} takes back payment ${row.paymentId}, whose votes count`);
    }
  }

  #compareCount(row: Row, entry: Extract<Entry, { kind: 'count' }>): void {
    const { index, paymentId, status, votes } = row;
    if (status === null) {
      this.#say(`entry ${index} counts payment ${paymentId}, which was never counted`);
      return;
    }
    const expected = {
      minute: minuteOf(new Date(row.completedAt)),
      method: methodOf(row.provider),
      currency: row.currency,
      amount: row.amount,
      commitment: commitmentTo(row.receiptSalt ?? new Uint8Array(), row.receiptCode ?? ''),
    };
    for (const [name, value] of Object.entries(expected)) {
      const said = entry[name as keyof typeof expected];
      if (said !== value) {
        this.#say(`entry ${index} says ${name} ${said}, payment ${paymentId} says ${value}`);
      }
    }
    if (row.votesSalt) {
      this.#recount.open({ entry: index, salt: toBase64(row.votesSalt), votes: votes ?? {} });
    } else if (!('votes' in entry) || canonicalJson(entry.votes) !== canonicalJson(votes ?? {})) {
      this.#say(`entry ${index} has other votes than payment ${paymentId}`);
    }
  }

  #expectRoot(heads: ReadonlyMap<number, Hash>): void {
    const { size } = this.#recount;
    const root = heads.get(size);
    if (!root) return;
    if (!areEqual(root, size === 0 ? EMPTY_ROOT : this.#recount.root())) {
      this.#say(`the tree of ${size} entries has another root than was written down`);
    }
  }

  async #compareHead({ payments: counted, takenBack, money }: ReturnType<Recount['result']>) {
    const { rows } = await this.#tx.execute<
      { size: number; public: number } & Record<string, number>
    >(sql`
      select ${countHeads.size}::float8 as size, ${countHeads.payments}, ${countHeads.takenBack} as "takenBack",
        ${countHeads.xaf}::float8 as xaf, ${countHeads.usd}::float8 as usd,
        (${countHeads.votes} - (select coalesce(sum(${countMinutes.votes}), 0) from ${countMinutes}))::float8
          as votes
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
    };
    for (const [name, value] of Object.entries(expected)) {
      if (head[name] !== value) {
        this.#say(
          name === 'votes'
            ? `the votes by minute differ by ${head[name]} from the public votes in all`
            : `the log is said to have ${name} ${head[name]}, its entries make ${value}`,
        );
      }
    }
  }

  async #compareCheckpoints(heads: ReadonlyMap<number, Hash>): Promise<void> {
    const checkpoints = await this.#tx
      .select({ size: countCheckpoints.size, note: countCheckpoints.note })
      .from(countCheckpoints)
      .orderBy(asc(countCheckpoints.size));
    for (const { size, note } of checkpoints) {
      const signed = parseCheckpointText(parseNote(note).text);
      const root = heads.get(size);
      if (signed.size !== size || !root || !areEqual(signed.root, root)) {
        this.#say(`what was signed for ${size} entries is another tree`);
      }
    }
  }

  async #compareHashes(): Promise<void> {
    const kept = await this.#tx.select().from(countHashes);
    for (const { level, index, hash } of kept) {
      const key = `${level}/${index}`;
      const expected = this.#hashes.get(key);
      this.#hashes.delete(key);
      if (!expected || !areEqual(expected, hash))
        this.#say(`hash ${key} is not that of its entries`);
    }
    for (const key of this.#hashes.keys()) this.#say(`hash ${key} is missing`);
  }

  /** What counts, or did, and neither stands in the log nor waits for its place. */
  async #findMissingEntries(): Promise<void> {
    const { rows } = await this.#tx.execute<{ id: string; kind: string }>(sql`
      select ${payments.id} as id, wanted.kind from ${payments}
      cross join (values ('count'), ('take-back')) as wanted (kind)
      where ${payments.completedAt} is not null
        and (wanted.kind = 'count' or ${payments.status} = 'failed')
        and not exists (
          select 1 from ${countEntries}
          where ${countEntries.paymentId} = ${payments.id} and ${countEntries.kind} = wanted.kind
        )
        and not exists (
          select 1 from ${countQueue}
          where ${countQueue.paymentId} = ${payments.id} and ${countQueue.kind} = wanted.kind
        )
      order by 1, 2`);
    for (const { id, kind } of rows) {
      this.#say(
        kind === 'count'
          ? `payment ${id} counts and is not in the log`
          : `payment ${id} was taken back, which is not in the log`,
      );
    }
  }

  /** The log, with what waits for its place, against the totals. */
  async #compareTotals(counted: ReadonlyMap<string, number>): Promise<void> {
    const waiting = await this.#tx.execute<{ nomination: string; votes: number }>(sql`
      select ${paymentVotes.nominationId} as nomination, sum(
        case ${countQueue.kind} when 'count' then ${paymentVotes.voteCount} else -${paymentVotes.voteCount} end
      )::float8 as votes
      from ${countQueue} join ${paymentVotes} on ${paymentVotes.paymentId} = ${countQueue.paymentId}
      group by 1`);
    const votes = new Map(counted);
    for (const { nomination, votes: more } of waiting.rows) {
      votes.set(nomination, (votes.get(nomination) ?? 0) + more);
    }
    for (const { nominationId, votes: total } of await this.#tx.select().from(nominationTotals)) {
      const logged = votes.get(nominationId) ?? 0;
      votes.delete(nominationId);
      if (logged !== total) {
        this.#say(`nomination ${nominationId}: total says ${total}, the open count ${logged}`);
      }
    }
    for (const [nomination, logged] of votes) {
      if (logged !== 0) this.#say(`nomination ${nomination}: no total, the open count ${logged}`);
    }
  }
}
