import { sql } from 'drizzle-orm';
import type { Transaction } from './client';
import { type Given, statement } from './statement';

const lock = statement(
  'advisory lock',
  {},
  ({ text }: Given<{ text: string }>) =>
    sql`select from pg_advisory_xact_lock(hashtextextended(${text}, 0))`,
);

/** Holds a lock on the text until the transaction ends; others with the same text wait. */
export const advisoryLock = (tx: Transaction, text: string) => lock(tx, { text });

/** As `advisoryLock`, without waiting. @returns whether it is ours */
export async function tryAdvisoryLock(tx: Transaction, text: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isOurs: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${text}, 0)) as "isOurs"`,
  );
  return rows[0]?.isOurs === true;
}
