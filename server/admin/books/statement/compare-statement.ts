import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Transaction } from '#server/db/client';
import { conflict } from '#server/errors';
import { providersOf, type StatementEntry } from '#server/payments/index';
import type { StatementCompared, statementUpload } from '#shared/contracts/books';
import { STATEMENT_MAX_DAYS } from '#shared/domain/books';
import { adminActions, paymentEvents, payments, statementMappings } from '#shared/schema';
import {
  type Bounds,
  boundsOf,
  compareWithEntries,
  isNear,
  recoverListed,
} from '../comparison/compare-list';
import { leaseDay } from '../comparison/store-comparison';
import type { BookContext } from '../context';
import { nextDay } from '../days';
import { openStatement } from './open-statement';
import { readStatement, type StatementProblems, withUniqueNames } from './read-statement';

type Upload = z.output<typeof statementUpload>;

/** Our payments' ids are the only UUIDs in these columns. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Compares some days with a statement that an administrator has received from a provider without a
 * list: all of them or, if the statement has any problem, none.
 * @throws AppError 409 if the provider has a list; 400 or 413 for a file that cannot be read
 */
export async function compareStatement(
  context: BookContext,
  { provider, from, until, mapping, ...place }: Upload,
  file: Buffer,
  adminId: string,
): Promise<StatementCompared> {
  const { db } = context.payments;
  const adapter = providersOf(context.payments).find(({ name }) => name === provider);
  if (!adapter || adapter.statement)
    throw conflict('not-comparable', 'This provider takes no statements');
  const timezone = context.timezone();
  const table = await openStatement(file, place);
  const { entries, problems } = await readStatement(table, { mapping, timezone });
  const days = daysFrom(from, until);
  const [first, last] = [await boundsOf(db, from, timezone), await boundsOf(db, until, timezone)];
  if (days.length > STATEMENT_MAX_DAYS || days.length === 0) problems.add('days', 'too-many-days');
  else if (last.now < last.from) problems.add('days', 'not-begun');
  const dated = entries.filter(({ at }) => at >= first.from && at < last.until);
  if (dated.length === 0 && problems.all.length === 0) problems.add('days', 'no-lines');
  if (problems.all.length > 0) return nothingSaved(problems);

  // The statement has the mobile operator's references, by which the provider cannot be queried.
  const entriesById = dated.filter(namesPayment).map((entry) => ({ ...entry, providerRef: null }));
  await recoverListed(context, adapter, entriesById);
  return db.transaction(async (tx) => {
    const matched = await withPayments(tx, provider, entries);
    const isOfDays = ({ at }: StatementEntry) => at >= first.from && at < last.until;
    let differences = 0;
    for (const day of days) {
      const key = { provider, day };
      const dayBounds = await boundsOf(tx, day, timezone);
      const bounds = { ...dayBounds, reach: statementReach(matched, dayBounds) };
      // Nothing is known of a day that goes on and has no line yet.
      if (bounds.reach && bounds.reach <= bounds.from) continue;
      await leaseDay(tx, key, adminId);
      const near = matched.filter(({ at }) => isNear(at, bounds));
      differences += await compareWithEntries(tx, key, bounds, near);
    }
    const used = { ...mapping, headings: withUniqueNames(table.headings) };
    await tx
      .insert(statementMappings)
      .values({ provider, mapping: used })
      .onConflictDoUpdate({ target: statementMappings.provider, set: { mapping: used } });
    const lines = matched.filter((entry) => isOfDays(entry) && entry.kind === 'paid');
    await tx.insert(adminActions).values({
      userId: adminId,
      action: 'books.statement',
      entity: 'books',
      entityId: from,
      after: { provider, from, to: until, lines: lines.length },
    });
    return {
      problems: [],
      days: days.length,
      lines: lines.length,
      strangers: lines.filter(({ paymentId }) => paymentId === null).length,
      differences,
    };
  });
}

/**
 * Returns until when a statement can be compared with a day that goes on: the time of its last
 * line, inclusive. Null for a day that is over.
 */
function statementReach(
  entries: readonly StatementEntry[],
  { from, until, now }: Bounds,
): Date | null {
  if (now >= until) return null;
  const past = entries.filter(({ at }) => at >= from && at <= now);
  return new Date(past.reduce((last, { at }) => Math.max(last, at.getTime() + 1), from.getTime()));
}

const nothingSaved = ({ all }: StatementProblems): StatementCompared => ({
  problems: all,
  days: 0,
  lines: 0,
  strangers: 0,
  differences: 0,
});

function daysFrom(from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= until && days.length <= STATEMENT_MAX_DAYS; day = nextDay(day)) {
    days.push(day);
  }
  return days;
}

const namesPayment = ({ paymentId }: StatementEntry) => paymentId !== null && UUID.test(paymentId);

/**
 * Finds the payment of each line: by our id, or by the mobile operator's reference, which was in
 * the provider's response. A line without a match may not concern us.
 */
async function withPayments(
  tx: Transaction,
  provider: string,
  entries: readonly StatementEntry[],
): Promise<StatementEntry[]> {
  const references = entries.flatMap((entry) =>
    namesPayment(entry) ? [] : (entry.providerRef ?? []),
  );
  const rows = await tx
    .selectDistinct({
      paymentId: paymentEvents.paymentId,
      reference: sql<string>`${paymentEvents.detail}->>'operatorReference'`,
    })
    .from(paymentEvents)
    .innerJoin(payments, sql`${payments.id} = ${paymentEvents.paymentId}`)
    .where(sql`${payments.provider} = ${provider}
      and ${paymentEvents.detail}->>'operatorReference' is not null
      and ${paymentEvents.detail}->>'operatorReference' = any(${sql.param(references)}::text[])`);
  const byReference = new Map(rows.map((row) => [row.reference, row.paymentId]));
  return entries.map((entry) => ({
    ...entry,
    paymentId: namesPayment(entry)
      ? (entry.paymentId?.toLowerCase() ?? null)
      : (byReference.get(entry.providerRef ?? '') ?? null),
  }));
}
