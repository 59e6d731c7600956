import { desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { payments } from '#shared/schema';
import { invalid } from '../errors';

/** A place in the list of payments, which stays the same place while payments come in. */
export interface Position {
  /** ISO 8601 with the database's microseconds: a `Date` would lose them, and payments with them. */
  at: string;
  id: string;
}

export const ORDER = [desc(payments.createdAt), desc(payments.id)] as const;

export const positionOf = sql<string>`to_char(
  ${payments.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const isAfter = ({ at, id }: Position): SQL =>
  sql`(${payments.createdAt}, ${payments.id}) < (${at}::timestamptz, ${id}::uuid)`;

const cursorParts = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()]);

export const toCursor = ({ at, id }: Position): string => `${at}_${id}`;

/** @throws AppError 400 for what is no cursor of ours */
export function fromCursor(cursor: string): Position {
  const { data } = cursorParts.safeParse(cursor.split('_'));
  if (!data) {
    throw invalid('The request is not valid', [{ path: 'cursor', message: 'Not a cursor' }]);
  }
  const [at, id] = data;
  return { at, id };
}
