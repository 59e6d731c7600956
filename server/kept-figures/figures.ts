import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { keptFigures } from '#shared/schema';
import { addUpPaid, isPaidUsable, type PaidFigures, readPaid, sumOfPaid } from './paid';
import { isDivisible, keyOf, partsOf, type Span, spanTable } from './span';
import { addUpStarted, type StartedFigures, sumOfStarted } from './started';

/** What can be kept of a span: how it is added up from payments, and from smaller spans. */
export interface Kind<Figures> {
  name: (typeof keptFigures.$inferSelect)['kind'];
  addUp: (db: Queryable, spans: readonly Span[]) => Promise<Figures[]>;
  sumOf: (figures: readonly Figures[]) => Figures;
  /** Reads what this release or the one before has kept. */
  read: (stored: Figures) => Figures;
  /** Condition on `kept_figures`: false for rows that cannot be read, as if they were not kept. */
  isUsable?: SQL;
}

export const PAID: Kind<PaidFigures> = {
  name: 'paid',
  addUp: addUpPaid,
  sumOf: sumOfPaid,
  read: readPaid,
  isUsable: isPaidUsable,
};
export const STARTED: Kind<StartedFigures> = {
  name: 'started',
  addUp: addUpStarted,
  sumOf: sumOfStarted,
  read: (stored) => stored,
};

/** Condition on `kept_figures`: all rows of a kind that can be read. */
export const isOfKind = ({ name, isUsable }: Pick<Kind<unknown>, 'name' | 'isUsable'>) =>
  and(eq(keptFigures.kind, name), isUsable);

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
  kind: Kind<Figures>,
  spans: readonly Span[],
): Promise<Map<string, Figures>> {
  if (spans.length === 0) return new Map();
  const { startsAt, endsAt, figures } = keptFigures;
  const isWanted: SQL = sql`(${startsAt}, ${endsAt}) in (
    select "from", "until" from ${spanTable(spans)}
  )`;
  const rows = await db
    .select({ from: startsAt, until: endsAt, figures: sql<Figures>`${figures}` })
    .from(keptFigures)
    .where(and(isOfKind(kind), isWanted));
  return new Map(rows.map((row) => [keyOf(row), kind.read(row.figures)]));
}
