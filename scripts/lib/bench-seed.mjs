import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { seededRandom } from '../../demo/random';
import { openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { rollUpPaymentCounts } from '../../server/payment-counts';
import { ROOT } from './run.mjs';

export const DAYS = 60;
const DAY_MS = 86_400_000;
const PAYMENTS_PER_VOTER = 3;
const GIVEN_NAMES = ['marie', 'paul', 'aicha', 'jean', 'grace', 'samuel', 'nadege', 'ibrahim'];
const FAMILY_NAMES = ['ngo', 'tchoua', 'mbarga', 'fotso', 'njoya', 'ekambi', 'atangana', 'bello'];
/** How long a voter takes to pay, in ms. */
const PAID_AFTER_MS = 40_000;
const LINK_SOURCES = Array.from({ length: 12 }, (_value, index) => `poster-${index + 1}`);
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 12; TECNO KG5) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36';
const REASONS = ['declined', 'insufficient-funds', 'expired', 'wrong-pin'];

/** Of all payments; the others failed, are pending, or were refunded later. */
const COMPLETED_SHARE = 0.8;
/** Phones are hashed with this key, by the server under measurement too. */
export const PHONE_HASH_KEY = 'a key of the bench that hashes phone numbers';

/** Values of the seeded payments that requests can contain. */
/** @typedef {Record<'id' | 'email' | 'phone' | 'receipt' | 'operator' | 'cursor' | 'from' | 'to' | 'day' | 'category', string>} Sample */

/**
 * Creates a separate database with this many completed payments of the last two months, and with
 * what the product stores besides them, except for the open count's log. It is filled in the schema
 * before the last migration, and then migrated. One left by an earlier run is only migrated.
 * @param {{ serverUrl: string, size: number }} options
 * @returns {Promise<{ url: string, upgradeMs: number | null }>} null when nothing was to migrate
 */
export async function seedPayments({ serverUrl, size }) {
  const name = `bench_${size}`;
  const { href: url } = Object.assign(new URL(serverUrl), { pathname: `/${name}` });
  const isNew = await createIfMissing(serverUrl, name);
  if (isNew) await fill(url, size);
  const before = await migrationsIn(url);
  const startedAt = performance.now();
  await migrateDatabase(url);
  const duration = performance.now() - startedAt;
  const upgradeMs = (await migrationsIn(url)) > before ? duration : null;
  if (isNew) {
    const { db, close } = openDatabase(url, { statementTimeoutMs: 0 });
    await rollUpPaymentCounts(db).finally(close);
  }
  return { url, upgradeMs };
}

/** @param {string} url */
async function migrationsIn(url) {
  const { rows } = await execute(
    url,
    'SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations',
  );
  return rows[0].count;
}

/**
 * @param {string} serverUrl
 * @param {string} name
 */
async function createIfMissing(serverUrl, name) {
  const { rows } = await execute(serverUrl, `SELECT FROM pg_database WHERE datname = '${name}'`);
  if (rows.length === 0) await execute(serverUrl, `CREATE DATABASE ${name}`);
  return rows.length === 0;
}

/**
 * @param {string} url
 * @param {number} size
 */
