import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseHandle, type DatabaseOptions, openDatabase } from '#server/db/client';
import { isDatabaseUnavailable } from '#server/db/errors';
import { rateLimits } from '#shared/schema';
import { NetworkLink } from '../faults/support/network-link';
import { Watch } from '../faults/support/watch';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';

let database: TestDatabase;
const opened: DatabaseHandle[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const handle of opened.splice(0)) await handle.close();
});
afterAll(() => database.drop());

function open(options: DatabaseOptions = {}, url = database.url) {
  const handle = openDatabase(url, { maxConnections: 1, ...options });
  opened.push(handle);
  return handle;
}
const selectOne = sql`select 1 as one`;
const thrownBy = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

test('a transaction that cannot begin releases its connection, and the pool closes', async () => {
  const { db, pool } = open();
  const impossible = db.transaction(async () => undefined, { isolationLevel: 'none' as never });
  await expect(impossible).rejects.toThrow();
  expect(pool.waitingCount).toBe(0);
  expect(pool.idleCount).toBe(pool.totalCount);
  const { rows } = await db.transaction((tx) => tx.execute(selectOne));
  expect(rows).toEqual([{ one: 1 }]);
});

test('a transaction reports its own error, even if the rollback fails', async () => {
  const { db } = open();
  const refusal = new Error('refused');
  const broken = db.transaction(async (tx) => {
    await thrownBy(tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`));
    throw refusal;
  });
  expect(await thrownBy(broken)).toBe(refusal);
});

describe('a server that has vanished without closing its connections', () => {
  let link: NetworkLink;
  let url: string;
  beforeAll(async () => {
    const { hostname, port } = new URL(database.url);
    link = await NetworkLink.open(() => ({ host: hostname, port: Number(port) }), new Watch());
    url = Object.assign(new URL(database.url), { host: `127.0.0.1:${link.port}` }).href;
  });
  afterAll(() => link.close());
  afterEach(() => link.mend());

  test.each<[string, (handle: DatabaseHandle) => Promise<unknown>]>([
    ['by a statement', ({ db }) => db.execute(selectOne)],
    ['in a transaction', ({ db }) => db.transaction((tx) => tx.execute(selectOne))],
  ])('counts as down soon after the statement timeout, %s', async (_how, ask) => {
    const handle = open({ statementTimeoutMs: 250 }, url);
    await ask(handle);
    link.swallow();
    const error = await thrownBy(ask(handle));
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(handle.pool.totalCount).toBe(0);
    link.mend();
    await ask(handle);
  });

  test('is replaced by another server as soon as that one responds', async () => {
    await execute(
      database.ownerUrl,
      `create table server_start (at timestamptz not null);
      insert into server_start values (now());
      grant select on server_start to public;
      create function pg_postmaster_start_time() returns timestamptz stable language sql
        as $$ select at from public.server_start $$;
      do $$ begin
        execute format('alter database %I set search_path = public, pg_catalog', current_database());
      end $$`,
    );
    const handle = open({ maxConnections: 3 }, url);
    await handle.db.execute(selectOne);
    expect(await handle.answers()).toBe(true);
    link.strand();
    const strandedAt = performance.now();
    const asked = [
      handle.db.execute(selectOne),
      handle.db.transaction((tx) => tx.execute(selectOne)),
    ];
    const thrownErrors = Promise.all(asked.map(thrownBy));
    await execute(database.ownerUrl, 'update public.server_start set at = now()');
    await expect.poll(() => handle.answers()).toBe(true);
    expect((await thrownErrors).map(isDatabaseUnavailable)).toContain(true);
    // Long before the statement timeout.
    expect(performance.now() - strandedAt).toBeLessThan(20_000);
    await handle.db.execute(selectOne);
  });

  test('is not ready, and recovers automatically', async () => {
    const handle = open({}, url);
    expect(await handle.answers()).toBe(true);
    link.swallow();
    expect(await handle.answers()).toBe(false);
    link.mend();
    expect(await handle.answers()).toBe(true);
  });
});

describe('a read-only server, such as a standby,', () => {
  const setReadOnly = (isOn: boolean) =>
    execute(
      database.ownerUrl,
      `begin read write;
      do $$ begin execute format(
        'alter database %I set default_transaction_read_only = ${isOn ? 'on' : 'off'}',
        current_database()); end $$;
      commit`,
    );
  const write = ({ db }: DatabaseHandle) =>
    db.transaction((tx) => tx.delete(rateLimits).where(sql`false`));
  afterEach(() => setReadOnly(false));

  test('counts as down for writes, and its connections are dropped', async () => {
    await setReadOnly(true);
    const handle = open();
    const error = await thrownBy(write(handle));
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(handle.pool.totalCount).toBe(0);
    await setReadOnly(false);
    await write(handle);
  });

  test('is not ready', async () => {
    await setReadOnly(true);
    expect(await open().answers()).toBe(false);
    await setReadOnly(false);
    expect(await open().answers()).toBe(true);
  });
});
