import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import type { TestDatabase } from '../support/database';
import { createOldDatabase } from '../support/old-database';

/** The last migration before the table of refunds. */
const LAST_BEFORE = '0006_payment_counts';

/** Refund data before: the steps in the history, and the state of the payment. */
interface OldRefund {
  /** `step` or `step of attempt`; without an attempt it was the first, from before attempts. */
  steps: readonly string[];
  payment?: 'completed' | 'refunded' | 'disputed';
  isChecked: boolean;
}

const CASES: [name: string, refund: OldRefund, refunds: readonly string[]][] = [
  ['requested, and still checked', { steps: ['requested'], isChecked: true }, ['1 requested']],
  ['requested, never checked again', { steps: ['requested'], isChecked: false }, ['1 lapsed']],
  [
    'without a response, and still checked',
    { steps: ['requested', 'unanswered'], isChecked: true },
    ['1 unanswered'],
  ],
  [
    'without a response, never checked again',
    { steps: ['requested', 'unanswered'], isChecked: false },
    ['1 lapsed'],
  ],
  [
    'accepted, and still checked',
    { steps: ['requested of 1', 'accepted of 1'], isChecked: true },
    ['1 accepted'],
  ],
  [
    'accepted after a request without a response',
    { steps: ['requested of 1', 'unanswered of 1', 'accepted of 1'], isChecked: true },
    ['1 accepted'],
  ],
  [
    'accepted, never checked again',
    { steps: ['requested of 1', 'accepted of 1'], isChecked: false },
    ['1 lapsed'],
  ],
  [
    'refused, and still checked',
    { steps: ['requested of 1', 'refused of 1'], isChecked: true },
    ['1 refused'],
  ],
  ['refused', { steps: ['requested', 'refused'], isChecked: false }, ['1 refused']],
  [
    'carried out',
    { steps: ['requested', 'accepted'], payment: 'refunded', isChecked: false },
    ['1 succeeded'],
  ],
  [
    'carried out, and still checked',
    { steps: ['requested', 'unanswered'], payment: 'refunded', isChecked: true },
    ['1 succeeded'],
  ],
  [
    'overtaken by a dispute',
    { steps: ['requested', 'accepted'], payment: 'disputed', isChecked: true },
    ['1 lapsed'],
  ],
  [
    'carried out with the third request',
    {
      steps: [
        'requested',
        'refused',
        'requested of 2',
        'unanswered of 2',
        'requested of 3',
        'accepted of 3',
      ],
      payment: 'refunded',
      isChecked: false,
    },
    ['1 refused', '2 lapsed', '3 succeeded'],
  ],
  [
    'requested again, and still checked',
    { steps: ['requested of 1', 'accepted of 1', 'requested of 2'], isChecked: true },
    ['1 lapsed', '2 requested'],
  ],
  [
    'refused for the second time',
    {
      steps: ['requested of 1', 'refused of 1', 'requested of 2', 'refused of 2'],
      isChecked: true,
    },
    ['1 refused', '2 refused'],
  ],
  ['never requested', { steps: [], isChecked: true }, []],
  ['made by Stripe itself', { steps: [], payment: 'refunded', isChecked: false }, []],
];

let database: TestDatabase;
let pool: pg.Pool;
const paymentIds = new Map<string, string>();

beforeAll(async () => {
  ({ database, pool } = await createOldDatabase(LAST_BEFORE));
  for (const [name, refund] of CASES) paymentIds.set(name, await insertPayment(refund));
  await migrateDatabase(database.ownerUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let codeCount = 0;

/** One step a minute. */
const minute = (step: number) => new Date(Date.UTC(2025, 5, 1, 20, step));

async function insertPayment({
  steps,
  payment = 'completed',
  isChecked,
}: OldRefund): Promise<string> {
  const { rows } = await pool.query(
    `INSERT INTO payments (provider, amount, currency, status, failure_reason, receipt_code,
       completed_at, next_check_at)
     VALUES ('stripe', 200, 'USD', $1, $2, $3, now(), $4) RETURNING id`,
    [
      payment === 'completed' ? 'completed' : 'failed',
      payment === 'completed' ? null : payment,
      `CODE${String(++codeCount).padStart(6, '0')}`,
      isChecked ? new Date() : null,
    ],
  );
  const { id } = rows[0];
  const insertEvent = (source: string, detail: object, at: Date) =>
    pool.query(
      `INSERT INTO payment_events (payment_id, from_status, to_status, source, detail, at)
       VALUES ($1, 'completed', 'completed', $2, $3, $4)`,
      [id, source, detail, at],
    );
  for (const [index, text] of steps.entries()) {
    const [refund, attempt] = text.split(' of ');
    const numbered = attempt === undefined ? {} : { attempt: Number(attempt) };
    await insertEvent('refund', { refund, ...numbered, by: 'demo-admin' }, minute(index));
  }
  // Not our own steps, despite their names.
  await insertEvent('webhook', { refund: 'accepted', attempt: 9 }, minute(58));
  await insertEvent('refund', { flag: 'refund-failed' }, minute(59));
  return id;
}

async function refundsOf(name: string) {
  const { rows } = await pool.query(
    'SELECT attempt, status, created_at, updated_at FROM refunds WHERE payment_id = $1 ORDER BY 1',
    [paymentIds.get(name)],
  );
  return rows;
}

test.each(CASES)('a refund that was %s', async (name, _refund, expected) => {
  const rows = await refundsOf(name);
  expect(rows.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual(expected);
});

test('a refund lasts from its request to its last step', async () => {
  expect(await refundsOf('carried out with the third request')).toMatchObject([
    { attempt: 1, created_at: minute(0), updated_at: minute(1) },
    { attempt: 2, created_at: minute(2), updated_at: minute(3) },
    { attempt: 3, created_at: minute(4), updated_at: minute(5) },
  ]);
});

test('no other payment has a refund', async () => {
  const { rows } = await pool.query('SELECT count(*)::int AS refunds FROM refunds');
  expect(rows[0].refunds).toBe(CASES.reduce((sum, [, , expected]) => sum + expected.length, 0));
});
