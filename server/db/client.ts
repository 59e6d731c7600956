import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from '#shared/schema';
import { SingleFlight } from '../platform/single-flight';
import { connecting, isConnectionLost } from './errors';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Reads that work the same inside and outside a transaction. */
export type Queryable = Database | Transaction;

/** For reads that must agree: between two statements, another transaction may be committed. */
export const ONE_SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** A balancer asks every few seconds, and waits no longer. */
const PROBE_MS = 2_000;
/** How many times its own limit a statement is waited for. */
const UNHEARD = 1.2;
/** Of all connections: one on which nothing comes is asked after this long, and given up ten seconds later. */
export const NOTICING = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A standby, and a primary that was fenced, answer too. */
const WHO_ANSWERS = `select current_setting('transaction_read_only') = 'off' as "isPrimary",
  pg_postmaster_start_time()::text as "startedAt"`;

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  /**
   * Whether it takes votes: it answers, and more than reads. On a connection of its own: a pool that is
   * drained is no reason to leave. Where another server answers than the last time, connections of
   * before are given up: on those to a machine that has vanished nothing would ever come.
   */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  maxConnections?: number;
  /** 0 for no limit. */
  statementTimeoutMs?: number;
  /** How long a statement waits for a lock before it fails. */
  lockTimeoutMs?: number;
  /** How long a query waits for one of the connections before it fails. */
  connectionTimeoutMs?: number;
  /** Told when an idle connection breaks; without a listener Node would exit (pg's documented trap). */
  onConnectionError?: (error: Error) => void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): DatabaseHandle {
  const { statementTimeoutMs = 30_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'festival-awards',
    // A transaction left open by a stuck process would hold row locks that payments wait for.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: statementTimeoutMs,
    // Whoever waits for a lock holds a connection that others need.
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    // A server that has vanished, or an address that has moved, keeps no limit: TCP gives up after a
    // quarter of an hour.
    query_timeout: statementTimeoutMs * UNHEARD,
    ...NOTICING,
  });
  const probe = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: PROBE_MS,
    statement_timeout: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'festival-awards-health',
  });
  const probing = new SingleFlight<boolean>();
  const connections = new Connections(pool, probe);
  pool.on('error', options.onConnectionError ?? (() => undefined));
  probe.on('error', () => undefined);
  // The pool listens to idle connections only. One that breaks in a transaction fails the query
  // under way, which is how we hear of it; unheard, its own event would end the process too.
  for (const one of [pool, probe]) {
    one.on('connect', (client) => client.on('error', () => undefined));
  }
  return {
    db: withReturningTransactions(drizzle(pool, { schema }), pool),
    pool,
    answers: () =>
      probing.do('', () =>
        probe.query<Answering>(WHO_ANSWERS).then(
          ({ rows: [answering] }) => {
            if (answering) connections.noteServer(answering.startedAt);
            return answering?.isPrimary === true;
          },
          () => false,
        ),
      ),
    close: async () => {
      await Promise.all([pool.end(), probe.end()]);
    },
  };
}

interface Answering {
  isPrimary: boolean;
  /** Of two servers, or of two lives of one, never the same. */
  startedAt: string;
}

/** Of a pool, and to which server they lead. */
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

  /** @param startedAt of whoever has just answered the probe */
  noteServer(startedAt: string): void {
    const isAnother = this.#startedAt !== null && this.#startedAt !== startedAt;
    this.#startedAt = startedAt;
    if (!isAnother) return;
    // Younger ones lead where the probe's leads.
    for (const [client, openedAt] of this.#openedAt) {
      if (openedAt < this.#probeOpenedAt) client.connection.stream.destroy();
    }
  }
}

/**
 * Drizzle keeps a connection for ever on which `begin` failed, as it does on those that break with the
 * database. After a few restarts none would be left; and a pool that misses one never closes. It also
 * throws what became of the `rollback`, and not why there is one.
 */
function withReturningTransactions(db: Database, pool: pg.Pool): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await connecting(pool.connect());
    let thrown: unknown;
    let isReleased = false;
    const release = (isLost: boolean) => {
      if (!isReleased) client.release(isLost);
      isReleased = true;
    };
    try {
      // What it knows of the schema is for `db.query`, which is not used in transactions.
      return await drizzle(client).transaction(async (tx) => {
        try {
          return await work(tx as never);
        } catch (error) {
          thrown = error;
          // A `rollback` would only wait for its time limit.
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
