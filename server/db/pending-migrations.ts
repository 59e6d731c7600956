import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { MIGRATIONS_DIR } from '../config';

/** Migrations that this version has and the database has not, the oldest first. */
export async function pendingMigrations(
  database: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>,
  migrationsFolder = MIGRATIONS_DIR,
): Promise<MigrationMeta[]> {
  const { rows } = await database.query<{ newest: number | null }>(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.newest ?? 0;
  return readMigrationFiles({ migrationsFolder }).filter(
    ({ folderMillis }) => folderMillis > newest,
  );
}
