import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { MIGRATIONS_DIR } from '../config';
import { openDatabase } from './client';

/** Any constant: processes that start together queue up here instead of migrating at once. */
const MIGRATION_LOCK = 7_140_229;

/** Brings the database at `url` to the newest schema. Safe to run from several processes at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const { db, pool, close } = openDatabase(url, {
    maxConnections: 2,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  });
  try {
    const lock = await pool.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migrate(db, { migrationsFolder: MIGRATIONS_DIR });
    } finally {
      lock.release(true); // closing the connection releases the lock, whatever state it is in
    }
  } finally {
    await close();
  }
}
