import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { advisoryLock, tryAdvisoryLock } from '#server/db/advisory-lock';
import type { Transaction } from '#server/db/client';
import { isStanding, standing } from '#server/db/standing';
import { type Edition, readEditions, resultsShown } from '#server/settings/index';
import { FIRST_EDITION } from '#shared/domain/editions';
import { methodOf } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import type { VisibleResults } from '#shared/domain/results';
import { bytesOf } from '#shared/open-count/bytes';
import {
  type ContinuationEntry,
  canonicalJson,
  commitmentTo,
  type EditionEntry,
  type Entry,
  type EntryVotes,
  minuteOf,
  type NominationEntry,
  SALT_BYTES,
  sealOf,
} from '#shared/open-count/entry';
import { EMPTY_ROOT, GrowingTree, type Hash, leafHash, peaksOf } from '#shared/open-count/merkle';
import { levelOf } from '#shared/open-count/tiles';
import {
  artists,
  categories,
  countEditionHeads,
  countEntries,
  countHashes,
  countHeads,
  countMinutes,
  countQueue,
  editionArtists,
  editions,
  nominations,
  payments,
  paymentVotes,
} from '#shared/schema';
import { type Log, mayWrite } from './log-state';
import { LOG_LOCK } from './names';
import {
  addSums,
  editionOfEntry,
  type Head,
  newestHead,
  nodesOf,
  noSums,
  type Sums,
  sumsByEdition,
} from './store';

/** Entries per transaction: some hundred kilobytes, and a fraction of a second. */
const BATCH = 2_000;
/** Adds to the votes of a minute that already has some. */
const ADDED_TO_MINUTE = sql`
  on conflict (nomination_id, minute) do update set
    votes = ${countMinutes.votes} + excluded.votes,
    payments = ${countMinutes.payments} + excluded.payments,
    taken_back = ${countMinutes.takenBack} + excluded.taken_back`;

const FIRST_HEAD: Head = { size: 0, root: EMPTY_ROOT, madeAt: new Date(0), ...noSums() };

export interface Round {
  /** Entries added. */
  entered: number;
  /** True when there may be more to enter. */
  hasMore: boolean;
}

/**
 * Adds queued payments to the log in one transaction, so that a crash at any point leaves
 * everything unchanged. Runs in one process at a time; in others it does nothing. Whatever is
 * entered in a later round was committed after the previous round had started to read; within a
 * round, entries are ordered by the time of counting.
 */
export function sequence(
  { db, memory }: Pick<Log, 'db' | 'memory'>,
  batch = BATCH,
): Promise<Round> {
  return db.transaction(async (tx) => {
    const isOurs = (await tryAdvisoryLock(tx, LOG_LOCK)) && (await mayWrite(tx, memory));
    if (!isOurs) return { entered: 0, hasMore: false };
    const head = await startingHead(tx);
    const queued = await takeFromQueue(tx, batch);
    // Editions are read after the queue: votes counted after results were hidden must never be
    // entered in the open.
    const round = await SequencingRound.start(tx, head);
    await round.openSeals();
    await round.nameNominations(queued);
    await round.enter(queued);
    await round.write();
    return { entered: round.entered, hasMore: queued.length === batch };
  });
}

/**
 * Continues the log under another key's name: the first entry after the remaining ones is the last
 * checkpoint of the log that has lost entries.
 * @param checkpoint as it was signed
 * @returns the index of that entry
 */
export async function continueLog(
  tx: Transaction,
  { checkpoint, reason }: Pick<ContinuationEntry, 'checkpoint' | 'reason'>,
): Promise<number> {
  await advisoryLock(tx, LOG_LOCK);
  const round = await SequencingRound.start(tx, await startingHead(tx));
  const index = round.continueFrom(checkpoint, reason);
  await round.write();
  return index;
}

/** Returns the newest head, or that of an empty log. */
async function startingHead(tx: Transaction): Promise<Head> {
  const newest = await newestHead(tx);
  if (!newest) await tx.insert(countHeads).values({ ...FIRST_HEAD, madeAt: sql`now()` });
  return newest ?? FIRST_HEAD;
}

