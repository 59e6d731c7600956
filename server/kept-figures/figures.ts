import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { keptFigures } from '#shared/schema';
import { addUpPaid, type PaidFigures, sumOfPaid } from './paid';
import { hoursOf, isLong, keyOf, type Span, spanTable } from './span';
import { addUpStarted, type StartedFigures, sumOfStarted } from './started';

/** What can be kept of a span: how it is added up from payments, and from smaller spans. */
export interface Kind<Figures> {
  name: (typeof keptFigures.$inferSelect)['kind'];
  addUp: (db: Queryable, spans: readonly Span[]) => Promise<Figures[]>;
  sumOf: (figures: readonly Figures[]) => Figures;
}

export const PAID: Kind<PaidFigures> = { name: 'paid', addUp: addUpPaid, sumOf: sumOfPaid };
export const STARTED: Kind<StartedFigures> = {
  name: 'started',
  addUp: addUpStarted,
  sumOf: sumOfStarted,
};

/**
 * Returns the figures of each span: the kept ones, or the sum of those of its hours. Only hours that
 * are not kept are added up from their payments. Consistent within one snapshot.
 */
export async function readFigures<Figures>(
  db: Queryable,
  kind: Kind<Figures>,
  spans: readonly Span[],
): Promise<Figures[]> {
  const kept = await findKept<Figures>(db, kind, spans);
  const missing = spans.filter((span) => !kept.has(keyOf(span)));
  const [long, short] = [missing.filter(isLong), missing.filter((span) => !isLong(span))];
  const added = short.length > 0 ? await kind.addUp(db, short) : [];
  short.forEach((span, index) => {
    kept.set(keyOf(span), added[index] as Figures);
  });
  const ofHours = long.length > 0 ? await readFigures(db, kind, long.flatMap(hoursOf)) : [];
  for (const span of long) {
    kept.set(keyOf(span), kind.sumOf(ofHours.splice(0, hoursOf(span).length)));
  }
  return spans.map((span) => kept.get(keyOf(span)) as Figures);
}

async function findKept<Figures>(
  db: Queryable,
  { name }: Kind<Figures>,
  spans: readonly Span[],
): Promise<Map<string, Figures>> {
  if (spans.length === 0) return new Map();
  const { kind, startsAt, endsAt, figures } = keptFigures;
  const isWanted: SQL = sql`(${startsAt}, ${endsAt}) in (
    select "from", "until" from ${spanTable(spans)}
  )`;
  const rows = await db
    .select({ from: startsAt, until: endsAt, figures: sql<Figures>`${figures}` })
    .from(keptFigures)
    .where(and(eq(kind, name), isWanted));
  return new Map(rows.map((row) => [keyOf(row), row.figures]));
}
