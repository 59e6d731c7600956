import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { MIGRATIONS_DIR } from '#server/config/index';
import type { QueryRunner } from './errors';

/** Returns the migrations of this version that the database does not have, oldest first. */
export async function pendingMigrations(
  database: QueryRunner,
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
