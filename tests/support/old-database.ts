import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import { migrateDatabase } from '#server/db/migrate';
import { createTestDatabase, type TestDatabase } from './database';

/**
 * A database of an earlier release, to be filled and then migrated.
 * @param last its newest migration, such as `0006_payment_counts`
 */
export async function createOldDatabase(
  last: string,
): Promise<{ database: TestDatabase; pool: pg.Pool }> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  await pool.query('DROP SCHEMA drizzle CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const folder = await mkdtemp(path.join(tmpdir(), 'awards-old-migrations-'));
  try {
    await cp(path.join(PROJECT_ROOT, 'migrations'), folder, { recursive: true });
    const file = path.join(folder, 'meta', '_journal.json');
    const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'));
    const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
    expect(end).toBeGreaterThan(0);
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
    await migrateDatabase(database.url, database.ownerUrl, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return { database, pool };
}
