import { sql } from 'drizzle-orm';
import type { Transaction } from './client';

/** Until this transaction ends nobody else passes here with the same text. */
export const advisoryLock = (tx: Transaction, text: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`);
