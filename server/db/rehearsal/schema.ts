import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

/** Schema of a rehearsal: all tables and functions of the product once more. */
export const REHEARSAL_SCHEMA = 'rehearsal';

/**
 * What the schema has of its own, before the product's tables: a rehearsal and its clock. Functions
 * with the names of PostgreSQL's own take precedence over them, because the schema comes first in
 * the search path. Locks and notifications belong to the whole database, so those of a rehearsal
 * get keys and names of their own.
 */
const OWN_OBJECTS = `
  create table run (
    is_only boolean primary key default true check (is_only),
    id uuid not null,
    year text not null,
    seed text not null,
    shift interval not null,
    begun_at timestamptz not null,
    is_ending boolean not null default false,
    host text,
    port integer,
    secret text
  );
  create function now() returns timestamptz stable language sql as $$
    select pg_catalog.now() + coalesce((select shift from rehearsal.run), '0') $$;
  create function clock_timestamp() returns timestamptz volatile language sql as $$
    select pg_catalog.clock_timestamp() + coalesce((select shift from rehearsal.run), '0') $$;
  create function pg_notify(channel text, payload text) returns void language sql as $$
    select pg_catalog.pg_notify('rehearsal_' || channel, payload) $$;
  create function pg_advisory_xact_lock(key bigint) returns void language sql as $$
    select pg_catalog.pg_advisory_xact_lock(key # 7140239) $$;
  create function pg_advisory_xact_lock_shared(key bigint) returns void language sql as $$
    select pg_catalog.pg_advisory_xact_lock_shared(key # 7140239) $$;
  create function pg_try_advisory_xact_lock(key bigint) returns boolean language sql as $$
    select pg_catalog.pg_try_advisory_xact_lock(key # 7140239) $$;`;

/**
 * Also replaces what the migrations define: histories refuse to be emptied, except by the function
 * `empty_all`.
 */
const OWN_FUNCTIONS = `
  create or replace function refuse_rewriting_history() returns trigger language plpgsql as $$
  begin
    if TG_OP = 'TRUNCATE' and current_setting('rehearsal.is_emptied', true) = 'yes' then
      return null;
    end if;
    raise exception '% is append-only', TG_TABLE_NAME using errcode = 'restrict_violation';
  end $$;
  create or replace function empty_all() returns void language plpgsql security definer
  set search_path = rehearsal, pg_catalog, pg_temp as $$
  begin
    perform set_config('rehearsal.is_emptied', 'yes', true);
    execute (
      select 'truncate ' || string_agg(oid::regclass::text, ', ') || ' restart identity'
      from pg_class where relnamespace = 'rehearsal'::regnamespace and relkind in ('r', 'p'));
    perform set_config('rehearsal.is_emptied', '', true);
  end $$;
  revoke execute on function empty_all() from public;`;

/**
 * Makes the schema of a rehearsal, or brings it to the latest version, in one transaction. Does not
 * touch any other schema. A comment of the schema records its newest migration.
 * @param owner connection of the role that owns the product's tables, which are up to date
 * @param migrationsFolder of the product's migrations
 */
export async function migrateRehearsal(
  owner: pg.ClientBase,
  migrationsFolder: string,
): Promise<void> {
  const newest = await newestMigration(owner);
  const pending = readMigrationFiles({ migrationsFolder }).filter(
    ({ folderMillis }) => folderMillis > (newest ?? 0),
  );
  if (pending.length === 0) return;
  const extensions = await schemaOfExtensions(owner);
  await owner.query('begin');
  try {
    await owner.query('create schema if not exists rehearsal');
    // Without `public`, so that a wrong name is an error and never a table of the product.
    await owner.query('set local search_path = rehearsal, pg_catalog');
    if (newest === null) await owner.query(OWN_OBJECTS);
    for (const { sql } of pending) {
      for (const statement of sql) {
        if (!CREATES_EXTENSION.test(statement)) {
          await owner.query(forRehearsal(statement, extensions));
        }
      }
    }
    await owner.query(OWN_FUNCTIONS);
    // The first edition is that of a rehearsal, when one begins.
    if (newest === null) await owner.query('select empty_all()');
    await owner.query(`comment on schema rehearsal is '${pending.at(-1)?.folderMillis}'`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Grants the server's role what it needs for rehearsals. */
export async function grantRehearsal(owner: pg.ClientBase, name: string): Promise<void> {
  const role = owner.escapeIdentifier(name);
  await owner.query(`
    revoke all on schema rehearsal from ${role};
    revoke all on all tables in schema rehearsal from ${role};
    grant usage on schema rehearsal to ${role};
    grant select, insert, update, delete on all tables in schema rehearsal to ${role};
    grant execute on function rehearsal.empty_all() to ${role};`);
}

/** Returns the newest migration of the schema as the time of its making in ms; null without one. */
async function newestMigration(owner: pg.ClientBase): Promise<number | null> {
  const { rows } = await owner.query<{ newest: string | null }>(
    `select obj_description(oid, 'pg_namespace') as newest from pg_namespace
     where nspname = 'rehearsal'`,
  );
  return rows[0]?.newest ? Number(rows[0].newest) : null;
}

/** Extensions belong to the database: the product's own migrations create them. */
const CREATES_EXTENSION = /^\s*(--[^\n]*\n\s*)*create extension\b/i;

async function schemaOfExtensions(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select extnamespace::regnamespace::text as name from pg_extension where extname = 'pg_trgm'`,
  );
  return rows[0]?.name ?? 'public';
}

/** Returns a statement of a migration for the schema; without indexes built while others write. */
const forRehearsal = (statement: string, extensions: string): string =>
  statement
    .replace(/"public"\.|\bpublic\./g, 'rehearsal.')
    .replace(/\bpg_catalog, public, pg_temp\b/g, 'rehearsal, pg_catalog, pg_temp')
    .replace(/\bconcurrently\b/gi, '')
    .replace(/\bgin_trgm_ops\b/g, `${extensions}.gin_trgm_ops`);
