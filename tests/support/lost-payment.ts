import pg from 'pg';
import type { TestApp } from './app';

const TABLES = ['payment_events', 'payment_votes', 'payment_flags', 'receipt_emails', 'payments'];

/** Deletes a payment, as if the database had been restored from a backup made before it. */
export async function losePayment(app: TestApp, paymentId: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    // The triggers protect histories and update counters, which a lost payment does not do.
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
    for (const table of TABLES) {
      const column = table === 'payments' ? 'id' : 'payment_id';
      await client.query(`delete from ${table} where ${column} = $1`, [paymentId]);
    }
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
