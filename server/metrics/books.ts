import { eq, sql } from 'drizzle-orm';
import { type Database, ONE_SNAPSHOT, type Queryable, type Transaction } from '#server/db/client';
import { countPayments, type PaymentCount } from '#server/payment-counts/index';
import { type Edition, findSettings, isVotingOpen, lifetimeOf } from '#server/settings/index';
import type { PaymentMethod } from '#shared/domain/payment';
import type { Currency, Money } from '#shared/domain/pricing';
import {
  categories,
  countCheckpoints,
  countHeads,
  countQueue,
  nominations,
  nominationTotals,
  paymentFlags,
  payments,
  providerRoutes,
  receiptEmails,
  verifications,
} from '#shared/schema';
import { type RecentClientErrors, readRecentClientErrors } from './client-errors';

/** Overdue work; the count is capped at `MAX_COUNTED`. */
export interface Backlog {
  count: number;
  /** How long the oldest item has been due. */
  lagSeconds: number;
}

export interface OpenPayments {
  /** Capped at `MAX_COUNTED`. */
  count: number;
  /** 0 if there is none. */
  oldestSeconds: number;
}

/** State of the payments of all editions in the database, whichever process handled them. */
export interface Books {
  counts: PaymentCount[];
  /** Pending payments that may still be charged and are being checked. */
  open: Record<PaymentMethod, OpenPayments>;
  /** Due checks by provider; providers without any are missing. */
  checks: Map<string, Backlog>;
  /** Mobile money providers by operator, as far as they were probed or have failed. */
  routes: Pick<typeof providerRoutes.$inferSelect, 'provider' | 'operator' | 'state'>[];
  mails: Backlog;
  /** Counted or reversed payments without a signed entry in the open count yet. */
  openCount: Backlog;
  /** Failures reported by browsers, in this hour and the one before. */
  clientErrors: RecentClientErrors;
  /** Payments with an open flag. */
  needALook: number;
  countedVotes: number;
  /**
   * Money taken by completed payments minus the price of their votes, in minor units; all must be
   * 0.
   */
  moneyMinusVotes: Record<Currency, number>;
  /** True when new payments may start; null before the first settings exist. */
  isVotingOpen: boolean | null;
  /** Votes of completed payments minus votes in the totals; must be 0. */
  votesMinusTotals: number;
  /** Differences found by the last recounts; null before the first. */
  countDifferences: number | null;
}

/** Enough to raise an alarm, and fast to count. */
const MAX_COUNTED = 10_000;

/**
 * Reads counters and the ends of indexes, at a cost that does not grow with the number of payments.
 */
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
    routes: await tx
      .select({
        provider: providerRoutes.provider,
        operator: providerRoutes.operator,
        state: providerRoutes.state,
      })
      .from(providerRoutes),
    mails: { count: figures.mailsDue, lagSeconds: figures.mailLag },
    openCount: await readOpenCount(tx),
    clientErrors: await readRecentClientErrors(tx),
    needALook: figures.needALook,
    isVotingOpen: settings && isVotingOpen(settings.voting, settings.readAt),
    countedVotes: figures.countedVotes,
    countDifferences: figures.countDifferences,
    moneyMinusVotes: moneyMinusVotes(completed),
    votesMinusTotals: completed.reduce((sum, { votes }) => sum + votes, -figures.countedVotes),
  };
}

interface Difference {
  /** By currency, if not 0. */
  differences: Money[];
  /** Votes that were paid for but are missing in the totals. */
  votes: number;
}

/**
 * Returns whether money taken matches votes counted in an edition, by the two figures above, which
 * are those of all editions.
 */
export const readDifference = (db: Database, edition: Edition): Promise<Difference> =>
  db.transaction(async (tx) => {
    const counts = await countPayments(tx, lifetimeOf(edition));
    const totals = await totalsByEdition(tx);
    return differenceOf(counts, totals.get(edition.id) ?? 0);
  }, ONE_SNAPSHOT);

/** @param totals the votes counted for nominations, in the snapshot of `counts` */
export function differenceOf(counts: readonly PaymentCount[], totals: number): Difference {
  const completed = counts.filter(({ status }) => status === 'completed');
  const votes = completed.reduce((sum, row) => sum + row.votes, -totals);
  return { differences: differencesIn(moneyMinusVotes(completed)), votes };
}

/** Returns the votes in the totals of all nominations, by the id of their edition. */
export async function totalsByEdition(db: Queryable): Promise<Map<number, number>> {
  const votes = sql`sum(${nominationTotals.votes})`.mapWith(Number);
  const rows = await db
    .select({ edition: categories.editionId, votes })
    .from(nominationTotals)
    .innerJoin(nominations, eq(nominations.id, nominationTotals.nominationId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .groupBy(categories.editionId);
  return new Map(rows.map((row) => [row.edition, row.votes]));
}

export const differencesIn = ({ XAF, USD }: Books['moneyMinusVotes']): Money[] =>
  [
    { amountMinor: XAF, currency: 'XAF' as const },
    { amountMinor: USD, currency: 'USD' as const },
  ].filter(({ amountMinor }) => amountMinor !== 0);

function moneyMinusVotes(completed: readonly PaymentCount[]): Record<Currency, number> {
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
      order by next_attempt_at limit ${MAX_COUNTED}
    ) as due`);
  const [figures] = rows;
  if (!figures) throw new Error('PostgreSQL returned no row');
  return figures;
}

async function readOpen(tx: Transaction, method: PaymentMethod): Promise<OpenPayments> {
  const { rows } = await tx.execute<OpenPayments & Record<string, unknown>>(sql`
    select count(*)::int as count,
      coalesce(max(${secondsSince('created_at')}), 0) as "oldestSeconds"
    from (
      select created_at from ${payments}
      where segment = ${`${method} pending attempted`} and next_check_at is not null
      order by created_at limit ${MAX_COUNTED}
    ) as open`);
  return rows[0] ?? { count: 0, oldestSeconds: 0 };
}

async function readChecks(tx: Transaction): Promise<Map<string, Backlog>> {
  const { rows } = await tx.execute<{ provider: string } & Backlog & Record<string, unknown>>(sql`
    select provider, count(*)::int as count,
      max(${secondsSince('next_check_at')}) as "lagSeconds"
    from (
      select provider, next_check_at from ${payments} where next_check_at <= now()
      order by next_check_at limit ${MAX_COUNTED}
    ) as due
    group by provider`);
  return new Map(rows.map(({ provider, count, lagSeconds }) => [provider, { count, lagSeconds }]));
}

/** Counts what waits for an entry, or for a signature covering it. */
async function readOpenCount(tx: Transaction): Promise<Backlog> {
  const { rows } = await tx.execute<Backlog & Record<string, unknown>>(sql`
    select (select count(*)::int from (select from ${countQueue} limit ${MAX_COUNTED}) as waiting) as count,
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
