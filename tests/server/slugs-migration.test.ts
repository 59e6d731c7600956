import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import type { TestDatabase } from '../support/database';
import { createOldDatabase } from '../support/old-database';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  // Later migrations build indexes online, which no old database needs.
  ({ database, pool } = await createOldDatabase('0017_category_order'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('existing artists and categories get their slugs', async () => {
  await pool.query(
    `INSERT INTO artists (name, is_active) VALUES ('Manu', true), ('Manu', false), ('王', true)`,
  );
  await pool.query(`INSERT INTO categories (name) VALUES ('Chanson de l’année')`);
  await migrateDatabase(database.url, database.ownerUrl);
  const { rows } = await pool.query('SELECT kind, slug FROM slugs ORDER BY kind, slug');
  expect(rows.map(({ kind, slug }) => `${kind} ${slug}`)).toEqual([
    'artist artist',
    'artist manu',
    'artist manu-2',
    'category chanson-de-l-annee',
  ]);
});