async function fill(url, size) {
  await migrateToEarlier(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET maintenance_work_mem = '1GB'`);
    await client.query(CATALOGUE);
    await client.query(DROP_INDEXES);
    await copyPayments(client, Math.round(size / COMPLETED_SHARE));
    await client.query(ROWS_OF_PAYMENTS);
    await client.query(CREATE_INDEXES);
  } finally {
    await client.end();
  }
}

/** @param {string} url */
async function migrateToEarlier(url) {
  const folder = await mkdtemp(path.join(tmpdir(), 'festival-awards-bench-'));
  try {
    await cp(path.join(ROOT, 'migrations'), folder, { recursive: true });
    const file = path.join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }));
    await migrateDatabase(url, url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Finds values for the requests, of a payment in the middle of all.
 * @param {string} url
 * @returns {Promise<Sample>}
 */
export const sampleOf = async (url) => (await execute(url, SAMPLE)).rows[0];

const CATALOGUE = `
  INSERT INTO categories (name) SELECT 'Category ' || n FROM generate_series(1, 12) AS n;
  INSERT INTO artists (name) SELECT 'Artist ' || n FROM generate_series(1, 60) AS n;
  INSERT INTO nominations (artist_id, category_id, shareable_link)
  SELECT artists.id, categories.id, gen_random_uuid()::text
  FROM (SELECT id, row_number() OVER () AS place FROM artists) AS artists
  JOIN (SELECT id, row_number() OVER () AS place FROM categories) AS categories
    ON categories.place % 4 = artists.place % 4;`;

/** Indexes are built much faster over all rows than with each row. */
const DROP_INDEXES = `
  CREATE TEMPORARY TABLE bench_indexes AS
  SELECT indexname, indexdef FROM pg_indexes
  WHERE tablename IN ('payments', 'payment_votes', 'payment_events')
    AND indexname NOT IN (SELECT conname FROM pg_constraint);
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT indexname FROM bench_indexes LOOP EXECUTE 'DROP INDEX ' || name; END LOOP;
  END $$;`;

const CREATE_INDEXES = `
  DO $$ DECLARE definition text; BEGIN
    FOR definition IN SELECT indexdef FROM bench_indexes LOOP EXECUTE definition; END LOOP;
  END $$;`;

/** Without checks of foreign keys, which would take most of the time. */
const ROWS_OF_PAYMENTS = `
  SET session_replication_role = replica;
  INSERT INTO payment_votes (payment_id, nomination_id, vote_count, created_at)
  SELECT payments.id, nominations.id,
    CASE WHEN total_votes % 2 = 1 THEN total_votes ELSE total_votes / 2 END, payments.created_at
  FROM payments
  JOIN (
    SELECT id, dense_rank() OVER (ORDER BY artist_id) - 1 AS artist,
      row_number() OVER (PARTITION BY artist_id ORDER BY id) AS line
    FROM nominations
  ) AS nominations ON artist = abs(hashtext(payments.id::text)) % 60
    AND line <= CASE WHEN total_votes % 2 = 1 THEN 1 ELSE 2 END;
  INSERT INTO nomination_totals (nomination_id, votes)
  SELECT nomination_id, sum(vote_count) FROM payment_votes
  JOIN payments ON payments.id = payment_id WHERE status = 'completed' GROUP BY 1;
  INSERT INTO payment_events (payment_id, to_status, source, at)
  SELECT id, 'pending', 'create', created_at FROM payments;
  INSERT INTO payment_events (payment_id, from_status, to_status, source, detail, at)
  SELECT id, 'pending', CASE WHEN completed_at IS NULL THEN status ELSE 'completed' END, 'webhook',
    CASE WHEN completed_at IS NOT NULL AND provider <> 'stripe'
      THEN jsonb_build_object('operatorReference', (10000000000 + abs(hashtext(id::text)))::text)
      ELSE '{}'::jsonb END,
    coalesce(completed_at, settled_at)
  FROM payments WHERE status <> 'pending';
  INSERT INTO payment_events (payment_id, from_status, to_status, source, detail, at)
  SELECT id, 'pending', 'pending', 'webhook', '{"reason": "insufficient-funds"}', created_at
  FROM payments WHERE completed_at IS NULL AND provider = 'stripe' AND attempted_at IS NOT NULL;
  INSERT INTO payment_events (payment_id, from_status, to_status, source, at)
  SELECT id, 'completed', 'failed', 'webhook', settled_at
  FROM payments WHERE status = 'failed' AND completed_at IS NOT NULL;
  INSERT INTO receipt_emails (payment_id, status, attempts, next_attempt_at, sent_at, message_id)
  SELECT id, 'sent', 1, NULL, completed_at, '<' || id || '@bench.example>'
  FROM payments WHERE completed_at IS NOT NULL AND voter_email IS NOT NULL;
  INSERT INTO refunds (payment_id, attempt, status)
  SELECT id, 1, 'succeeded' FROM payments WHERE status = 'failed' AND completed_at IS NOT NULL;
  INSERT INTO payment_flags (payment_id, flag)
  SELECT id, 'disputed' FROM payments WHERE status = 'completed' AND provider = 'stripe'
  ORDER BY created_at DESC LIMIT 20;
  INSERT INTO book_days (provider, day, state, tried_at)
  SELECT provider, day, 'compared', now()
  FROM unnest(ARRAY['stripe', 'campay']) AS provider,
    generate_series(current_date - ${DAYS}, current_date - 1, interval '1 day') AS day;
  SET session_replication_role = DEFAULT;`;

const SAMPLE = `
  SELECT id, voter_email AS email, phone_number AS phone, receipt_code AS receipt,
    (SELECT max(detail->>'operatorReference') FROM payment_events WHERE payment_id = payments.id)
      AS operator,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id AS cursor,
    to_char(now() - interval '14 days', 'YYYY-MM-DD"T"HH24:00:00"Z"') AS from,
    to_char(now() - interval '7 days', 'YYYY-MM-DD"T"HH24:00:00"Z"') AS to,
    to_char(now() - interval '10 days', 'YYYY-MM-DD') AS day,
    (SELECT id FROM categories ORDER BY name LIMIT 1) AS category
  FROM payments WHERE voter_email IS NOT NULL AND phone_number IS NOT NULL AND status = 'completed'
    AND created_at <= now() - interval '30 days'
  ORDER BY created_at DESC LIMIT 1`;

/**
 * @param {pg.Client} client
 * @param {number} size
 */
async function copyPayments(client, size) {
  const directory = await mkdtemp(path.join(tmpdir(), 'festival-awards-bench-'));
  const file = path.join(directory, 'payments.csv');
  try {
    await pipeline(Readable.from(paymentLines(size)), createWriteStream(file));
    // The database server may run as another user.
    await chmod(directory, 0o755);
    await chmod(file, 0o644);
    await client.query(`COPY payments (${COLUMNS}) FROM '${file}' WITH (FORMAT csv)`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const COLUMNS = `id, provider, provider_ref, amount, currency, status, voter_email, phone_number,
  phone_hash, ip_address, user_agent, device_hash, owner_hash, idempotency_key, receipt_code,
  total_votes, vote_price, link_source, attempted_at, failure_reason, completed_at, settled_at,
  last_checked_at, created_at`;

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
    const paidAt = new Date(Math.min(now, createdAt + PAID_AFTER_MS)).toISOString();
    const refundedAt = new Date(Math.min(now, createdAt + DAY_MS)).toISOString();
    const isCard = random() < 0.2;
    const { status, isAttempted, wasPaid = false } = outcomeOf(isCard, random());
    const voter = draw(voters);
    const votes = 1 + draw(20);
    const email = `${GIVEN_NAMES[voter % 8]}.${FAMILY_NAMES[(voter >> 3) % 8]}${voter}@example.cm`;
    const phone = `2376${String(10_000_000 + ((voter * 7_919) % 90_000_000))}`;
    const price = isCard ? 50 : 100;
    const cells = [
      randomUUID(),
      isCard ? 'stripe' : 'campay',
      isCard ? `pi_${digest(`intent ${index}`).slice(0, 24)}` : randomUUID(),
      votes * price,
      isCard ? 'USD' : 'XAF',
      status,
      isCard || voter % 2 ? email : '',
      isCard ? '' : phone,
      isCard ? '' : createHmac('sha256', PHONE_HASH_KEY).update(`+${phone}`).digest('hex'),
      `41.202.${draw(255)}.${draw(255)}`,
      USER_AGENT,
      digest(`device ${voter}`),
      isCard ? digest(`owner ${index}`) : '',
      isCard ? '' : randomUUID(),
      wasPaid ? `B${index.toString(36).toUpperCase().padStart(9, '0')}` : '',
      votes,
      price,
      draw(10) < 3 ? pick(LINK_SOURCES) : '',
      isAttempted ? at : '',
      status === 'failed' ? (wasPaid ? 'refunded' : pick(REASONS)) : '',
      wasPaid ? paidAt : '',
      status === 'pending' ? '' : wasPaid && status === 'failed' ? refundedAt : paidAt,
      paidAt,
      at,
    ];
    yield `${cells.join(',')}\n`;
  }
}

const digest = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');

/**
 * @param {boolean} isCard
 * @param {number} share
 */
function outcomeOf(isCard, share) {
  if (share < COMPLETED_SHARE) return { status: 'completed', isAttempted: true, wasPaid: true };
  if (share < 0.803) return { status: 'failed', isAttempted: true, wasPaid: true };
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
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
