import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import { migrateDatabase, TableInUseError } from '#server/db/migrate';
import { createTestDatabase, type TestDatabase } from '../support/database';

/** Migrations of a next release, while a server of this release is running. */
let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  folder = await mkdtemp(path.join(tmpdir(), 'awards-next-'));
  await cp(path.join(PROJECT_ROOT, 'migrations'), folder, { recursive: true });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Writes the next migration, as `npm run db:generate` does. */
async function nextMigration(tag: string, ...statements: string[]): Promise<void> {
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  const { idx, when } = journal.entries.at(-1);
  journal.entries.push({ ...journal.entries.at(-1), idx: idx + 1, when: when + 1, tag });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(path.join(folder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'));
}

const migrate = () => migrateDatabase(database.url, database.ownerUrl, folder);
const pay = (client: pg.Pool | pg.PoolClient, amount = 100) =>
  client.query(`insert into payments (provider, amount) values ('campay', $1)`, [amount]);

async function indexes(name: string): Promise<boolean[]> {
  const { rows } = await pool.query(
    `select indisvalid from pg_index join pg_class on oid = indexrelid
     where relname = $1 and relnamespace = 'public'::regnamespace`,
    [name],
  );
  return rows.map(({ indisvalid }) => indisvalid);
}

const columns = async (name: string) => {
  const { rowCount } = await pool.query(
    `select from information_schema.columns
     where table_schema = 'public' and table_name = 'payments' and column_name = $1`,
    [name],
  );
  return rowCount;
};

test('an index is built while payments are being written', async () => {
  await nextMigration(
    '0900_index',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "next_idx" ON "payments" ("amount");',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "other_idx" ON "payments" ("locale");',
  );
  const writing = await pool.connect();
  await writing.query('begin');
  await pay(writing);
  const migrating = migrate();
  // It has begun, and waits for the payment that is being written; others do not wait for it.
  await expect.poll(() => indexes('next_idx')).toEqual([false]);
  await pay(pool);
  await writing.query('commit');
  writing.release();
  await migrating;
  expect([await indexes('next_idx'), await indexes('other_idx')]).toEqual([[true], [true]]);
  await migrate();
});

test('an unfinished index is built again', async () => {
  await pay(pool, 7);
  await pay(pool, 7);
  const half = 'create unique index concurrently next_idx on payments (amount)';
  await expect(pool.query(half)).rejects.toMatchObject({ code: '23505' });
  expect(await indexes('next_idx')).toEqual([false]);
  await nextMigration(
    '0900_index',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "next_idx" ON "payments" ("amount");',
  );
  await migrate();
  expect(await indexes('next_idx')).toEqual([true]);
});

test('a migration that does not get its table lock gives up, keeps what is done, and can be repeated', async () => {
  await nextMigration('0900_first', 'ALTER TABLE "users" ADD COLUMN "first" text;');
  await nextMigration(
    '0901_second',
    'ALTER TABLE "users" ADD COLUMN "second" text;',
    'ALTER TABLE "payments" ADD COLUMN "next" text;',
  );
  const reading = await pool.connect();
  await reading.query('begin');
  await reading.query('select from payments');
  await expect(migrate()).rejects.toThrow(TableInUseError);
  await reading.query('commit');
  reading.release();
  const { rows } = await pool.query('select * from users right join (select 1) on true');
  expect(Object.keys(rows[0])).toContain('first');
  expect(Object.keys(rows[0])).not.toContain('second');
  await migrate();
  expect(await columns('next')).toBe(1);
});
