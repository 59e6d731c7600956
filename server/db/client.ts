import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from '#shared/schema';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Reads that work the same inside and outside a transaction. */
export type Queryable = Database | Transaction;

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  maxConnections?: number;
  /** 0 for no limit. */
  statementTimeoutMs?: number;
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
  });
  pool.on('error', options.onConnectionError ?? (() => undefined));
  // The pool listens to idle connections only. One that breaks in a transaction fails the query
  // under way, which is how we hear of it; unheard, its own event would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}
