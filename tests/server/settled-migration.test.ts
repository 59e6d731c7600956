import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import type { TestDatabase } from '../support/database';
import { createOldDatabase } from '../support/old-database';

/** The last migration before settled payments were checked again. */
const LAST_BEFORE = '0007_refunds';

const MINUTE = 60_000;
const YESTERDAY = Date.now() - 1_440 * MINUTE;
const at = (minutes: number) => new Date(YESTERDAY + minutes * MINUTE);

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  ({ database, pool } = await createOldDatabase(LAST_BEFORE));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let codeCount = 0;

type Move = readonly [from: string, to: string, atMinute: number];
type Flag = readonly [flag: string, atMinute: number];

async function insertPayment(
  provider: string,
  moves: readonly Move[],
  flags: readonly Flag[] = [],
) {
  const status = moves.at(-1)?.[1] ?? 'pending';
  const counted = moves.find(([, to]) => to === 'completed');
  const { rows } = await pool.query(
    `INSERT INTO payments (provider, amount, status, failure_reason, receipt_code, completed_at, created_at)
     VALUES ($1, 200, $2, $3, $4, $5, $6) RETURNING id`,
    [
      provider,
      status,
      status === 'failed' ? 'declined' : null,
      counted ? `CODE${String(++codeCount).padStart(6, '0')}` : null,
      counted ? at(counted[2]) : null,
      at(0),
    ],
  );
  const events = [
    ...moves.map(([from, to, minute]) => ({ from, to, minute, detail: {} })),
    ...flags.map(([flag, minute]) => ({
      from: status,
      to: status,
      minute,
      detail: { flag, amount: 1 },
    })),
  ].sort((a, b) => a.minute - b.minute);
  for (const { from, to, minute, detail } of events) {
    await pool.query(
      `INSERT INTO payment_events (payment_id, from_status, to_status, source, detail, at)
       VALUES ($1, $2, $3, 'reconcile', $4, $5)`,
      [rows[0].id, from, to, detail, at(minute)],
    );
  }
  return rows[0].id as string;
}

test('settled payments get the time of their last transition, and flags are open or settled', async () => {
  const pending = await insertPayment('campay', [], [['amount-mismatch', 3]]);
  const counted = await insertPayment('mtn-momo', [['pending', 'completed', 5]]);
  const failed = await insertPayment('fapshi', [['pending', 'failed', 6]]);
  const countedLate = await insertPayment(
    'campay',
    [
      ['pending', 'failed', 7],
      ['failed', 'completed', 9],
    ],
    [
      ['amount-mismatch', 8],
      ['failed-after-completion', 10],
    ],
  );
  const reversed = await insertPayment(
    'stripe',
    [
      ['pending', 'completed', 1],
      ['completed', 'failed', 4],
    ],
    [
      ['partial-refund', 2],
      ['refund-failed', 3],
    ],
  );
  await migrateDatabase(database.ownerUrl);

  const { rows } = await pool.query('SELECT id, settled_at, next_check_at FROM payments');
  const settledAt = new Map(rows.map((row) => [row.id, row.settled_at]));
  expect(settledAt).toEqual(
    new Map([
      [pending, null],
      [counted, at(5)],
      [failed, at(6)],
      [countedLate, at(9)],
      [reversed, at(4)],
    ]),
  );
  // Payments of other providers are compared with the provider's lists instead.
  const planned = rows.flatMap((row) => (row.next_check_at === null ? [] : [row.id]));
  expect(planned.sort()).toEqual([counted, failed].sort());

  const { rows: flags } = await pool.query(
    'SELECT payment_id, flag, evidence, raised_at, resolved_at, resolution FROM payment_flags ORDER BY raised_at, flag',
  );
  const flagRow = (payment_id: string, flag: string, raised: number, settled: number | null) => ({
    payment_id,
    flag,
    evidence: { amount: 1 },
    raised_at: at(raised),
    resolved_at: settled === null ? null : at(settled),
    resolution: settled === null ? null : 'settled',
  });
  expect(flags).toEqual([
    flagRow(reversed, 'partial-refund', 2, 4),
    flagRow(pending, 'amount-mismatch', 3, null),
    flagRow(reversed, 'refund-failed', 3, null),
    flagRow(countedLate, 'amount-mismatch', 8, 9),
    flagRow(countedLate, 'failed-after-completion', 10, null),
  ]);
});
