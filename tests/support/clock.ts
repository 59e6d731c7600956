import { writeFile } from 'node:fs/promises';
import { Client } from 'pg';
import { execute } from './database';
import { restoreDate, shiftDate } from './shifted-date.mjs';

/**
 * A settable clock for PostgreSQL: functions with the names of its own take precedence over them
 * and add a shift. It affects every time that the product gets from the database, including column
 * defaults, without changing any statement of the product.
 */
const SETTABLE_CLOCK = `
  create schema settable_clock;
  grant usage on schema settable_clock to public;
  create table settable_clock.shift (by interval not null);
  grant select on settable_clock.shift to public;
  insert into settable_clock.shift values ('0');
  create function settable_clock.now() returns timestamptz stable language sql
    as $$ select pg_catalog.now() + (select by from settable_clock.shift) $$;
  create function settable_clock.clock_timestamp() returns timestamptz volatile language sql
    as $$ select pg_catalog.clock_timestamp() + (select by from settable_clock.shift) $$;
  do $$
  declare found record;
  begin
    for found in
      select attrelid::regclass as relation, attname as name
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) = 'now()'
    loop
      execute format('alter table %s alter %I set default settable_clock.now()',
        found.relation, found.name);
    end loop;
    execute format(
      'alter database %I set search_path = public, settable_clock, pg_catalog', current_database());
  end $$`;

export interface Clock {
  /** Advances time at once, for the database and for this process. */
  advance(ms: number): Promise<void>;
  /**
   * Sets the clock of a database that is about to replace the other: one that lost its last seconds
   * would otherwise lose hours of shifted time.
   */
  setIn(url: string): Promise<void>;
  /** Restores the process's clock. */
  close(): Promise<void>;
}

/**
 * Makes time settable in this process and in a database that has no connections yet.
 * @param databaseUrl by the role that owns it
 * @param file for processes that have `shifted-date.mjs` preloaded
 */
export async function settableClock(databaseUrl: string, file?: string): Promise<Clock> {
  await execute(databaseUrl, SETTABLE_CLOCK);
  let client = await connect(databaseUrl);
  let aheadMs = 0;
  const set = () => `update settable_clock.shift set by = '${aheadMs} milliseconds'`;
  const advance = async (ms: number) => {
    aheadMs += ms;
    shiftDate(aheadMs);
    if (file !== undefined) await writeFile(file, String(aheadMs));
    await client.query(set()).catch(async () => {
      // The database was stopped in between.
      client = await connect(databaseUrl);
      await client.query(set());
    });
  };
  await advance(0);
  return {
    advance,
    setIn: (url) => execute(url, set()),
    async close() {
      restoreDate();
      await client.end();
    },
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
