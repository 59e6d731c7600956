import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PaymentOrder } from '#shared/domain/payment';
import { payments } from '#shared/schema';

/** A position in the list of payments that stays stable while payments are added. */
export interface Position {
  /**
   * ISO 8601 with the database's microseconds: a `Date` would lose them, and pages would skip
   * payments.
   */
  at: string;
  id: string;
}

/** Sorts by time of creation only, which stays fast with any filter and any number of payments. */
export const orderBy = (order: PaymentOrder): SQL => {
  const direction = order === 'newest' ? desc : asc;
  return sql`${direction(payments.createdAt)}, ${direction(payments.id)}`;
};

export const positionOf = sql<string>`to_char(
  ${payments.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const isAfter = ({ at, id }: Position, order: PaymentOrder): SQL =>
  sql`(${payments.createdAt}, ${payments.id}) ${order === 'newest' ? sql`<` : sql`>`} (${at}::timestamptz, ${id}::uuid)`;
