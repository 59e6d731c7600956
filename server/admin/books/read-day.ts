import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { ONE_SNAPSHOT, type Queryable } from '#server/db/client';
import { personName } from '#server/db/person-name';
import type { PaidLine } from '#server/kept-figures/index';
import { type PaymentProvider, providersOf } from '#server/payments/index';
import type { Edition } from '#server/settings/index';
import {
  type BookDay,
  type Comparison,
  type Difference,
  MAX_DIFFERENCES,
} from '#shared/contracts/books';
import { isReversed } from '#shared/domain/payment';
import { bookDays, bookDifferences, payments, users } from '#shared/schema';
import { boundsOf } from './comparison/compare-list';
import type { BookContext } from './context';
import { isDifferenceIn, linesOf, nextDay, readPaidDays } from './days';

/**
 * Returns all data about one day of an edition's books. The comparisons are those of the whole day:
 * a provider's list knows no editions.
 */
export const readDay = (
  { payments: context, timezone }: BookContext,
  edition: Edition,
  day: string,
) =>
  context.db.transaction(async (tx): Promise<BookDay> => {
    const zone = timezone();
    const bounds = await boundsOf(tx, day, zone);
    const range = { edition, timezone: zone, from: day, until: nextDay(day) };
    const [paid = { lines: [] }] = await readPaidDays(tx, range);
    const isShown = isDifferenceIn(range);
    return {
      day,
      isOver: bounds.now >= bounds.until,
      lines: linesOf(paid),
      comparisons: await readComparisons(tx, providersOf(context), day, paid.lines),
      differences: await readDifferences(tx, isShown),
      openDifferences: await tx.$count(
        bookDifferences,
        and(isShown, isNull(bookDifferences.resolvedAt)),
      ),
    };
  }, ONE_SNAPSHOT);

/** Includes each configured provider that took money that day, and all that were compared. */
async function readComparisons(
  db: Queryable,
  providers: readonly PaymentProvider[],
  day: string,
  paid: readonly PaidLine[],
): Promise<Comparison[]> {
  const rows = await db
    .select({
      provider: bookDays.provider,
      state: bookDays.state,
      isUnderWay: sql<boolean>`coalesce(${bookDays.busyUntil} > now(), false)`,
      triedAt: bookDays.triedAt,
      by: sql<string | null>`case when ${users.id} is not null then ${personName(users)} end`,
      readUntil: bookDays.readUntil,
      trouble: bookDays.trouble,
      listed: bookDays.listed,
    })
    .from(bookDays)
    .leftJoin(users, eq(users.id, bookDays.userId))
    .where(eq(bookDays.day, day));
  const namesWithPayments = new Set(paid.map(({ provider }) => provider));
  return providers.flatMap(({ name, statement }): Comparison[] => {
    const row = rows.find(({ provider }) => provider === name);
    if (!row && !namesWithPayments.has(name)) return [];
    const source = statement ? 'list' : 'upload';
    return [
      {
        ...(row ?? NEVER_TRIED),
        provider: name,
        source,
        triedAt: row?.triedAt?.toISOString() ?? null,
        readUntil: row?.readUntil?.toISOString() ?? null,
      },
    ];
  });
}

const NEVER_TRIED = {
  state: 'due',
  isUnderWay: false,
  by: null,
  trouble: null,
  listed: null,
} as const;

async function readDifferences(db: Queryable, isShown: SQL): Promise<Difference[]> {
  const rows = await db
    .select({ difference: bookDifferences, payment: payments })
    .from(bookDifferences)
    .leftJoin(payments, eq(payments.id, bookDifferences.paymentId))
    .where(isShown)
    .orderBy(
      desc(sql`${bookDifferences.resolvedAt} is null`),
      bookDifferences.reason,
      bookDifferences.listedAt,
      bookDifferences.id,
    )
    .limit(MAX_DIFFERENCES);
  return rows.map(({ difference, payment }) => {
    const { id, provider, reason, providerRef, resolution, resolvedAt, note } = difference;
    const { listedAmount: amountMinor, listedCurrency: currency, listedAt: at } = difference;
    const isListed = amountMinor !== null && currency !== null && at !== null;
    return {
      id,
      provider,
      reason,
      providerRef,
      payment: payment && {
        id: payment.id,
        amountMinor: payment.amount,
        currency: payment.currency,
        status: payment.status,
        isReversed: isReversed(payment),
      },
      listed: isListed ? { amountMinor, currency, at: at.toISOString() } : null,
      resolution,
      resolvedAt: resolvedAt?.toISOString() ?? null,
      note,
    };
  });
}
