import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/db/client';
import { personName } from '#server/db/person-name';
import { conflict, notFound } from '#server/errors';
import type { ClosingFigures, Closings, Correction } from '#shared/contracts/books';
import { WHOLE_EVENT } from '#shared/domain/books';
import { adminActions, bookClosings, users } from '#shared/schema';
import { boundsOf } from '../comparison/compare-list';
import type { BookContext } from '../context';
import { correctionsBetween } from './corrections';
import { rangeOf, readFigures } from './figures';

/** One snapshot: what one figure counts, the others do as well. */
const SNAPSHOT = { isolationLevel: 'repeatable read' } as const;
/** Any constant: of two who close at once, the second sees what the first has closed. */
const CLOSING_LOCK = 7_140_231;

interface Closing {
  id: number;
  day: string | null;
  closedAt: Date;
  by: string;
  figures: ClosingFigures;
}

/** @param day null for the whole event */
const closingsOf = (db: Queryable, day: string | null): Promise<Closing[]> =>
  selectClosings(db)
    .where(day === null ? isNull(bookClosings.day) : eq(bookClosings.day, day))
    .orderBy(desc(bookClosings.id));

const selectClosings = (db: Queryable) =>
  db
    .select({
      id: bookClosings.id,
      day: bookClosings.day,
      closedAt: bookClosings.closedAt,
      by: personName(users),
      figures: bookClosings.figures,
    })
    .from(bookClosings)
    .innerJoin(users, eq(users.id, bookClosings.userId));

/** How these books were closed, each time with what has changed until the next, or until now. */
export function listClosings(
  { payments: { db }, timezone }: BookContext,
  day: string | null,
): Promise<Closings> {
  return db.transaction(async (tx) => {
    const range = rangeOf(day, timezone());
    const now = await readFigures(tx, range);
    const closed = await closingsOf(tx, day);
    const isOver = await isDayOver(tx, day, timezone());
    const changes = closed.map(({ figures }, index) =>
      correctionsBetween(figures, closed[index - 1]?.figures ?? now),
    );
    return {
      closings: closed.map(({ id, closedAt, by }, index) => ({
        id,
        closedAt: closedAt.toISOString(),
        by,
        corrections: changes[index] ?? [],
      })),
      canClose: isOver && (closed.length === 0 || (changes[0] ?? []).length > 0),
    };
  }, SNAPSHOT);
}

async function isDayOver(tx: Transaction, day: string | null, timezone: string): Promise<boolean> {
  if (day === null) return true;
  const { now, until } = await boundsOf(tx, day, timezone);
  return now >= until;
}

/**
 * Closes the books of a day, or of the whole event, as they are. Closed again, they tell what has
 * changed since; what was closed before stays as it was.
 * @throws AppError 409 while the day goes on, or when nothing has changed since
 */
export async function closeBooks(
  { payments: { db }, timezone }: BookContext,
  day: string | null,
  adminId: string,
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLOSING_LOCK})`);
    const figures = await readFigures(tx, rangeOf(day, timezone()));
    const [last] = await closingsOf(tx, day);
    const corrections = last ? correctionsBetween(last.figures, figures) : null;
    if (!(await isDayOver(tx, day, timezone())) || corrections?.length === 0) {
      throw conflict('not-closable', 'There is nothing to close');
    }
    const [closing] = await tx
      .insert(bookClosings)
      .values({ day, userId: adminId, figures })
      .returning({ id: bookClosings.id });
    if (!closing) throw new Error('the insert returned no row');
    await tx.insert(adminActions).values({
      userId: adminId,
      action: 'books.close',
      entity: 'books',
      entityId: day ?? WHOLE_EVENT,
      after: { corrections: corrections?.length ?? 0 },
    });
    return closing;
  });
}

export interface ClosingReport extends Closing {
  /** What has changed since; it is told beside the figures. */
  corrections: Correction[];
}

/** @throws AppError 404 for an unknown closing */
export function readReport(
  { payments: { db }, timezone }: BookContext,
  id: number,
): Promise<ClosingReport> {
  return db.transaction(async (tx) => {
    const [closing] = await selectClosings(tx).where(eq(bookClosings.id, id));
    if (!closing) throw notFound('closing');
    const now = await readFigures(tx, rangeOf(closing.day, timezone()));
    return { ...closing, corrections: correctionsBetween(closing.figures, now) };
  }, SNAPSHOT);
}
