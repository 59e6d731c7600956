import pg, { type Pool, type PoolClient } from 'pg';
import { inspectSchema, SchemaError } from '#server/db/check-schema';
import { type Check, clockFinding, codeOf, fault, ok, warning } from './finding';

const MIN_POSTGRES_VERSION = 15;
/** Settings that our connections request when opened. */
const TIME_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
/**
 * PostgreSQL error codes: no prepared statement of this name, or one of another client with this
 * name.
 */
const STATEMENT_LOST = ['26000', '42P05'];
/** Number of transactions opened to see which of them gets a connection of ours. */
const OTHERS = 4;

/** @param pool with the server's role */
export const databaseChecks = (pool: Pool): Check[] => [
  { about: 'database', run: () => checkServer(pool) },
  { about: 'tables', run: () => checkTables(pool) },
];

async function checkServer(pool: Pool) {
  const askedAt = Date.now();
  let row: { version: number; clock: Date } | undefined;
  try {
    const { rows } = await pool.query<{ version: number; clock: Date }>(
      `select current_setting('server_version_num')::int / 10000 as version,
        clock_timestamp() as clock`,
    );
    row = rows[0];
  } catch (error) {
    return [fault('database', `cannot be used (${codeOf(error)}): look at DATABASE_URL`)];
  }
  if (!row) throw new Error('PostgreSQL returned no row');
  const { version, clock } = row;
  return [
    version < MIN_POSTGRES_VERSION
      ? fault('database', `is PostgreSQL ${version}: ${MIN_POSTGRES_VERSION} or newer is needed`)
      : ok('database', `is PostgreSQL ${version} and answers`),
    clockFinding('database', clock, askedAt),
    ...(await checkConnections(pool)),
  ];
}

/** Checks what a pooler may lose between connections. */
async function checkConnections(pool: Pool) {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where setting = '0' and name = any($1) order by name desc`,
    [TIME_LIMITS],
  );
  const dropped = rows.map(({ name }) => name).join(', ');
  const losesStatements = !(await keepsStatements(pool));
  return [
    ...(dropped
      ? [
          warning(
            'database',
            `the pooler in front of it drops our time limits (${dropped}): have the role set them, as ops/postgres/roles.sh does`,
          ),
        ]
      : []),
    ...(losesStatements
      ? [
          fault(
            'database',
            'the pooler in front of it loses prepared statements: payments would fail. PgBouncer must be 1.21 or newer, with max_prepared_statements',
          ),
        ]
      : []),
    ...(dropped || losesStatements
      ? []
      : [ok('database', 'our connections keep time limits and prepared statements')]),
  ];
}

/**
 * True when a prepared statement still works after a pooler has given the connection to another
 * transaction. A pooler with many free connections may not be detected.
 */
async function keepsStatements(pool: Pool): Promise<boolean> {
  const clients: PoolClient[] = [];
  const connect = async () => {
    const client = await pool.connect();
    clients.push(client);
    return client;
  };
  const runPrepared = (client: PoolClient) =>
    client.query<{ pid: number }>({
      name: 'festival_awards_doctor',
      text: 'select pg_backend_pid() as pid',
    });
  try {
    const client = await connect();
    const ownPid = (await runPrepared(client)).rows[0]?.pid;
    for (let i = 0; i < OTHERS; i++) {
      const other = await connect();
      await other.query('begin');
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
      if (rows[0]?.pid !== ownPid) continue;
      await runPrepared(client);
      break;
    }
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && STATEMENT_LOST.includes(error.code ?? '')) {
      return false;
    }
    throw error;
  } finally {
    for (const client of clients) client.release(true);
  }
}

async function checkTables(pool: Pool) {
  try {
    const warnings = await inspectSchema(pool);
    if (warnings.length > 0) return warnings.map((text) => warning('tables', text));
    return [ok('tables', 'are of this version, and our role has the rights it needs')];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [fault('tables', error.message)];
  }
}
