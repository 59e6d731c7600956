import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/config/index';
import { openDatabase } from '#server/db/client';
import { migrateDatabase } from '#server/db/migrate';
import { enterAll, verifyOpenCount } from '#server/open-count/index';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { LiveSettings } from '#server/settings/index';
import { readEntry } from '#shared/open-count/entry';
import { parseSigningKey } from '#shared/open-count/signer';
import type { TestDatabase } from '../support/database';
import { LEDGER_SIGNING_KEY } from '../support/ledger-key';
import { logIn } from '../support/log';
import { createOldDatabase } from '../support/old-database';

/**
 * Before the open count; later migrations build indexes online, which an old database does not
 * need.
 */
const LAST_BEFORE = '0017_category_order';
const DAY = '2026-10-01T';
const SECRET = 's'.repeat(32);

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  ({ database, pool } = await createOldDatabase(LAST_BEFORE));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function insertOne(query: string, values: unknown[] = []): Promise<string> {
  const { rows } = await pool.query(`${query} RETURNING id`, values);
  return rows[0].id;
}

async function insertPayment(
  nomination: string,
  minor: number,
  at: string | null,
  refundedAt: string | null,
) {
  const payment = await insertOne(
    `INSERT INTO payments (provider, amount, total_votes, status, failure_reason, receipt_code,
       completed_at, settled_at)
     VALUES ('campay', $1, 1, $2, $3, $4, $5, $6)`,
    [
      minor,
      at === null ? 'pending' : refundedAt === null ? 'completed' : 'failed',
      refundedAt === null ? null : 'refunded',
      at === null ? null : `CODE${String(minor).padStart(6, '0')}`,
      at && `${DAY}${at}:30Z`,
      (refundedAt ?? at) && `${DAY}${refundedAt ?? at}:30Z`,
    ],
  );
  await pool.query(
    'INSERT INTO payment_votes (payment_id, nomination_id, vote_count) VALUES ($1, $2, 1)',
    [payment, nomination],
  );
}

test('earlier payments are entered in the order in which they were counted', async () => {
  const category = await insertOne(`INSERT INTO categories (name) VALUES ('Best Song')`);
  const artist = await insertOne(`INSERT INTO artists (name) VALUES ('Manu')`);
  const nomination = await insertOne(
    `INSERT INTO nominations (artist_id, category_id, shareable_link) VALUES ($1, $2, 'a-link')`,
    [artist, category],
  );
  await pool.query('INSERT INTO nomination_totals (nomination_id, votes) VALUES ($1, 2)', [
    nomination,
  ]);
  await insertPayment(nomination, 300, '12:03', null);
  await insertPayment(nomination, 100, '12:01', '12:04');
  await insertPayment(nomination, 900, null, null);
  await insertPayment(nomination, 200, '12:02', null);

  await migrateDatabase(database.url, database.ownerUrl);
  const { db, close } = openDatabase(database.url);
  const config = loadConfig({ SESSION_SECRET: SECRET, PHONE_HASH_KEY: SECRET }, PAYMENT_ADAPTERS);
  await LiveSettings.open(db, config.firstSettings);
  await enterAll(logIn(db, [parseSigningKey(LEDGER_SIGNING_KEY)]));
  const { rows } = await pool.query('SELECT entry FROM count_entries ORDER BY index');
  expect(rows.map(({ entry }) => readEntry(Buffer.from(entry)))).toMatchObject([
    { v: 2, kind: 'edition', edition: 1, year: config.firstSettings.year },
    { kind: 'nomination', nomination, edition: 1, artist: 'Manu', category: 'Best Song' },
    { kind: 'count', minute: `${DAY}12:01Z`, amount: 100, votes: { [nomination]: 1 } },
    { kind: 'count', minute: `${DAY}12:02Z`, amount: 200 },
    { kind: 'count', minute: `${DAY}12:03Z`, amount: 300 },
    { kind: 'take-back', minute: `${DAY}12:04Z`, entry: 2 },
  ]);
  expect(await verifyOpenCount(db)).toEqual([]);
  await close();
});
