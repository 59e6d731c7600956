import { isDeepStrictEqual } from 'node:util';
import { type Database, type Transaction, WHOLE_TABLES } from '#server/db/client';
import { keptFigures } from '#shared/schema';
import { isOfKind, type Kind, PAID, STARTED } from './figures';
import { isLong, keyOf, partsOf, type Span } from './span';

/**
 * Adds all kept figures up again from the payments; an empty list means that they are correct.
 * @returns a sentence for each difference
 */
export const verifyKeptFigures = (db: Database): Promise<string[]> =>
  db.transaction(
    async (tx) => [...(await verifyKind(tx, PAID)), ...(await verifyKind(tx, STARTED))],
    WHOLE_TABLES,
  );

async function verifyKind<Figures>(tx: Transaction, kind: Kind<Figures>): Promise<string[]> {
  const { name, addUp, sumOf, read } = kind;
  const rows = await tx
    .select({
      from: keptFigures.startsAt,
      until: keptFigures.endsAt,
      figures: keptFigures.figures,
    })
    .from(keptFigures)
    .where(isOfKind(kind))
    .orderBy(keptFigures.startsAt);
  const inDays = new Set(rows.filter(isLong).flatMap(partsOf).map(keyOf));
  const differences: string[] = [];
  // The hours of a kept day are not read while the day is kept.
  for (const row of rows.filter((span) => !inDays.has(keyOf(span)))) {
    const added = sumOf(await addUp(tx, [row]));
    if (!isDeepStrictEqual(added, sumOf([read(row.figures as Figures)]))) {
      differences.push(`the ${name} figures kept from ${textOf(row)} are miscounted`);
    }
  }
  return differences;
}

const textOf = ({ from, until }: Span) => `${from.toISOString()} to ${until.toISOString()}`;
