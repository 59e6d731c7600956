import { sql } from 'drizzle-orm';
import { editions } from '#shared/schema';
import type { Transaction } from './client';
import { type SqlParameters, statement } from './statement';

const lock = statement(
  'advisory lock',
  { now: editions.updatedAt },
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

/** Arbitrary constant: whoever stores an order shares it, whoever makes an edition current has it. */
const EDITION_LOCK = 7_140_233;

const lockBoth = statement(
  'order lock',
  { now: editions.updatedAt },
  ({ text }: SqlParameters<{ text: string }>) =>
    sql`select now() from pg_advisory_xact_lock(hashtextextended(${text}, 0)),
      pg_advisory_xact_lock_shared(${sql.raw(String(EDITION_LOCK))})`,
);

/**
 * Like `advisoryLock`, for a transaction that stores an order: no other edition becomes current until
 * it ends.
 */
export async function lockOrder(tx: Transaction, text: string): Promise<Date> {
  const [locked] = await lockBoth(tx, { text });
  if (!locked) throw new Error('PostgreSQL returned no row');
  return locked.now;
}

/** Waits for the transactions that store orders, and keeps others from beginning. */
export async function lockOutOrders(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${EDITION_LOCK})`);
}

/** Like `advisoryLock`, without waiting. @returns true when the lock was acquired */
export async function tryAdvisoryLock(tx: Transaction, text: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${text}, 0)) as "isLocked"`,
  );
  return rows[0]?.isLocked === true;
}
