import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../support/database';

// The schema of rehearsals has everything of the product once more, and nothing that leads to the
// product's own tables.

let database: TestDatabase;
let owner: Client;
let server: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connect(database.ownerUrl);
  server = await connect(database.url);
});
afterAll(async () => {
  await Promise.all([owner.end(), server.end()]);
  await database.drop();
});

async function connect(url: string, schema?: string): Promise<Client> {
  const options = schema === undefined ? {} : { options: `-c search_path=${schema},pg_catalog` };
  const client = new Client({ connectionString: url, ...options });
  await client.connect();
  return client;
}

/** Columns, constraints, indexes and triggers of a schema, without its name. */
const CATALOGUE = `
  with own as (select oid, relname from pg_class where relnamespace = $1::regnamespace
    and relkind in ('r', 'v') and relname <> 'run')
  select text from (
    select format('column %s.%s %s %s', relname, attname, format_type(atttypid, atttypmod),
        pg_get_expr(adbin, adrelid)) as text
      from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = own.oid and adnum = attnum
    union all select format('constraint %s %s', conname, pg_get_constraintdef(pg_constraint.oid))
      from own join pg_constraint on conrelid = own.oid
    union all select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
    union all select pg_get_triggerdef(pg_trigger.oid)
      from own join pg_trigger on tgrelid = own.oid and not tgisinternal) as all_texts
  order by 1`;

async function catalogueOf(schema: string): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(CATALOGUE, [schema]);
  return rows.map(({ text }) => text.replace(/\b(public|rehearsal)\./g, '')).sort();
}

test('it has all tables, constraints, indexes and triggers of the product', async () => {
  const [real, rehearsed] = [await catalogueOf('public'), await catalogueOf('rehearsal')];
  expect(real.length).toBeGreaterThan(400);
  expect(rehearsed).toEqual(real);
});

test('nothing in it refers to the product’s own tables, functions or sequences', async () => {
  const { rows } = await owner.query(`
    select pg_describe_object(classid, objid, objsubid) as own,
      pg_describe_object(refclassid, refobjid, refobjsubid) as other
    from pg_depend
    where pg_identify_object(refclassid, refobjid, refobjsubid) is not null
      and (pg_identify_object(refclassid, refobjid, refobjsubid)).schema = 'public'
      and (pg_identify_object(classid, objid, objsubid)).schema = 'rehearsal'
      and not exists (select from pg_depend as extension where extension.deptype = 'e'
        and extension.classid = pg_depend.refclassid and extension.objid = pg_depend.refobjid)`);
  expect(rows).toEqual([]);
  const { rows: functions } = await owner.query(
    `select proname from pg_proc
     where pronamespace = 'rehearsal'::regnamespace and prosrc || proconfig::text ~ '\\mpublic\\M'`,
  );
  expect(functions).toEqual([]);
});

test('its clock is shifted for statements, defaults and triggers, and no other is', async () => {
  await owner.query(`insert into rehearsal.run (id, year, seed, shift, begun_at)
    values (gen_random_uuid(), '2026', '', '10 days', now())`);
  const rehearsed = await connect(database.url, 'rehearsal');
  try {
    const shifted = `select round(extract(epoch from (now() - pg_catalog.now())) / 86400)::int as now,
      round(extract(epoch from (clock_timestamp() - pg_catalog.now())) / 86400)::int as clock`;
    expect((await rehearsed.query(shifted)).rows).toEqual([{ now: 10, clock: 10 }]);
    expect((await server.query(shifted)).rows).toEqual([{ now: 0, clock: 0 }]);
    await rehearsed.query(`insert into artists (name) values ('Ama')`);
    const { rows } = await rehearsed.query(`
      select round(extract(epoch from (created_at - pg_catalog.now())) / 86400)::int as created,
        (select round(extract(epoch from (chosen_at - pg_catalog.now())) / 86400)::int from slugs)
          as slug from artists`);
    expect(rows).toEqual([{ created: 10, slug: 10 }]);
    await expect(rehearsed.query('select from public.artists')).resolves.toMatchObject({
      rowCount: 0,
    });
  } finally {
    await rehearsed.end();
  }
});

test('its locks and notifications are its own', async () => {
  const rehearsed = await connect(database.url, 'rehearsal');
  const heard: string[] = [];
  server.on('notification', ({ channel }) => heard.push(channel));
  try {
    await server.query('listen catalog_changed');
    await server.query('begin');
    await server.query('select pg_advisory_xact_lock(4711)');
    await rehearsed.query('begin');
    await rehearsed.query(`set local lock_timeout = '1s'`);
    await rehearsed.query('select now() from pg_advisory_xact_lock(4711)');
    await rehearsed.query(`update artists set name = 'Ama'`);
    await rehearsed.query('commit');
    await server.query('commit');
    await server.query('select 1');
    expect(heard).toEqual([]);
  } finally {
    await rehearsed.end();
  }
});

test('the server’s role empties it, histories too, and rewrites none of them', async () => {
  await owner.query(`
    set search_path = rehearsal, pg_catalog;
    insert into editions (settings) values ('{}');
    insert into admin_actions (action, entity, entity_id) values ('a', 'b', 'c');
    reset search_path`);
  await expect(server.query('delete from rehearsal.admin_actions')).rejects.toThrow('append-only');
  await expect(server.query('truncate rehearsal.admin_actions')).rejects.toThrow('denied');
  await server.query('select rehearsal.empty_all()');
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'rehearsal'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of rows) {
    const { rows: left } = await owner.query(`select from rehearsal."${name}" limit 1`);
    expect({ name, rows: left.length }).toEqual({ name, rows: 0 });
  }
  await expect(server.query('truncate public.admin_actions')).rejects.toThrow('denied');
});

test('a database of a release before gets it, and migrating again changes nothing', async () => {
  const bare = await createBareDatabase(inject('testServer'));
  try {
    await migrateDatabase(bare.url, bare.ownerUrl);
    const client = await connect(bare.ownerUrl);
    const versions = () =>
      client.query(`select obj_description('rehearsal'::regnamespace, 'pg_namespace'),
        (select max(oid) from pg_class) as newest`);
    await client.query('drop schema rehearsal cascade');
    await migrateDatabase(bare.url, bare.ownerUrl);
    const { rows: before } = await versions();
    await migrateDatabase(bare.url, bare.ownerUrl);
    expect((await versions()).rows).toEqual(before);
    await client.end();
  } finally {
    await bare.drop();
  }
});
