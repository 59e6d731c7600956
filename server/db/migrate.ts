import { setTimeout } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import pg from 'pg';
import { openDatabase } from './client';
import { type Asked, askedSafely, connecting } from './errors';
import { pendingMigrations } from './pending-migrations';
import { grantToServer } from './server-role';

/** Any constant: of processes that start together one migrates, and the others wait for it. */
const MIGRATION_LOCK = 7_140_229;
const LOCK_RETRY_MS = 100;
/** A migration that waits for a table makes all votes wait behind it: rather it fails. */
const LONGEST_WAIT_MS = 5_000;
/** PostgreSQL: a lock was not free in time. */
const NOT_FREE = '55P03';

/** Where drizzle's own tools look for it. */
const MIGRATIONS_TABLE = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;

/** A table was in use; what to do is in the message. */
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
 * Brings a database to the newest schema. Safe to run from several processes at once, and while
 * servers use the database.
 * @param url as the server uses it: its role is given what the server needs, and no more
 * @param ownerUrl by the role that owns the schema, where that is another one
 * @param folder of the migrations, by default ours
 * @throws TableInUseError
 */
export async function migrateDatabase(url: string, ownerUrl = url, folder?: string): Promise<void> {
  const { pool, close } = openDatabase(ownerUrl, {
    maxConnections: 1,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  });
  try {
    const client = await connecting(pool.connect());
    const database = askedSafely(client);
    try {
      await takeLock(database);
      await database.query(MIGRATIONS_TABLE);
      for (const migration of await pendingMigrations(database, folder)) {
        await apply(database, migration);
      }
      const server = roleOf(url);
      if (server !== roleOf(ownerUrl)) await grantToServer(client, server);
    } finally {
      client.release(true); // closing the connection releases the lock, whatever state it is in
    }
  } finally {
    await close();
  }
}

/**
 * Asks again and again: an index that is built concurrently waits for every statement of before, and
 * one that waits for the lock would never end before the index does.
 */
async function takeLock(database: Asked): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isOurs) return;
    await setTimeout(LOCK_RETRY_MS);
  }
}

async function apply(database: Asked, migration: MigrationMeta): Promise<void> {
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
    await database.query(`set local lock_timeout = ${LONGEST_WAIT_MS}`);
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

const noteDown = (database: Asked, { hash, folderMillis }: MigrationMeta) =>
  database.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ]);

/** What is built concurrently and broken off stays behind under its name, and is of no use. */
async function discardUnfinishedIndexes(database: Asked): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await database.query(`drop index concurrently ${name}`);
}

/** As the driver reads it: an address need not say it. */
const roleOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? '';
