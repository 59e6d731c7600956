import { sql } from 'drizzle-orm';
import { type Database, ONE_SNAPSHOT, type Transaction } from '#server/db/client';
import { countPayments, type PaymentCount } from '#server/payment-counts/index';
import { findSettings, isVotingOpen } from '#server/settings/index';
import type { PaymentMethod } from '#shared/domain/payment';
import type { Currency, Money } from '#shared/domain/pricing';
import {
  countCheckpoints,
  countHeads,
  countQueue,
  nominationTotals,
  paymentFlags,
  payments,
  receiptEmails,
  verifications,
} from '#shared/schema';
import { type FailingPhones, readFailingPhones } from './failing-phones';

/** What is due and not done; the count goes no further than `MOST_COUNTED`. */
export interface Backlog {
  count: number;
  /** How long the oldest has been due. */
  lagSeconds: number;
}

export interface OpenPayments {
  /** No further than `MOST_COUNTED`. */
  count: number;
  /** 0 without one. */
  oldestSeconds: number;
}

/** How the payments stand by the database, whichever process has served them. */
export interface Books {
  counts: PaymentCount[];
  /** Pending payments whose payer may be charged, while the provider is asked about them. */
  open: Record<PaymentMethod, OpenPayments>;
  /** Checks that are due, by provider; those who have none are missing. */
  checks: Map<string, Backlog>;
  mails: Backlog;
  /** What was counted, or taken back, and has no signed place in the open count yet. */
  openCount: Backlog;
  /** What browsers told of, in this hour and the one before. */
  failingPhones: FailingPhones;
  /** Payments with a flag that nobody has settled. */
  needALook: number;
  countedVotes: number;
  /** What completed payments took less what their votes cost, in minor units; all must be 0. */
  moneyMinusVotes: Record<Currency, number>;
  /** Whether new payments may start; null while nobody has set anything. */
  isVotingOpen: boolean | null;
  /** Votes of completed payments less votes in the totals; must be 0. */
  votesMinusTotals: number;
  /** That the last recounts have found; null before the first. */
  countDifferences: number | null;
}

/** Enough to be alarmed, and soon counted. */
const MOST_COUNTED = 10_000;

/** Reads counters and the ends of indexes: what it costs does not grow with the payments. */
export const readBooks = (db: Database): Promise<Books> => db.transaction(read, ONE_SNAPSHOT);

async function read(tx: Transaction): Promise<Books> {
  const counts = await countPayments(tx);
  const figures = await readFigures(tx);
  const settings = await findSettings(tx);
  const completed = counts.filter(({ status }) => status === 'completed');
  return {
    counts,
    open: {
      card: await readOpen(tx, 'card'),
      'mobile-money': await readOpen(tx, 'mobile-money'),
    },
    checks: await readChecks(tx),
    mails: { count: figures.mailsDue, lagSeconds: figures.mailLag },
    openCount: await readOpenCount(tx),
    failingPhones: await readFailingPhones(tx),
    needALook: figures.needALook,
    isVotingOpen: settings && isVotingOpen(settings.voting, settings.readAt),
    countedVotes: figures.countedVotes,
    countDifferences: figures.countDifferences,
    moneyMinusVotes: moneyMinusVotes(completed),
    votesMinusTotals: completed.reduce((sum, { votes }) => sum + votes, -figures.countedVotes),
  };
}

interface Difference {
  /** By currency, where it is not 0. */
  differences: Money[];
  /** Paid for and not in the totals. */
  votes: number;
}

/** Whether money taken equals votes counted: what the two figures above say. */
export const readDifference = (db: Database): Promise<Difference> =>
  db.transaction(async (tx) => {
    const completed = (await countPayments(tx)).filter(({ status }) => status === 'completed');
    const counted = sql`coalesce(sum(${nominationTotals.votes}), 0)`.mapWith(Number);
    const [totals] = await tx.select({ counted }).from(nominationTotals);
    const votes = completed.reduce((sum, one) => sum + one.votes, -(totals?.counted ?? 0));
    return { differences: differencesIn(moneyMinusVotes(completed)), votes };
  }, ONE_SNAPSHOT);

