import { sql } from 'drizzle-orm';
import type { Transaction } from './client';

/** Holds a lock on the text until the transaction ends; others with the same text wait. */
export const advisoryLock = (tx: Transaction, text: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`);
