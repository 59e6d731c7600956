import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { AppError } from '#server/errors';
import { nameKey } from '#shared/domain/name-key';
import type { artists, categories } from '#shared/schema';

interface NewNames {
  table: typeof artists | typeof categories;
  /** Only categories of the same edition are compared: last year's have the same names. */
  edition: number;
  /** Names that the entry gets, in every language. */
  names: readonly (string | null)[];
  /** Names that the entry has already; they are not asked about again. */
  formerNames: readonly (string | null)[];
  /** Null for a new entry. */
  id: string | null;
  /** Entries that the administrator was asked about. */
  besides: readonly string[];
}

const keysOf = (names: readonly (string | null)[]) =>
  new Set(names.map((name) => nameKey(name ?? '')).filter(Boolean));

/**
 * Refuses names that look like those of another entry, unless the administrator confirmed that both
 * are wanted. Until the transaction ends, no other entry gets a name: of two administrators who
 * save the same one, the second is asked.
 * @throws AppError 409 `looks-alike`, naming the other entry
 */
export async function assertUnlike(
  tx: Transaction,
  { table, edition, names, formerNames, id, besides }: NewNames,
): Promise<void> {
  const former = keysOf(formerNames);
  const wanted = new Set([...keysOf(names)].filter((key) => !former.has(key)));
  if (wanted.size === 0) return;
  // Reading and voting continue; there is no row to lock for a name that does not exist yet.
  await tx.execute(sql`lock table ${table} in share row exclusive mode`);
  const columns = getTableColumns(table);
  const others = await tx
    .select({
      id: columns.id,
      name: columns.name,
      nameFr: 'nameFr' in columns ? columns.nameFr : sql<null>`null`,
    })
    .from(table)
    .where(
      and(
        eq(table.isActive, true),
        'editionId' in table ? eq(table.editionId, edition) : undefined,
      ),
    )
    .orderBy(asc(table.createdAt), asc(table.id));
  const lookAlike = others.find(
    (other) =>
      other.id !== id &&
      !besides.includes(other.id) &&
      [...keysOf([other.name, other.nameFr])].some((key) => wanted.has(key)),
  );
  if (lookAlike) {
    throw new AppError(409, 'looks-alike', 'There is one with a name that looks the same', {
      facts: { lookAlike },
    });
  }
}
