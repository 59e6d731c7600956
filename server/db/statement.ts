import { createHash } from 'node:crypto';
import { Column, type GetColumnData, is, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './client';

/** What stands in a statement for the values that come with each call; used as often as needed. */
export type Given<Values> = { readonly [Name in keyof Values]: Placeholder<string, Values[Name]> };

/** How a column of the answer is read: as the table's column is, or by a function. */
type Reader = Column | ((value: never) => unknown);

type Row<Readers> = {
  [Name in keyof Readers]: Readers[Name] extends Column
    ? GetColumnData<Readers[Name]>
    : Readers[Name] extends (value: never) => infer Value
      ? Value
      : never;
};

const dialect = new PgDialect();

/**
 * A statement that is sent for every payment: its text is made once, and PostgreSQL parses and plans
 * it once for each connection, by its name. A pooler in transaction mode must know prepared
 * statements (PgBouncer from 1.21). The columns of the answer are named, so that those which a
 * migration adds under a running server change nothing; that it gives one another type, which
 * PostgreSQL would not bear, is refused by `npm run check`.
 *
 * @param name goes over the wire with every call, so a short one
 * @param readers the columns of the answer, in their order
 */
export function statement<Values extends object, const Readers extends Record<string, Reader>>(
  name: string,
  readers: Readers,
  text: (given: Given<Values>) => SQL,
): (db: Queryable, values: Values) => Promise<Row<Readers>[]> {
  const query = dialect.sqlToQuery(text(placeholders()));
  // Another release has another statement under this name; behind a pooler both may meet.
  const ownName = `${name}-${createHash('sha256').update(query.sql).digest('hex').slice(0, 8)}`;
  const columns = Object.entries(readers).map(([column, reader]) => ({
    column,
    read: is(reader, Column) ? reader.mapFromDriverValue.bind(reader) : reader,
  }));
  const readRow = (row: readonly unknown[]) => {
    const result: Record<string, unknown> = {};
    for (const [index, { column, read }] of columns.entries()) {
      const value = row[index];
      result[column] = value === null ? null : read(value as never);
    }
    // By construction: the readers are what the type is made of.
    return result as Row<Readers>;
  };
  return (db, values) =>
    db._.session
      .prepareQuery<{ execute: Row<Readers>[]; all: unknown; values: unknown }>(
        query,
        undefined,
        ownName,
        true,
        (rows) => rows.map(readRow),
      )
      .execute(values as Record<string, unknown>);
}

const placeholders = <Values extends object>(): Given<Values> =>
  // By construction: whichever name is asked for, its placeholder is made.
  new Proxy({}, { get: (_none, name) => sql.placeholder(String(name)) }) as Given<Values>;

/** The names of these columns, with their table's, as they stand in the list of an answer. */
export const listOf = (columns: Record<string, Column>): SQL =>
  sql.join(Object.values(columns), sql`, `);