/** Returns the database's time, and the newest definition of each edition's number. */
async function readDefinitions(
  tx: Transaction,
): Promise<{ now: Date; editionEntries: Map<number, EditionEntry> }> {
  const { rows } = await tx.execute<{ ms: number; entries: string[] }>(sql`
    select extract(epoch from clock_timestamp())::float8 * 1000 as ms, array(
      select ${countEntries.entry} from ${countEntries}
      where ${countEntries.kind} = 'edition' order by ${countEntries.index}
    ) as entries`);
  const entries = (rows[0]?.entries ?? []).map((entry): EditionEntry => JSON.parse(entry));
  return {
    now: new Date(rows[0]?.ms ?? Number.NaN),
    editionEntries: new Map(entries.map((entry) => [entry.edition, entry])),
  };
}

interface QueuedPayment {
  /** When it was counted or reversed, in ms with fractions. */
  at: number;
  kind: 'count' | 'take-back';
  paymentId: string;
  amount: number;
  currency: Currency;
  provider: string;
  receiptCode: string | null;
  votes: EntryVotes;
  /** The edition in which it was created. */
  edition: number;
  /**
   * For a reversal: the entry that it reverses, if there is one, its edition, and whether its votes
   * were entered in the open.
   */
  counted: number | null;
  countedEdition: number;
  isCountedInTheOpen: boolean | null;
}

/**
 * Deletes the oldest rows from the queue and returns all data of their entries. Rows are found by
 * their physical position (ctid), because they are never updated. The subquery's limit of one makes
 * the planner look up each payment, instead of reading the whole table.
 */
async function takeFromQueue(tx: Transaction, limit: number): Promise<QueuedPayment[]> {
  const { rows } = await tx.execute<QueuedPayment & Record<string, unknown>>(sql`
    with taken as (
      delete from ${countQueue} where ctid = any(array(
        select ctid from ${countQueue} order by ${countQueue.at}, ${countQueue.id} limit ${limit}
      ))
      returning ${countQueue.at}, ${countQueue.id}, ${countQueue.kind}, ${countQueue.paymentId}
    )
    select extract(epoch from taken.at)::float8 * 1000 as at, taken.kind, taken.payment_id as "paymentId",
      payment.amount, payment.currency, payment.provider, payment.receipt_code as "receiptCode",
      votes.votes, coalesce(edition_at(payment.created_at), current_edition()) as edition,
      counted.index::float8 as counted, ${editionOfEntry(sql`counted.entry`)} as "countedEdition",
      counted.votes_salt is null as "isCountedInTheOpen"
    from taken
    cross join lateral (
      select * from ${payments} where ${payments.id} = taken.payment_id limit 1
    ) as payment
    cross join lateral (
      select coalesce(jsonb_object_agg(${paymentVotes.nominationId}, ${paymentVotes.voteCount}), '{}')
        as votes
      from ${paymentVotes} where ${paymentVotes.paymentId} = taken.payment_id
    ) as votes
    left join ${countEntries} as counted on taken.kind = 'take-back'
      and counted.payment_id = taken.payment_id and counted.kind = 'count'
    order by taken.at, taken.id`);
  return rows;
}

/** An entry that counts a payment, and whether its votes are public. */
interface Counted {
  index: number;
  edition: number;
  isOpen: boolean;
}

/** Returns what an entry says of a nomination, in one text for both versions. */
const meaningOf = ({ v: _v, minute: _minute, ...meaning }: NominationEntry): string =>
  canonicalJson({ edition: FIRST_EDITION, ...meaning });

function addMoney(sums: Sums, currency: Currency, amount: number): void {
  if (currency === 'XAF') sums.xaf += amount;
  else sums.usd += amount;
}

type NewEntry = typeof countEntries.$inferInsert;
type Minute = typeof countMinutes.$inferInsert;

/** The additions of one round, collected before they are written. */
class SequencingRound {
  readonly #tx: Transaction;
  readonly #before: Head;
  /** By the database's clock. */
  readonly #now: Date;
  readonly #editions: ReadonlyMap<number, Edition>;
  readonly #editionEntries: Map<number, EditionEntry>;
  #size: number;
  /** Of each edition with entries. */
  readonly #sums: Map<number, Sums>;
  /** Editions of which this round adds entries. */
  readonly #changed = new Set<number>();
  readonly #entries: NewEntry[] = [];
  readonly #minutes = new Map<string, Minute>();
  /** Payments counted in this round. */
  readonly #counted = new Map<string, Counted>();

  private constructor(
    tx: Transaction,
    head: Head,
    read: {
      now: Date;
      editions: readonly Edition[];
      editionEntries: Map<number, EditionEntry>;
      sums: Map<number, Sums>;
    },
  ) {
    this.#tx = tx;
    this.#before = head;
    this.#size = head.size;
    this.#now = read.now;
    this.#editions = new Map(read.editions.map((edition) => [edition.id, edition]));
    this.#editionEntries = read.editionEntries;
    this.#sums = read.sums;
  }

