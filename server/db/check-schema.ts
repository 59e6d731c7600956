import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Config } from '#server/config/index';
import type { Logger } from '#server/platform/logger';
import * as schema from '#shared/schema';
import { type QueryRunner, withWrappedErrors } from './errors';
import { pendingMigrations } from './pending-migrations';
import { APPEND_ONLY_TABLES } from './server-role';

/** The database schema does not match this version; the message says what to do. */
export class SchemaError extends Error {
  constructor(problem: string) {
    super(`${problem} Run npm run db:migrate before the start.`);
    this.name = 'SchemaError';
  }
}

/** PostgreSQL error codes: no such table, no such schema, no permission. */
const UNPREPARED = ['42P01', '3F000', '42501'];

/**
 * Checks the schema for a server that does not migrate on its own, so that problems appear at the
 * start and not in half of the requests.
 * @throws SchemaError; connection errors of the driver
 */
export async function checkSchema(
  pool: pg.Pool,
  { databaseOwnerUrl }: Pick<Config, 'databaseOwnerUrl'>,
  logger: Logger,
): Promise<void> {
  if (databaseOwnerUrl !== null) {
    logger.warn('the server has DATABASE_OWNER_URL, which only db:migrate needs');
  }
  for (const warning of await inspectSchema(pool)) logger.warn(warning);
}

/**
 * @returns warnings that do not prevent the start, as sentences
 * @throws SchemaError
 */
export async function inspectSchema(pool: pg.Pool): Promise<string[]> {
  const database = withWrappedErrors(pool);
  try {
    await expectMigrations(database);
    return await inspectRole(database);
  } catch (err) {
    if (err instanceof pg.DatabaseError && UNPREPARED.includes(err.code ?? '')) {
      throw new SchemaError('The database has no tables that our role may use.');
    }
    throw err;
  }
}

async function expectMigrations(database: QueryRunner): Promise<void> {
  const missing = await pendingMigrations(database);
  if (missing.length > 0) {
    throw new SchemaError(`The database lacks migrations of this version: ${missing.length}.`);
  }
}

async function inspectRole(database: QueryRunner): Promise<string[]> {
  const tables = Object.values(schema).filter((table) => is(table, PgTable));
  const { rows } = await database.query<{ isGranted: boolean; mayRewriteHistory: boolean }>(
    `select
      bool_and(has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert'))
        as "isGranted",
      bool_or(pg_has_role(relowner, 'member')
        or oid in (${APPEND_ONLY_TABLES}) and has_table_privilege(oid, 'update, delete, truncate'))
        as "mayRewriteHistory"
    from pg_class where oid = any($1::text[]::regclass[])`,
    [tables.map((table) => `public.${getTableName(table)}`)],
  );
  if (!rows[0]?.isGranted) throw new SchemaError('Our role may not access all tables.');
  return rows[0].mayRewriteHistory
    ? ['our database role may change the history tables: docs/operations.md describes a safer one']
    : [];
}
