import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import * as schema from '#shared/schema';
import { builtProgram } from '../support/built-program';
import { execute } from '../support/database';
import { databaseUrl } from '../support/database-server';

/**
 * The two roles as docs/operations.md creates them, and what the server's may not do. That it may
 * do everything it needs is shown by the other tests here: each application under test has that
 * role.
 */
/** Histories, each with its time column. */
const TIME_COLUMNS = {
  admin_actions: 'at',
  book_closings: 'closed_at',
  payment_events: 'at',
  returned_money: 'recorded_at',
};
/**
 * Tables of the open count, each with a column that could be changed; their keys are not generated.
 */
const OPEN_COUNT = {
  count_entries: 'entry',
  count_hashes: 'hash',
  count_heads: 'root',
  count_edition_heads: 'votes',
};
const APPEND_ONLY_TABLES = [...Object.keys(TIME_COLUMNS), ...Object.keys(OPEN_COUNT)];
const TABLES = Object.values(schema)
  .filter((it) => is(it, PgTable))
  .map((table) => getTableName(table));
/** PostgreSQL error code: the role lacks the permission. */
const INSUFFICIENT_PRIVILEGE = '42501';

let directory: string;
beforeAll(async () => {
  // Outside of the project, so that no developer's .env file is read.
  directory = await mkdtemp(path.join(tmpdir(), 'awards-roles-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

/** Executes the statements of the documentation in order, with the names of this test. */
async function executeInstructions(instructions: string, name: string): Promise<void> {
  const { maintenanceUrl } = inject('testServer');
  for (const statement of instructions.replaceAll('awards', name).split(/;\n/).filter(Boolean)) {
    await execute(maintenanceUrl, statement);
  }
}

async function readInstructions(): Promise<{ fresh: string; another: string }> {
  const page = await readFile(path.join(PROJECT_ROOT, 'docs', 'operations.md'), 'utf8');
  const [fresh, another, ...rest] = [...page.matchAll(/```sql\n(.+?)```/gs)].map(([, it]) => it);
  if (!fresh || !another || rest.length > 0)
    throw new Error('docs/operations.md does not have two SQL blocks');
  return { fresh, another };
}

const freshName = () => `${inject('testServer').prefix}${randomBytes(4).toString('hex')}`;

function addressOf(database: string, username: string, password: string): string {
  const url = databaseUrl(inject('testServer').maintenanceUrl, database);
  return Object.assign(new URL(url), { username, password }).href;
}

type Command = 'migrate' | 'reset' | 'ledger-verify';
interface Addresses {
  DATABASE_URL: string;
  DATABASE_OWNER_URL?: string;
}

/** Runs the command as a site operator does; rejects when it fails. */
async function run(command: Command, addresses: Addresses): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [builtProgram(`commands/${command}`)],
    {
      cwd: directory,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: directory, ...addresses },
    },
  );
  return stdout;
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Permissions of the server's role or of PUBLIC, by relation. */
const grantsIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; rights: string }>(`
      with ours as (select * from pg_namespace where nspname in ('public', 'drizzle')),
      relations as (select * from pg_class where relnamespace in (select oid from ours)),
      granted as (
        select datname as name, datacl as acl from pg_database where datname = current_database()
        union all select nspname, nspacl from ours
        union all select relname, relacl from relations
        union all select relname || '.' || attname, attacl
          from pg_attribute join relations on relations.oid = attrelid
      )
      select name, string_agg(distinct privilege_type, ', ' order by privilege_type) as rights
      from granted, aclexplode(acl) where grantee in (current_user::regrole, 0)
      group by name`);
    return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
  });

/** Exactly the permissions it should have. */
const expectedGrants = (database: string) => ({
  [database]: 'CONNECT',
  public: 'USAGE',
  drizzle: 'USAGE',
  __drizzle_migrations: 'SELECT',
  ...Object.fromEntries(TABLES.map((name) => [name, 'DELETE, INSERT, SELECT, UPDATE'])),
  ...Object.fromEntries(APPEND_ONLY_TABLES.map((name) => [name, 'INSERT, SELECT'])),
  // The view that servers of an earlier release use.
  event_settings: 'DELETE, INSERT, SELECT, UPDATE',
});

