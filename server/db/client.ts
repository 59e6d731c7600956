import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { SingleFlight } from '#server/platform/single-flight';
import * as schema from '#shared/schema';
import { isConnectionLost, wrapConnectErrors } from './errors';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** For reads that work both inside and outside a transaction. */
export type Queryable = Database | Transaction;

/**
 * For reads that must be consistent: otherwise another transaction may commit between two
 * statements.
 */
export const ONE_SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/**
 * The same for statements that read whole tables, without a time limit: among millions of payments
 * they take longer than any request may.
 */
export const WHOLE_TABLES = { ...ONE_SNAPSHOT };

/**
 * Timeout of the health check, in ms. A load balancer checks every few seconds and waits no longer.
 */
const PROBE_MS = 2_000;
/** Client-side timeout of a statement, as a multiple of its server-side limit. */
const CLIENT_TIMEOUT_FACTOR = 1.2;
/**
 * Keep-alive of all connections: an idle one is probed after this time and dropped ten seconds
 * later.
 */
export const TCP_KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A standby and a fenced primary answer this too. */
const SERVER_STATE = `select current_setting('transaction_read_only') = 'off' as "isPrimary",
  pg_postmaster_start_time()::text as "startedAt"`;

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  /**
   * True when the database responds and accepts writes, so that votes can be counted. Uses a
   * dedicated connection: an exhausted pool is no reason to take the server out of service. If
   * another database server responds than the last time, older connections are dropped, because
   * those to a vanished machine would hang forever.
   */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  maxConnections?: number;
  /** In ms; 0 for no limit. */
  statementTimeoutMs?: number;
  /** How long a statement waits for a lock before it fails, in ms. */
  lockTimeoutMs?: number;
  /** How long a query waits for a free connection before it fails, in ms. */
  connectionTimeoutMs?: number;
  /**
   * Called when an idle connection breaks; without a listener Node would exit (as pg documents).
   */
  onConnectionError?: (error: Error) => void;
  /**
   * Schema in which all names are found, and no other but PostgreSQL's own. By default those of the
   * database's settings. A connection that does not keep to it is an error.
   */
  schema?: string;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): DatabaseHandle {
  const { statementTimeoutMs = 30_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'festival-awards',
    ...(options.schema === undefined ? {} : onlyIn(options.schema)),
    // A transaction left open by a stuck process would hold row locks that payments wait for.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: statementTimeoutMs,
    // A transaction that waits for a lock occupies a connection that others need.
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    // The server-side limit does not work if the server has vanished or its address has moved: TCP
    // gives up only after 15 minutes.
    query_timeout: statementTimeoutMs * CLIENT_TIMEOUT_FACTOR,
    ...TCP_KEEP_ALIVE,
  });
  const probe = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: PROBE_MS,
    statement_timeout: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'festival-awards-health',
    ...(options.schema === undefined ? {} : onlyIn(options.schema)),
  });
  const probing = new SingleFlight<boolean>();
  const connections = new Connections(pool, probe);
  pool.on('error', options.onConnectionError ?? (() => undefined));
  probe.on('error', () => undefined);
  // The pool only handles errors of idle connections. A connection that breaks in a transaction
  // fails its query, which reports the error; without a listener, its own error event would also
  // end the process.
  for (const current of [pool, probe]) {
    current.on('connect', (client) => client.on('error', () => undefined));
  }
  return {
    db: withReturningTransactions(drizzle(pool, { schema }), pool),
    pool,
    answers: () =>
      probing.do('', () =>
        probe.query<ServerState>(SERVER_STATE).then(
          ({ rows: [state] }) => {
            if (state) connections.noteServer(state.startedAt);
            return state?.isPrimary === true;
          },
          () => false,
        ),
      ),
    close: async () => {
      await Promise.all([pool.end(), probe.end()]);
    },
  };
}

/** Has an option of the pool that its types omit. */
type VerifiedPool = pg.PoolConfig & {
  verify(client: pg.PoolClient, done: (error?: Error) => void): void;
};

/** Connections whose statements find names in one schema only. */
const onlyIn = (schema: string): VerifiedPool => ({
  application_name: `festival-awards-${schema}`,
  options: searchPath(schema),
  verify: (client, done) => {
    expectSchema(client, schema).then(() => done(), done);
  },
});

/** Returns the option of a connection by which names are found in this schema. */
export const searchPath = (schema: string): string => `-c search_path=${schema},pg_catalog`;

/** @throws Error when the connection, or a pooler, has ignored `searchPath` */
export async function expectSchema(client: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query<{ path: string }>(
    `select current_setting('search_path') as path`,
  );
  if (rows[0]?.path.replace(/\s/g, '') !== `${schema},pg_catalog`) {
    throw new Error(`the connection does not keep to the schema ${schema}`);
  }
}

interface ServerState {
  isPrimary: boolean;
  /** Differs between two servers and between two starts of one server. */
  startedAt: string;
}

/** The connections of a pool, and the server they belong to. */
class Connections {
  readonly #openedAt = new Map<pg.PoolClient, number>();
  #probeOpenedAt = 0;
  #startedAt: string | null = null;

  constructor(pool: pg.Pool, probe: pg.Pool) {
    pool.on('connect', (client) => this.#openedAt.set(client, performance.now()));
    pool.on('remove', (client) => this.#openedAt.delete(client));
    probe.on('connect', () => {
      this.#probeOpenedAt = performance.now();
    });
  }

  /** @param startedAt start time of the server that has just answered the probe */
  noteServer(startedAt: string): void {
    const isAnother = this.#startedAt !== null && this.#startedAt !== startedAt;
    this.#startedAt = startedAt;
    if (!isAnother) return;
    // Younger connections lead to the same server as the probe's.
    for (const [client, openedAt] of this.#openedAt) {
      if (openedAt < this.#probeOpenedAt) client.connection.stream.destroy();
    }
  }
}

/** Has a limit on our side too, which the driver's types omit. */
type LimitedClient = pg.PoolClient & { connectionParameters: { query_timeout: number } };

/**
 * Lifts the time limits for `WHOLE_TABLES`, and fixes Drizzle's handling of broken connections: it
 * never releases one on which `begin` failed, as happens when the database goes away. After a few
 * restarts no connection would be left, and a pool that misses one never closes. Drizzle also throws
 * the error of the `rollback` instead of the error that caused it.
 */
function withReturningTransactions(db: Database, pool: pg.Pool): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const client = (await wrapConnectErrors(pool.connect())) as LimitedClient;
    const { query_timeout: limit } = client.connectionParameters;
    let thrown: unknown;
    let isReleased = false;
    const release = (isLost: boolean) => {
      client.connectionParameters.query_timeout = limit;
      if (!isReleased) client.release(isLost);
      isReleased = true;
    };
    try {
      // This instance has no schema, which only `db.query` needs; transactions do not use that.
      return await drizzle(client).transaction(async (tx) => {
        try {
          if (config === WHOLE_TABLES) {
            client.connectionParameters.query_timeout = 0;
            await tx.execute(sql`set local statement_timeout = 0`);
          }
          return await work(tx as never);
        } catch (error) {
          thrown = error;
          // A `rollback` would only wait for its timeout.
          if (isConnectionLost(error)) release(true);
          throw error;
        }
      }, config);
    } catch (error) {
      release(isConnectionLost(error));
      throw thrown ?? error;
    } finally {
      release(false);
    }
  };
  return Object.assign(db, { transaction });
}
