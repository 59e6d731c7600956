import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { MIGRATIONS_DIR } from '../config';
import { openDatabase } from './client';
import { grantToServer } from './server-role';

/** Any constant: processes that start together queue up here instead of migrating at once. */
const MIGRATION_LOCK = 7_140_229;

/**
 * Brings a database to the newest schema. Safe to run from several processes at once.
 * @param url as the server uses it: its role is given what the server needs, and no more
 * @param ownerUrl by the role that owns the schema, where that is another one
 */
export async function migrateDatabase(url: string, ownerUrl = url): Promise<void> {
  const { db, pool, close } = openDatabase(ownerUrl, {
    maxConnections: 2,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  });
  try {
    const lock = await pool.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migrate(db, { migrationsFolder: MIGRATIONS_DIR });
      const server = roleOf(url);
      if (server !== roleOf(ownerUrl)) await grantToServer(lock, server);
    } finally {
      lock.release(true); // closing the connection releases the lock, whatever state it is in
    }
  } finally {
    await close();
  }
}

/** As the driver reads it: an address need not say it. */
const roleOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? '';
