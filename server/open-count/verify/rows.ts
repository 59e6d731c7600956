import { asc, gte, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { methodOf, type PaymentStatus } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import { areEqual } from '#shared/open-count/bytes';
import { parseCheckpointText } from '#shared/open-count/checkpoint';
import {
  canonicalJson,
  commitmentTo,
  type Entry,
  type EntryVotes,
  editionOf,
  minuteOf,
} from '#shared/open-count/entry';
import type { Hash } from '#shared/open-count/merkle';
import { parseNote } from '#shared/open-count/note';
import {
  countCheckpoints,
  countEntries,
  countHeads,
  countQueue,
  nominationTotals,
  payments,
  paymentVotes,
} from '#shared/schema';

// Shared by both verifications: of the whole log, and of new entries.

/** Small enough not to delay votes that arrive in between. */
const PAGE = 250;

/** An entry, with the payment it is about. */
export interface Row extends Record<string, unknown> {
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
  /** The edition in which the payment was created. */
  edition: number;
  votes: EntryVotes | null;
}

/** Returns entries from an index on, in order; at a gap, the row after it comes first. */
export async function pageOf(tx: Transaction, from: number): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    select ${countEntries.index}::float8 as index, ${countEntries.entry}, ${countEntries.leaf},
      ${countEntries.paymentId} as "paymentId", ${countEntries.receiptSalt} as "receiptSalt",
      ${countEntries.votesSalt} as "votesSalt",
      ${payments.status}, ${payments.amount}, ${payments.currency}, ${payments.provider},
      ${payments.receiptCode} as "receiptCode",
      extract(epoch from ${payments.completedAt})::float8 * 1000 as "completedAt",
      coalesce(edition_at(${payments.createdAt}), current_edition()) as edition,
      (
        select jsonb_object_agg(${paymentVotes.nominationId}, ${paymentVotes.voteCount})
        from ${paymentVotes} where ${paymentVotes.paymentId} = ${payments.id}
      ) as votes
    from ${countEntries}
    left join ${payments} on ${payments.id} = ${countEntries.paymentId}
      and ${payments.completedAt} is not null
    where ${countEntries.index} >= ${from}
    order by ${countEntries.index} limit ${PAGE}`);
  return rows;
}

/** Returns the recorded roots by size, from a size on. */
export async function headsFrom(tx: Transaction, size: number): Promise<Map<number, Hash>> {
  const heads = await tx
    .select({ size: countHeads.size, root: countHeads.root })
    .from(countHeads)
    .where(gte(countHeads.size, size));
  return new Map(heads.map((head) => [head.size, head.root]));
}

/**
 * @returns a sentence for each difference between an entry that counts a payment and the payment
 */
export function compareCount(row: Row, entry: Extract<Entry, { kind: 'count' }>): string[] {
  const { index, paymentId, status, votes } = row;
  if (status === null) {
    return [`entry ${index} counts payment ${paymentId}, which was never counted`];
  }
  const expected = {
    edition: row.edition,
    minute: minuteOf(new Date(row.completedAt)),
    method: methodOf(row.provider),
    currency: row.currency,
    amount: row.amount,
    commitment: commitmentTo(row.receiptSalt ?? new Uint8Array(), row.receiptCode ?? ''),
  };
  const differences: string[] = [];
  const said = { ...entry, edition: editionOf(entry) };
  for (const [name, value] of Object.entries(expected)) {
    const recorded = said[name as keyof typeof expected];
    if (recorded !== value) {
      differences.push(
        `entry ${index} says ${name} ${recorded}, payment ${paymentId} says ${value}`,
      );
    }
  }
  const isOpen = row.votesSalt === null;
  if (
    isOpen &&
    (!('votes' in entry) || canonicalJson(entry.votes) !== canonicalJson(votes ?? {}))
  ) {
    differences.push(`entry ${index} has other votes than payment ${paymentId}`);
  }
  return differences;
}

/** @returns a sentence for each signed tree that differs from the recorded one */
export async function compareCheckpoints(
  tx: Transaction,
  heads: ReadonlyMap<number, Hash>,
  from: number,
): Promise<string[]> {
  const checkpoints = await tx
    .select({ size: countCheckpoints.size, note: countCheckpoints.note })
    .from(countCheckpoints)
    .where(gte(countCheckpoints.size, from))
    .orderBy(asc(countCheckpoints.size));
  return checkpoints.flatMap(({ size, note }) => {
    const signed = parseCheckpointText(parseNote(note).text);
    const root = heads.get(size);
    const isSame = signed.size === size && root && areEqual(signed.root, root);
    return isSame ? [] : [`what was signed for ${size} entries is another tree`];
  });
}

/**
 * Finds payments that count or did count, and are neither in the log nor in its queue.
 * @param since of payments that were counted then or later, and of all reversed ones; null for all
 */
export async function findMissingEntries(tx: Transaction, since: Date | null): Promise<string[]> {
  const recent =
    since === null ? sql`true` : sql`${payments.updatedAt} >= ${since.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string; kind: string }>(sql`
    select ${payments.id} as id, wanted.kind from ${payments}
    cross join (values ('count'), ('take-back')) as wanted (kind)
    where ${payments.completedAt} is not null and ${recent}
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
  return rows.map(({ id, kind }) =>
    kind === 'count'
      ? `payment ${id} counts and is not in the log`
      : `payment ${id} was taken back, which is not in the log`,
  );
}

/** Compares the log and its queue with the totals. */
export async function compareTotals(
  tx: Transaction,
  counted: ReadonlyMap<string, number>,
): Promise<string[]> {
  const queued = await tx.execute<{ nomination: string; votes: number }>(sql`
    select ${paymentVotes.nominationId} as nomination, sum(
      case ${countQueue.kind} when 'count' then ${paymentVotes.voteCount} else -${paymentVotes.voteCount} end
    )::float8 as votes
    from ${countQueue} join ${paymentVotes} on ${paymentVotes.paymentId} = ${countQueue.paymentId}
    group by 1`);
  const votes = new Map(counted);
  for (const { nomination, votes: more } of queued.rows) {
    votes.set(nomination, (votes.get(nomination) ?? 0) + more);
  }
  const differences: string[] = [];
  for (const { nominationId, votes: total } of await tx.select().from(nominationTotals)) {
    const logged = votes.get(nominationId) ?? 0;
    votes.delete(nominationId);
    if (logged !== total) {
      differences.push(`nomination ${nominationId}: total says ${total}, the open count ${logged}`);
    }
  }
  for (const [nomination, logged] of votes) {
    if (logged !== 0)
      differences.push(`nomination ${nomination}: no total, the open count ${logged}`);
  }
  return differences;
}