  /** Reads the editions with the settings in force, which decide what the public may see. */
  static async start(tx: Transaction, head: Head): Promise<SequencingRound> {
    // One after the other, because a transaction runs its statements in sequence.
    const editions = await readEditions(tx);
    const definitions = await readDefinitions(tx);
    const sums = await sumsByEdition(tx, head);
    return new SequencingRound(tx, head, { ...definitions, editions, sums });
  }

  get entered(): number {
    return this.#entries.length;
  }

  /** @returns the index of the entry */
  continueFrom(checkpoint: string, reason: string): number {
    const minute = minuteOf(this.#now);
    return this.#add({ v: 1, kind: 'continuation', minute, checkpoint, reason });
  }

  /** Opens the sealed votes of each edition whose results are all public. */
  async openSeals(): Promise<void> {
    for (const [edition, { sealed }] of [...this.#sums]) {
      if (sealed > 0 && this.#shownOf(edition).shows === 'live') await this.#openSealsOf(edition);
    }
  }

  async #openSealsOf(edition: number): Promise<void> {
    // One statement for the votes of a whole season: no timeout applies.
    await this.#tx.execute(sql`set local statement_timeout = 0`);
    const sums = this.#sumsOf(edition);
    const below = this.#before.size;
    this.#add({ v: 2, kind: 'opening', edition, minute: minuteOf(this.#now), below });
    const opened = sql`
      select entry.payment_id, entry.entry::jsonb->>'minute' as minute, entry.kind
      from ${countEntries} as entry
      join ${countEntries} as counted on counted.payment_id = entry.payment_id
        and counted.kind = 'count' and counted.votes_salt is not null
        and counted.index >= ${sums.openBelow} and ${editionOfEntry(sql`counted.entry`)} = ${edition}
      where entry.kind in ('count', 'take-back') and entry.index >= ${sums.openBelow}`;
    const { rows } = await this.#tx.execute<{ votes: number }>(sql`
      with opened as (${opened}), added as (
        insert into ${countMinutes} (nomination_id, minute, votes, payments, taken_back)
        select ${paymentVotes.nominationId}, opened.minute::timestamptz,
          sum(case opened.kind when 'count' then ${paymentVotes.voteCount} else -${paymentVotes.voteCount} end),
          count(*) filter (where opened.kind = 'count'),
          count(*) filter (where opened.kind = 'take-back')
        from opened join ${paymentVotes} on ${paymentVotes.paymentId} = opened.payment_id
        group by 1, 2 ${ADDED_TO_MINUTE}
      )
      select coalesce(sum(
        case opened.kind when 'count' then ${paymentVotes.voteCount} else -${paymentVotes.voteCount} end
      ), 0)::float8 as votes
      from opened join ${paymentVotes} on ${paymentVotes.paymentId} = opened.payment_id`);
    sums.votes += rows[0]?.votes ?? 0;
    sums.sealed = 0;
    sums.openBelow = below;
  }

  /** @throws Error for an edition that has no settings */
  #edition(id: number): Edition {
    const edition = this.#editions.get(id);
    if (!edition) throw new Error(`edition ${id} has no settings`);
    return edition;
  }

  /** Returns what the public may see of an edition's votes now. */
  #shownOf(id: number): VisibleResults {
    return resultsShown(this.#edition(id), this.#now);
  }

  /** Returns the sums of an edition of which an entry follows, once its number is defined. */
  #sumsOf(id: number): Sums {
    if (!this.#changed.has(id)) {
      this.#changed.add(id);
      this.#nameEdition(id);
    }
    const sums = this.#sums.get(id) ?? noSums();
    this.#sums.set(id, sums);
    return sums;
  }

  /** Defines the number of an edition, unless its newest definition says the same. */
  #nameEdition(id: number): void {
    const { year, name, nameFr } = this.#edition(id).settings;
    const last = this.#editionEntries.get(id);
    if (last && last.year === year && last.name === name && last.nameFr === nameFr) return;
    const minute = minuteOf(this.#now);
    const entry: EditionEntry = { v: 2, kind: 'edition', edition: id, minute, year, name, nameFr };
    this.#editionEntries.set(id, entry);
    this.#add(entry);
  }

  /**
   * Enters the names of nominations: of each one as soon as it is public, and again after a name
   * has changed, even if it is hidden by then, because receipts show the new name. It does not wait
   * for the first vote: while votes are hidden, that would reveal for whom the vote was. A merged
   * nomination gets the names of the one for which its votes count, and one of an archived edition
   * the name in the archive.
   */
  async nameNominations(queued: readonly QueuedPayment[]): Promise<void> {
    const voted = [...new Set(queued.flatMap(({ votes }) => Object.keys(votes)))];
    const { rows } = await this.#tx.execute<
      Omit<NominationEntry & { v: 2 }, 'v' | 'kind' | 'minute'> & { last: string | null }
    >(sql`
      select ${nominations.id} as nomination, ${artists.id} as "artistId",
        coalesce(${editionArtists.name}, ${artists.name}) as artist,
        ${categories.id} as "categoryId", ${categories.name} as category,
        ${categories.nameFr} as "categoryFr", ${categories.editionId} as edition,
        last.entry as last
      from ${nominations}
      join ${nominations} as standing on ${isStanding}
      join ${artists} on ${artists.id} = ${standing.artistId}
      join ${categories} on ${categories.id} = ${nominations.categoryId}
      join ${editions} on ${editions.id} = ${categories.editionId}
      left join ${editionArtists} on ${editionArtists.editionId} = ${editions.id}
        and ${editionArtists.artistId} = ${artists.id}
      left join lateral (
        select ${countEntries.entry} from ${countEntries}
        where ${countEntries.nominationId} = ${nominations.id}
        order by ${countEntries.index} desc limit 1
      ) as last on true
      where last.entry is not null or ${nominations.id} = any(${sql.param(voted)}::uuid[])
        or (${editions.state} <> 'draft' and ${artists.isActive} and ${categories.isActive} and not ${categories.isHidden}
          and ${nominations.withdrawnAt} is null and ${nominations.mergedInto} is null)
      order by ${nominations.id}`);
    for (const { last, ...names } of rows) {
      const lastEntry: NominationEntry | null = last === null ? null : JSON.parse(last);
      const minute = minuteOf(this.#now);
      const entry = { v: 2, kind: 'nomination', minute, ...names } as const;
      if (lastEntry && meaningOf(lastEntry) === meaningOf(entry)) continue;
      this.#sumsOf(names.edition);
      this.#add(entry, { nominationId: names.nomination });
    }
  }

  /** @throws Error for the reversal of a payment that was never counted */
  async enter(queued: readonly QueuedPayment[]): Promise<void> {
    for (const payment of queued) {
      if (payment.kind === 'count') this.#count(payment);
      else this.#takeBack(payment);
    }
  }

  #count(queued: QueuedPayment): void {
    const { at, paymentId, amount, currency, provider, receiptCode, votes, edition } = queued;
    const sums = this.#sumsOf(edition);
    const receiptSalt = randomBytes(SALT_BYTES);
    const entry = {
      v: 2,
      kind: 'count',
      edition,
      minute: minuteOf(new Date(at)),
      method: methodOf(provider),
      currency,
      amount,
      commitment: commitmentTo(receiptSalt, receiptCode ?? ''),
    } as const;
    const isOpen = this.#mayBePublic(edition, at);
    const votesSalt = isOpen ? null : randomBytes(SALT_BYTES);
    const index = this.#add(
      votesSalt === null ? { ...entry, votes } : { ...entry, sealed: sealOf(votesSalt, votes) },
      { paymentId, receiptSalt, votesSalt },
    );
    this.#counted.set(paymentId, { index, edition, isOpen });
    sums.payments++;
    addMoney(sums, currency, amount);
    if (isOpen) this.#addVotes(sums, at, votes, 1);
    else sums.sealed++;
  }

  #takeBack(queued: QueuedPayment): void {
    const { at, paymentId, amount, currency, votes } = queued;
    const reversed = this.#counted.get(paymentId) ?? this.#countedBefore(queued);
    if (!reversed) throw new Error(`payment ${paymentId} is taken back and was never counted`);
    const sums = this.#sumsOf(reversed.edition);
    this.#add(
      { v: 1, kind: 'take-back', minute: minuteOf(new Date(at)), entry: reversed.index },
      { paymentId },
    );
    sums.takenBack++;
    addMoney(sums, currency, -amount);
    if (reversed.isOpen) this.#addVotes(sums, at, votes, -1);
  }

  /** Returns the entry of an earlier round that counts a payment; null when there is none. */
  #countedBefore({
    counted: index,
    countedEdition: edition,
    isCountedInTheOpen,
  }: QueuedPayment): Counted | null {
    if (index === null) return null;
    const openBelow = this.#sums.get(edition)?.openBelow ?? 0;
    return { index, edition, isOpen: isCountedInTheOpen === true || index < openBelow };
  }

  #mayBePublic(edition: number, countedAt: number): boolean {
    const { shows, since } = this.#shownOf(edition);
    return shows === 'live' || (shows === 'sealed' && countedAt <= since.getTime());
  }

  #addVotes(sums: Sums, at: number, votes: EntryVotes, sign: 1 | -1): void {
    const minute = new Date(minuteOf(new Date(at)));
    for (const [nominationId, count] of Object.entries(votes)) {
      const key = `${nominationId} ${minute.getTime()}`;
      const sum = this.#minutes.get(key) ?? {
        nominationId,
        minute,
        votes: 0,
        payments: 0,
        takenBack: 0,
      };
      sum.votes += sign * count;
      if (sign === 1) sum.payments++;
      else sum.takenBack++;
      this.#minutes.set(key, sum);
      sums.votes += sign * count;
    }
  }

  #add(
    entry: Entry,
    about: Partial<Pick<NewEntry, 'paymentId' | 'nominationId' | 'receiptSalt' | 'votesSalt'>> = {},
  ): number {
    const index = this.#size++;
    const text = canonicalJson(entry);
    const leaf = leafHash(bytesOf(text));
    this.#entries.push({ index, entry: text, leaf, kind: entry.kind, ...about });
    return index;
  }

  async write(): Promise<void> {
    if (this.#entries.length === 0) return;
    const { size } = this.#before;
    const hashes: (typeof countHashes.$inferInsert)[] = [];
    const read = nodesOf(this.#tx, size);
    const peaks: Hash[] = [];
    // One after the other, because a transaction runs its statements in sequence.
    for (const peak of peaksOf(size)) peaks.push(await read(peak));
    const tree = GrowingTree.at(size, peaks, ({ height, index }, hash) => {
      const level = levelOf(height);
      if (level !== null) hashes.push({ level, index, hash });
    });
    for (const { leaf } of this.#entries) tree.append(leaf);
    await this.#insertEntries();
    if (hashes.length > 0) await this.#tx.insert(countHashes).values(hashes);
    await this.#insertMinutes();
    await this.#insertHead(tree.root());
  }

  async #insertHead(root: Hash): Promise<void> {
    const size = this.#size;
    const all = { ...noSums(), openBelow: this.#sums.get(FIRST_EDITION)?.openBelow ?? 0 };
    for (const sums of this.#sums.values()) addSums(all, sums);
    await this.#tx.insert(countHeads).values({ ...all, size, root, madeAt: sql`now()` });
    const others = [...this.#changed].filter((edition) => edition !== FIRST_EDITION);
    if (others.length === 0) return;
    await this.#tx
      .insert(countEditionHeads)
      .values(others.map((edition) => ({ ...this.#sumsOf(edition), editionId: edition, size })));
  }

  /** Passes arrays: one parameter per value would cost more than the rest of an entry. */
  async #insertEntries(): Promise<void> {
    const all = this.#entries;
    await this.#tx.execute(sql`
      insert into ${countEntries}
        (index, entry, leaf, kind, payment_id, nomination_id, receipt_salt, votes_salt)
      select * from unnest(
        ${columnOf(all, 'index')}::bigint[], ${columnOf(all, 'entry')}::text[],
        ${columnOf(all, 'leaf')}::bytea[], ${columnOf(all, 'kind')}::text[],
        ${columnOf(all, 'paymentId')}::uuid[], ${columnOf(all, 'nominationId')}::uuid[],
        ${columnOf(all, 'receiptSalt')}::bytea[], ${columnOf(all, 'votesSalt')}::bytea[])`);
  }

  async #insertMinutes(): Promise<void> {
    const all = [...this.#minutes.values()];
    if (all.length === 0) return;
    await this.#tx.execute(sql`
      insert into ${countMinutes} (nomination_id, minute, votes, payments, taken_back)
      select * from unnest(
        ${columnOf(all, 'nominationId')}::uuid[], ${columnOf(all, 'minute')}::timestamptz[],
        ${columnOf(all, 'votes')}::int[], ${columnOf(all, 'payments')}::int[],
        ${columnOf(all, 'takenBack')}::int[])
      ${ADDED_TO_MINUTE}`);
  }
}

const columnOf = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name) =>
  sql.param(rows.map((row) => row[name] ?? null));
