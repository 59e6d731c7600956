import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/db/client';
import { personName } from '#server/db/person-name';
import { conflict, notFound } from '#server/errors';
import { type Edition, findEdition } from '#server/settings/index';
import type { ClosingFigures, Closings, Correction } from '#shared/contracts/books';
import { WHOLE_EVENT } from '#shared/domain/books';
import { adminActions, bookClosings, users } from '#shared/schema';
import { boundsOf } from '../comparison/compare-list';
import type { BookContext } from '../context';
import { correctionsBetween } from './corrections';
import { rangeOf, readFigures } from './figures';

/** One snapshot, so that all figures are consistent. */
const SNAPSHOT = { isolationLevel: 'repeatable read' } as const;
/** Arbitrary constant: of two concurrent closings, the second one sees the first. */
const CLOSING_LOCK = 7_140_231;

interface Closing {
  id: number;
  editionId: number;
  day: string | null;
  closedAt: Date;
  by: string;
  figures: ClosingFigures;
}

/** @param day null for the whole edition */
const closingsOf = (db: Queryable, edition: Edition, day: string | null): Promise<Closing[]> =>
  selectClosings(db)
    .where(
      and(
        eq(bookClosings.editionId, edition.id),
        day === null ? isNull(bookClosings.day) : eq(bookClosings.day, day),
      ),
    )
    .orderBy(desc(bookClosings.id));

const selectClosings = (db: Queryable) =>
  db
    .select({
      id: bookClosings.id,
      editionId: bookClosings.editionId,
      day: bookClosings.day,
      closedAt: bookClosings.closedAt,
      by: personName(users),
      figures: bookClosings.figures,
    })
    .from(bookClosings)
    .innerJoin(users, eq(users.id, bookClosings.userId));

/** Returns the closings of these books, each with the changes until the next one, or until now. */
export function listClosings(
  { payments: { db }, timezone }: BookContext,
  edition: Edition,
  day: string | null,
): Promise<Closings> {
  return db.transaction(async (tx) => {
    const range = rangeOf(edition, day, timezone());
    const now = await readFigures(tx, range);
    const closed = await closingsOf(tx, edition, day);
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
 * Closes an edition's books of a day, or of the whole edition, in their current state. A further closing lists
 * the changes since; earlier closings are never changed.
 * @throws AppError 409 before the day has ended, or when nothing has changed since
 */
export async function closeBooks(
  { payments: { db }, timezone }: BookContext,
  edition: Edition,
  day: string | null,
  adminId: string,
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLOSING_LOCK})`);
    const figures = await readFigures(tx, rangeOf(edition, day, timezone()));
    const [last] = await closingsOf(tx, edition, day);
    const corrections = last ? correctionsBetween(last.figures, figures) : null;
    if (!(await isDayOver(tx, day, timezone()))) {
      throw conflict('day-not-over', 'This day can be closed once it has ended');
    }
    if (corrections?.length === 0) {
      throw conflict('not-closable', 'Nothing has changed since the last closing');
    }
    const [closing] = await tx
      .insert(bookClosings)
      .values({ editionId: edition.id, day, userId: adminId, figures })
      .returning({ id: bookClosings.id });
    if (!closing) throw new Error('the insert returned no row');
    await tx.insert(adminActions).values({
      editionId: edition.id,
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
  edition: Edition;
  /** Changes since the closing, shown beside its figures. */
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
    const edition = await findEdition(tx, closing.editionId);
    if (!edition) throw new Error('the edition of a closing is gone');
    const now = await readFigures(tx, rangeOf(edition, closing.day, timezone()));
    return { ...closing, edition, corrections: correctionsBetween(closing.figures, now) };
  }, SNAPSHOT);
}
