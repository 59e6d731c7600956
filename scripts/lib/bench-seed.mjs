import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { seededRandom } from '../../demo/random';
import { openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { rollUpPaymentCounts } from '../../server/payment-counts';

const DAYS = 60;
const DAY_MS = 86_400_000;
const PAYMENTS_PER_VOTER = 3;
const GIVEN_NAMES = ['marie', 'paul', 'aicha', 'jean', 'grace', 'samuel', 'nadege', 'ibrahim'];
const FAMILY_NAMES = ['ngo', 'tchoua', 'mbarga', 'fotso', 'njoya', 'ekambi', 'atangana', 'bello'];
const REASONS = ['declined', 'insufficient-funds', 'expired', 'wrong-pin'];

/** Values of the seeded payments that requests can contain. */
/** @typedef {Record<'id' | 'email' | 'phone' | 'receipt' | 'operator' | 'cursor' | 'from' | 'to', string>} Sample */

/**
 * Creates a separate database with this many payments of the last two months, by COPY.
 * @param {{ serverUrl: string, size: number }} options
 * @returns {Promise<{ url: string, sample: Sample }>}
 */
export async function seedPayments({ serverUrl, size }) {
  const name = `bench_${size}`;
  await execute(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrateDatabase(url.href);
  await execute(url.href, CATALOGUE);
  await copyPayments(url.href, size);
  await execute(url.href, VOTES_AND_EVENTS);
  const { db, pool, close } = openDatabase(url.href, { statementTimeoutMs: 0 });
  try {
    await rollUpPaymentCounts(db);
    await pool.query('VACUUM (ANALYZE)');
    const { rows } = await pool.query(SAMPLE, [Math.floor(size / 2)]);
    return { url: url.href, sample: rows[0] };
  } finally {
    await close();
  }
}

const CATALOGUE = `
  INSERT INTO categories (name) SELECT 'Category ' || n FROM generate_series(1, 12) AS n;
  INSERT INTO artists (name) SELECT 'Artist ' || n FROM generate_series(1, 60) AS n;
  INSERT INTO nominations (artist_id, category_id, shareable_link)
  SELECT artists.id, categories.id, gen_random_uuid()::text
  FROM (SELECT id, row_number() OVER () AS place FROM artists) AS artists
  JOIN (SELECT id, row_number() OVER () AS place FROM categories) AS categories
    ON categories.place % 4 = artists.place % 4;`;

const VOTES_AND_EVENTS = `
  INSERT INTO payment_votes (payment_id, nomination_id, vote_count)
  SELECT payments.id, nominations.id, payments.total_votes
  FROM (SELECT id, total_votes, row_number() OVER () AS place FROM payments) AS payments
  JOIN (SELECT id, row_number() OVER () - 1 AS place FROM nominations) AS nominations
    ON nominations.place = payments.place % (SELECT count(*) FROM nominations);
  INSERT INTO nomination_totals (nomination_id, votes)
  SELECT nomination_id, sum(vote_count) FROM payment_votes
  JOIN payments ON payments.id = payment_id WHERE status = 'completed' GROUP BY 1;
  INSERT INTO payment_events (payment_id, to_status, source)
  SELECT id, 'pending', 'create' FROM payments;
  INSERT INTO payment_events (payment_id, from_status, to_status, source, detail)
  SELECT id, 'pending', status, 'webhook', CASE WHEN status = 'completed' AND provider <> 'stripe'
    THEN jsonb_build_object('operatorReference', (10000000000 + abs(hashtext(id::text)))::text)
    ELSE '{}'::jsonb END
  FROM payments WHERE status <> 'pending';
  INSERT INTO payment_events (payment_id, from_status, to_status, source, detail)
  SELECT id, 'pending', 'pending', 'webhook', '{"reason": "insufficient-funds"}'
  FROM payments WHERE status <> 'completed' AND provider = 'stripe' AND attempted_at IS NOT NULL;
  INSERT INTO refunds (payment_id, attempt)
  SELECT id, 1 FROM payments
  WHERE status = 'completed' AND provider = 'stripe' AND hashtext(id::text) % 100 = 0;
  INSERT INTO payment_flags (payment_id, flag)
  SELECT id, 'disputed' FROM payments
  WHERE status = 'completed' AND provider = 'stripe' AND hashtext(id::text) % 1000 = 0;`;

const SAMPLE = `
  SELECT id, voter_email AS email, phone_number AS phone, receipt_code AS receipt,
    (SELECT max(detail->>'operatorReference') FROM payment_events WHERE payment_id = payments.id)
      AS operator,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id AS cursor,
    to_char(now() - interval '14 days', 'YYYY-MM-DD"T"HH24:00:00"Z"') AS from,
    to_char(now() - interval '7 days', 'YYYY-MM-DD"T"HH24:00:00"Z"') AS to
  FROM payments WHERE voter_email IS NOT NULL AND phone_number IS NOT NULL AND status = 'completed'
    AND created_at <= (SELECT created_at FROM payments ORDER BY created_at OFFSET $1 LIMIT 1)
  ORDER BY created_at DESC LIMIT 1`;

/**
 * @param {string} url
 * @param {number} size
 */
async function copyPayments(url, size) {
  const directory = await mkdtemp(path.join(tmpdir(), 'festival-awards-bench-'));
  const file = path.join(directory, 'payments.csv');
  try {
    await pipeline(Readable.from(paymentLines(size)), createWriteStream(file));
    // The database server may run as another user.
    await chmod(directory, 0o755);
    await chmod(file, 0o644);
    await execute(url, `COPY payments (${COLUMNS}) FROM '${file}' WITH (FORMAT csv)`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const COLUMNS = `id, provider, provider_ref, amount, currency, status, voter_email, phone_number,
  ip_address, receipt_code, total_votes, attempted_at, failure_reason, completed_at, settled_at, created_at`;

/**
 * Yields payments in the order of their creation, as in a table filled by voters.
 * @param {number} size
 */
function* paymentLines(size) {
  const random = seededRandom('bench');
  /** @param {number} below */
  const draw = (below) => Math.floor(random() * below);
  /** @template T @param {T[]} list */
  const pick = (list) => list[draw(list.length)];
  const now = Date.now();
  const voters = Math.ceil(size / PAYMENTS_PER_VOTER);
  for (let index = 0; index < size; index += 1) {
    const createdAt = now - DAYS * DAY_MS * (1 - index / size);
    const at = new Date(createdAt).toISOString();
    const isCard = random() < 0.2;
    const { status, isAttempted } = outcomeOf(isCard, random());
    const voter = draw(voters);
    const votes = 1 + draw(20);
    const email = `${GIVEN_NAMES[voter % 8]}.${FAMILY_NAMES[(voter >> 3) % 8]}${voter}@example.cm`;
    const cells = [
      randomUUID(),
      isCard ? 'stripe' : 'campay',
      isCard ? `pi_${index}` : randomUUID(),
      isCard ? votes * 50 : votes * 100,
      isCard ? 'USD' : 'XAF',
      status,
      isCard || voter % 2 ? email : '',
      isCard ? '' : `2376${String(10_000_000 + ((voter * 7_919) % 90_000_000))}`,
      `41.202.${draw(255)}.${draw(255)}`,
      status === 'completed' ? `B${index.toString(36).toUpperCase().padStart(9, '0')}` : '',
      votes,
      isAttempted ? at : '',
      status === 'failed' ? pick(REASONS) : '',
      status === 'completed' ? at : '',
      status === 'pending' ? '' : at,
      at,
    ];
    yield `${cells.join(',')}\n`;
  }
}

/**
 * @param {boolean} isCard
 * @param {number} share
 */
function outcomeOf(isCard, share) {
  if (share < 0.8) return { status: 'completed', isAttempted: true };
  if (share < 0.9) return { status: 'failed', isAttempted: true };
  const isAbandoned = share > (isCard ? 0.93 : 0.999);
  return { status: 'pending', isAttempted: !isAbandoned };
}

/**
 * @param {string} url
 * @param {string} statement
 */
async function execute(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
