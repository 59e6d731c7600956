import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from '#shared/schema';
import { SingleFlight } from '../platform/single-flight';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Reads that work the same inside and outside a transaction. */
export type Queryable = Database | Transaction;

/** For reads that must agree: between two statements, another transaction may be committed. */
export const ONE_SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** A balancer asks every few seconds, and waits no longer. */
const PROBE_MS = 2_000;

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  /** Whether it answers, on a connection of its own: a pool that is drained is no reason to leave. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  maxConnections?: number;
  /** 0 for no limit. */
  statementTimeoutMs?: number;
  /** How long a statement waits for a lock before it fails. */
  lockTimeoutMs?: number;
  /** Told when an idle connection breaks; without a listener Node would exit (pg's documented trap). */
  onConnectionError?: (error: Error) => void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'festival-awards',
    // A transaction left open by a stuck process would hold row locks that payments wait for.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    // Whoever waits for a lock holds a connection that others need.
    lock_timeout: options.lockTimeoutMs ?? 10_000,
  });
  const probe = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: PROBE_MS,
    statement_timeout: PROBE_MS,
    application_name: 'festival-awards-health',
  });
  const probing = new SingleFlight<boolean>();
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
        probe.query('select 1').then(
          () => true,
          () => false,
        ),
      ),
    close: async () => {
      await Promise.all([pool.end(), probe.end()]);
    },
  };
}

/**
 * Drizzle keeps a connection for ever on which `begin` failed, as it does on those that break with the
 * database. After a few restarts none would be left; and a pool that misses one never closes.
 */
function withReturningTransactions(db: Database, pool: pg.Pool): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect();
    try {
      // What it knows of the schema is for `db.query`, which is not used in transactions.
      return await drizzle(client).transaction((tx) => work(tx as never), config);
    } finally {
      client.release();
    }
  };
  return Object.assign(db, { transaction });
}