describe('two roles from the start', () => {
  let name: string;
  let addresses: Required<Addresses>;
  beforeAll(async () => {
    name = freshName();
    await executeInstructions((await readInstructions()).fresh, name);
    addresses = {
      DATABASE_URL: addressOf(name, `${name}_server`, 'another long one'),
      DATABASE_OWNER_URL: addressOf(name, `${name}_owner`, 'a long one'),
    };
    await run('migrate', addresses);
  });

  test('the server’s role has what it needs', async () => {
    expect(await grantsIn(addresses.DATABASE_URL)).toEqual(expectedGrants(name));
  });

  test('any other permission is revoked by the next migration', async () => {
    await withClient(addresses.DATABASE_OWNER_URL, (owner) =>
      owner.query(`
        grant all on all tables in schema public, drizzle to ${name}_server;
        grant update (detail) on payment_events to ${name}_server;
        grant all on all sequences in schema public, drizzle to ${name}_server;
        grant all on schema public, drizzle to ${name}_server with grant option;
        grant create on schema public to public`),
    );
    expect(await grantsIn(addresses.DATABASE_URL)).not.toEqual(expectedGrants(name));
    await run('migrate', addresses);
    expect(await grantsIn(addresses.DATABASE_URL)).toEqual(expectedGrants(name));
  });

  test('the server’s role can compare the books', async () => {
    const { DATABASE_URL } = addresses;
    expect(await run('ledger-verify', { DATABASE_URL })).toContain('Every payment is counted.');
  });

  test('a database that was reset has these permissions, too', async () => {
    await run('reset', addresses);
    expect(await grantsIn(addresses.DATABASE_URL)).toEqual(expectedGrants(name));
  });

  describe('forbidden for the server’s role', () => {
    let client: Client;
    beforeAll(async () => {
      client = new Client({ connectionString: addresses.DATABASE_URL });
      await client.connect();
    });
    afterAll(() => client.end());
    beforeEach(async () => {
      await client.query('begin');
      return () => client.query('rollback');
    });

    const ofAll = APPEND_ONLY_TABLES.flatMap((table) => [
      `delete from ${table}`,
      `select from ${table} for update`,
      `merge into ${table} using (select 1) as one on true when matched then delete`,
    ]);
    const ofOpenCount = Object.entries(OPEN_COUNT).map(
      ([table, column]) => `update ${table} set ${column} = ${column}`,
    );
    const ofHistories = Object.entries(TIME_COLUMNS).flatMap(([table, at]) => [
      `update ${table} set ${at} = now()`,
      `insert into ${table} overriding system value select * from ${table}
        on conflict (id) do update set ${at} = now()`,
      `select setval('${table}_id_seq', 1)`,
    ]);
    const ofTables = ['payments', 'users', ...APPEND_ONLY_TABLES].flatMap((table) => [
      `truncate ${table} cascade`,
      `drop table ${table} cascade`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} rename to another`,
      `alter table ${table} owner to current_user`,
      `alter table ${table} add column more text`,
      `create trigger more before insert on ${table}
        for each row execute function refuse_rewriting_history()`,
      `create rule more as on insert to ${table} do instead nothing`,
      `create index on ${table} ((1))`,
    ]);
    test.each([
      ...ofAll,
      ...ofOpenCount,
      ...ofHistories,
      ...ofTables,
      ...APPEND_ONLY_TABLES.map((table) => `drop trigger ${table}_append_only on ${table}`),
      'create table more ()',
      'create temporary table payments ()',
      'create schema more',
      'create view more as select 1',
      `create function more() returns int language sql as 'select 1'`,
      `create or replace function refuse_rewriting_history() returns trigger language plpgsql
        as 'begin return new; end'`,
      'drop function refuse_rewriting_history() cascade',
      'drop schema public cascade',
      'insert into drizzle.__drizzle_migrations (hash) values (0)',
      'delete from drizzle.__drizzle_migrations',
      `set session_replication_role = 'replica'`,
      'create role more',
      'create extension btree_gin',
    ])('%s', async (statement) => {
      await expect(client.query(statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    });

    test('to become the owner', async () => {
      await expect(client.query(`set role ${name}_owner`)).rejects.toMatchObject({
        code: INSUFFICIENT_PRIVILEGE,
      });
    });
  });
});

test('a database with one role becomes one with two', async () => {
  const name = freshName();
  const before = addressOf(name, name, 'the only one');
  await executeInstructions(
    `create role awards login password 'the only one';\ncreate database awards owner awards;\n`,
    name,
  );
  await run('migrate', { DATABASE_URL: before });
  await executeInstructions((await readInstructions()).another, name);
  const after = addressOf(name, `${name}_server`, 'another long one');
  await run('migrate', { DATABASE_URL: after, DATABASE_OWNER_URL: before });
  expect(await grantsIn(after)).toEqual(expectedGrants(name));
});
