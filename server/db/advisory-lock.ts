import { sql } from 'drizzle-orm';
import { eventSettings } from '#shared/schema';
import type { Transaction } from './client';
import { type SqlParameters, statement } from './statement';

const lock = statement(
  'advisory lock',
  { now: eventSettings.updatedAt },
  ({ text }: SqlParameters<{ text: string }>) =>
    sql`select now() from pg_advisory_xact_lock(hashtextextended(${text}, 0))`,
);

/**
 * Takes an advisory lock on a text until the transaction ends; other transactions with the same
 * text wait.
 * @returns when the transaction began, by PostgreSQL's clock
 */
export async function advisoryLock(tx: Transaction, text: string): Promise<Date> {
  const [locked] = await lock(tx, { text });
  if (!locked) throw new Error('PostgreSQL returned no row');
  return locked.now;
}

/** Like `advisoryLock`, without waiting. @returns true when the lock was acquired */
export async function tryAdvisoryLock(tx: Transaction, text: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${text}, 0)) as "isLocked"`,
  );
  return rows[0]?.isLocked === true;
}