export const differencesIn = ({ XAF, USD }: Books['moneyMinusVotes']): Money[] =>
  [
    { amountMinor: XAF, currency: 'XAF' as const },
    { amountMinor: USD, currency: 'USD' as const },
  ].filter(({ amountMinor }) => amountMinor !== 0);

function moneyMinusVotes(completed: PaymentCount[]): Record<Currency, number> {
  const difference = { XAF: 0, USD: 0 };
  for (const { currency, excess } of completed) difference[currency] += excess;
  return difference;
}

type Figures = Record<'countedVotes' | 'needALook' | 'mailsDue' | 'mailLag', number> & {
  countDifferences: number | null;
};

async function readFigures(tx: Transaction): Promise<Figures> {
  const { rows } = await tx.execute<Figures>(sql`
    select
      (select coalesce(sum(votes), 0)::float8 from ${nominationTotals}) as "countedVotes",
      (select count(distinct payment_id)::int from ${paymentFlags} where resolved_at is null)
        as "needALook",
      (select sum(differences)::int from ${verifications} where begun_at is not null)
        as "countDifferences",
      count(*)::int as "mailsDue",
      coalesce(max(${secondsSince('next_attempt_at')}), 0) as "mailLag"
    from (
      select next_attempt_at from ${receiptEmails} where next_attempt_at <= now()
      order by next_attempt_at limit ${MOST_COUNTED}
    ) as due`);
  const [figures] = rows;
  if (!figures) throw new Error('PostgreSQL answered without a row');
  return figures;
}

async function readOpen(tx: Transaction, method: PaymentMethod): Promise<OpenPayments> {
  const { rows } = await tx.execute<OpenPayments & Record<string, unknown>>(sql`
    select count(*)::int as count,
      coalesce(max(${secondsSince('created_at')}), 0) as "oldestSeconds"
    from (
      select created_at from ${payments}
      where segment = ${`${method} pending attempted`} and next_check_at is not null
      order by created_at limit ${MOST_COUNTED}
    ) as open`);
  return rows[0] ?? { count: 0, oldestSeconds: 0 };
}

async function readChecks(tx: Transaction): Promise<Map<string, Backlog>> {
  const { rows } = await tx.execute<{ provider: string } & Backlog & Record<string, unknown>>(sql`
    select provider, count(*)::int as count,
      max(${secondsSince('next_check_at')}) as "lagSeconds"
    from (
      select provider, next_check_at from ${payments} where next_check_at <= now()
      order by next_check_at limit ${MOST_COUNTED}
    ) as due
    group by provider`);
  return new Map(rows.map(({ provider, count, lagSeconds }) => [provider, { count, lagSeconds }]));
}

/** Waiting for a place, or for the signature over it. */
async function readOpenCount(tx: Transaction): Promise<Backlog> {
  const { rows } = await tx.execute<Backlog & Record<string, unknown>>(sql`
    select (select count(*)::int from (select from ${countQueue} limit ${MOST_COUNTED}) as waiting) as count,
      greatest(
        (select ${secondsSince('at')} from ${countQueue} order by at, id limit 1),
        (
          select ${secondsSince('made_at')} from ${countHeads}
          where size > (select coalesce(max(size), -1) from ${countCheckpoints})
          order by size limit 1
        ),
        0
      ) as "lagSeconds"`);
  return rows[0] ?? { count: 0, lagSeconds: 0 };
}

type Since = 'created_at' | 'next_attempt_at' | 'next_check_at' | 'at' | 'made_at';
const secondsSince = (column: Since) =>
  sql`extract(epoch from now() - ${sql.identifier(column)})::float8`;
