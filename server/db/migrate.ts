import { setTimeout } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import pg from 'pg';
import { openDatabase } from './client';
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
    const client = await pool.connect();
    try {
      await takeLock(client);
      await client.query(MIGRATIONS_TABLE);
      for (const migration of await pendingMigrations(client, folder)) {
        await apply(client, migration);
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
async function takeLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isOurs) return;
    await setTimeout(LOCK_RETRY_MS);
  }
}

async function apply(client: pg.PoolClient, migration: MigrationMeta): Promise<void> {
  const isConcurrent = migration.sql.some((statement) =>
    /\bconcurrently\b/i.test(statement.replace(/^--.*$/gm, '')),
  );
  if (isConcurrent) {
    await discardUnfinishedIndexes(client);
    for (const statement of migration.sql) await client.query(statement);
    await noteDown(client, migration);
    return;
  }
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LONGEST_WAIT_MS}`);
    for (const statement of migration.sql) await client.query(statement);
    await noteDown(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error instanceof pg.DatabaseError && error.code === NOT_FREE
      ? new TableInUseError(error)
      : error;
  }
}

const noteDown = (client: pg.PoolClient, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ]);

/** What is built concurrently and broken off stays behind under its name, and is of no use. */
async function discardUnfinishedIndexes(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
}

/** As the driver reads it: an address need not say it. */
const roleOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? '';
