import { createHash } from 'node:crypto';
import { Column, type GetColumnData, is, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './client';

/** Placeholders for the values passed with each call; may be used repeatedly. */
export type SqlParameters<Values> = {
  readonly [Name in keyof Values]: Placeholder<string, Values[Name]>;
};

/** How a result column is parsed: like the table's column, or by a function. */
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
 * Prepares a statement that is sent for every payment: its text is built once, and PostgreSQL
 * parses and plans it once per connection, by its name. A pooler in transaction mode must support
 * prepared statements (PgBouncer from 1.21). The result columns are named, so that columns added by
 * a migration under a running server change nothing; changing a column's type, which PostgreSQL
 * would not allow, is refused by `npm run check`.
 *
 * @param name is sent with every call, so keep it short
 * @param readers parsers of the result columns, in their order
 */
export function statement<Values extends object, const Readers extends Record<string, Reader>>(
  name: string,
  readers: Readers,
  text: (parameters: SqlParameters<Values>) => SQL,
): (db: Queryable, values: Values) => Promise<Row<Readers>[]> {
  const query = dialect.sqlToQuery(text(placeholders()));
  // Another release may have another statement of this name, and both may meet behind a pooler.
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
    // Safe by construction: the type is derived from the readers.
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

const placeholders = <Values extends object>(): SqlParameters<Values> =>
  // Safe by construction: a placeholder is created for any name.
  new Proxy({}, { get: (_none, name) => sql.placeholder(String(name)) }) as SqlParameters<Values>;

/** The column names, qualified with their tables, for the select list. */
export const listOf = (columns: Record<string, Column>): SQL =>
  sql.join(Object.values(columns), sql`, `);
