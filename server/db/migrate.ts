import { setTimeout } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import pg from 'pg';
import { MIGRATIONS_DIR } from '#server/config/index';
import { openDatabase } from './client';
import { type QueryRunner, withWrappedErrors, wrapConnectErrors, wrapQueryErrors } from './errors';
import { pendingMigrations } from './pending-migrations';
import { grantRehearsal, migrateRehearsal } from './rehearsal/index';
import { grantToServer } from './server-role';

/**
 * Arbitrary constant: among processes that start together, one migrates and the others wait for its
 * lock.
 */
const MIGRATION_LOCK = 7_140_229;
const LOCK_RETRY_MS = 100;
/**
 * Lock timeout in ms: a migration that waits for a table would block all votes behind it, so it
 * fails instead.
 */
const MAX_WAIT_MS = 5_000;
/** PostgreSQL error code: a lock was not available in time. */
const NOT_FREE = '55P03';

/** The default location of Drizzle's own tools. */
const MIGRATIONS_TABLE = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;

/** A table was in use; the message says what to do. */
export class TableInUseError extends Error {
  constructor(cause: Error) {
    super(
      'A table was in use for too long. The migration under way is undone; run npm run db:migrate again.',
      { cause },
    );
    this.name = 'TableInUseError';
  }
}

/**
 * Migrates a database to the latest schema, and the schema in which drafts are rehearsed. Safe to run from several processes at once, and while
 * servers use the database.
 * @param url as used by the server: its role is granted what the server needs, and no more
 * @param ownerUrl with the role that owns the schema, if that is a different one
 * @param folder of the migrations; defaults to ours
 * @throws TableInUseError
 */
export async function migrateDatabase(url: string, ownerUrl = url, folder?: string): Promise<void> {
  const { pool, close } = openDatabase(ownerUrl, {
    maxConnections: 1,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  });
  try {
    const client = await wrapConnectErrors(pool.connect());
    const database = withWrappedErrors(client);
    try {
      await takeLock(database);
      await database.query(MIGRATIONS_TABLE);
      for (const migration of await pendingMigrations(database, folder)) {
        await apply(database, migration);
      }
      await wrapQueryErrors(migrateRehearsal(client, folder ?? MIGRATIONS_DIR));
      const server = roleOf(url);
      if (server !== roleOf(ownerUrl)) {
        await grantToServer(client, server);
        await grantRehearsal(client, server);
      }
    } finally {
      client.release(true); // Closing the connection releases the lock, whatever its state.
    }
  } finally {
    await close();
  }
}

/**
 * Polls for the lock: building an index concurrently waits for all earlier statements, so a
 * statement that waits for the lock would deadlock with it.
 */
async function takeLock(database: QueryRunner): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isOurs) return;
    await setTimeout(LOCK_RETRY_MS);
  }
}

async function apply(database: QueryRunner, migration: MigrationMeta): Promise<void> {
  const isConcurrent = migration.sql.some((statement) =>
    /\bconcurrently\b/i.test(statement.replace(/^--.*$/gm, '')),
  );
  if (isConcurrent) {
    await discardUnfinishedIndexes(database);
    for (const statement of migration.sql) await database.query(statement);
    await noteDown(database, migration);
    return;
  }
  await database.query('begin');
  try {
    await database.query(`set local lock_timeout = ${MAX_WAIT_MS}`);
    for (const statement of migration.sql) await database.query(statement);
    await noteDown(database, migration);
    await database.query('commit');
  } catch (error) {
    await database.query('rollback').catch(() => undefined);
    throw error instanceof pg.DatabaseError && error.code === NOT_FREE
      ? new TableInUseError(error)
      : error;
  }
}

const noteDown = (database: QueryRunner, { hash, folderMillis }: MigrationMeta) =>
  database.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ]);

/**
 * Drops indexes whose concurrent build was interrupted: they stay behind under their name and are
 * unusable.
 */
async function discardUnfinishedIndexes(database: QueryRunner): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await database.query(`drop index concurrently ${name}`);
}

/** Reads the role as the driver does, because an address need not contain it. */
const roleOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? '';
