import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { keptFigures } from '#shared/schema';
import { addUpPaid, type PaidFigures, sumOfPaid } from './paid';
import { isDivisible, keyOf, partsOf, type Span, spanTable } from './span';
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
 * Returns the figures of each span: the kept ones, or the sum of those of its parts. Only parts of
 * hours that are not kept are added up from their payments. Consistent within one snapshot.
 */
export async function readFigures<Figures>(
  db: Queryable,
  kind: Kind<Figures>,
  spans: readonly Span[],
): Promise<Figures[]> {
  const kept = await findKept<Figures>(db, kind, spans);
  const missing = spans.filter((span) => !kept.has(keyOf(span)));
  const whole = missing.filter(isDivisible);
  const parts = missing.filter((span) => !isDivisible(span));
  const added = parts.length > 0 ? await kind.addUp(db, parts) : [];
  parts.forEach((span, index) => {
    kept.set(keyOf(span), added[index] as Figures);
  });
  const ofParts = whole.length > 0 ? await readFigures(db, kind, whole.flatMap(partsOf)) : [];
  for (const span of whole) {
    kept.set(keyOf(span), kind.sumOf(ofParts.splice(0, partsOf(span).length)));
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
