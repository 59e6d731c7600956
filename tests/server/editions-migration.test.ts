import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import type { TestDatabase } from '../support/database';
import { createOldDatabase } from '../support/old-database';

/** Statements of the release before, which goes on until its servers are restarted. */
const OLD = {
  start: `insert into event_settings (is_only, version, settings, results_published_at,
      erasure_held_until, retention_days_before, updated_at)
    values (default, default, $1, default, default, default, default) on conflict do nothing`,
  read: `select is_only, version, settings, results_published_at, erasure_held_until,
      retention_days_before, updated_at, now() from event_settings for update`,
  save: `update event_settings set version = event_settings.version + 1, settings = $1,
      updated_at = now()`,
};
const SIZE = 200;

let database: TestDatabase;
let owner: pg.Pool;
/** A connection that an old server has had since before the migration. */
let server: pg.Pool;
beforeAll(async () => {
  ({ database, pool: owner } = await createOldDatabase('0039_operator_words'));
  server = new pg.Pool({ connectionString: database.url, max: 1 });
  await server.query(OLD.start, [{ year: '2025', name: 'Gala' }]);
  await server.query(`insert into categories (name) values ('Best Song')`);
  await owner.query(
    `insert into payments (provider, amount, status, total_votes, settled_at, failure_reason)
     select 'campay', 100, 'failed', 1, now(), 'declined' from generate_series(1, $1)`,
    [SIZE],
  );
  await migrateDatabase(database.url, database.ownerUrl);
});
afterAll(async () => {
  await server.end();
  await owner.end();
  await database.drop();
});

test('everything belongs to the edition of the year in the settings', async () => {
  const { rows } = await owner.query(
    'select id, state, year, begun_at, ended_at, settings from editions',
  );
  expect(rows).toEqual([
    {
      id: 1,
      state: 'current',
      year: '2025',
      begun_at: null,
      ended_at: null,
      settings: { year: '2025', name: 'Gala' },
    },
  ]);
  const { rows: counted } = await owner.query(
    `select (select count(*)::int from categories where edition_id = 1) as categories,
      (select count(*)::int from payments where edition_at(created_at) = 1) as payments`,
  );
  expect(counted).toEqual([{ categories: 1, payments: SIZE }]);
});

test('a server of the release before reads, saves and starts as before', async () => {
  const read = async () => (await server.query(OLD.read)).rows;
  expect(await read()).toMatchObject([{ is_only: true, version: 1, settings: { year: '2025' } }]);
  await server.query(OLD.save, [{ year: '2025', name: 'Gala II' }]);
  await server.query(OLD.start, [{ year: '1999', name: 'Of the environment' }]);
  expect(await read()).toMatchObject([{ version: 2, settings: { name: 'Gala II' } }]);
  await server.query(`insert into categories (name) values ('Best Album')`);
  const { rows } = await server.query('select distinct edition_id from categories');
  expect(rows).toEqual([{ edition_id: 1 }]);
});

test('before the first start of a server, the edition waits for its settings', async () => {
  await owner.query(`update editions set settings = '{}'`);
  expect((await server.query(OLD.read)).rows).toEqual([]);
  await server.query(OLD.start, [{ year: '2027', name: 'Gala' }]);
  expect((await server.query(OLD.read)).rows).toMatchObject([{ settings: { year: '2027' } }]);
});

test('there is never more than one current edition', async () => {
  const second = `insert into editions (state, settings) values ('current', '{"year": "2028"}')`;
  await expect(owner.query(second)).rejects.toThrow(/editions_current_key/);
});
