import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import { createTestDatabase, type TestDatabase } from '../support/database';

/**
 * Constraints of the database itself: what it rejects cannot be written, whatever our code does.
 */
let database: TestDatabase;
let pool: pg.Pool;
let payment: string;
let nomination: { id: string; artistId: string; categoryId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  const artistId = await insert('artists', { name: 'Artist' });
  const categoryId = await insert('categories', { name: 'Category' });
  const id = await insert('nominations', {
    artist_id: artistId,
    category_id: categoryId,
    shareable_link: 'link',
  });
  nomination = { id, artistId, categoryId };
  payment = await insert('payments', { provider: 'campay', amount: 100 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

type Row = Record<string, unknown>;

async function insert(table: string, row: Row, key = 'id'): Promise<string> {
  const names = Object.keys(row);
  const { rows } = await pool.query(
    `INSERT INTO ${table} (${names.join(', ')})
     VALUES (${names.map((_name, index) => `$${index + 1}`).join(', ')}) RETURNING ${key} AS key`,
    Object.values(row),
  );
  return rows[0].key;
}

const aPayment = (row: Row = {}): Row => ({ provider: 'campay', amount: 100, ...row });
const completed = (row: Row = {}) =>
  aPayment({
    status: 'completed',
    receipt_code: randomUUID().slice(0, 10),
    completed_at: new Date(),
    settled_at: new Date(),
    ...row,
  });
const votes = (vote_count: number) => ({
  payment_id: payment,
  nomination_id: nomination.id,
  vote_count,
});
const anEvent = (row: Row = {}): Row => ({
  payment_id: payment,
  to_status: 'pending',
  source: 'create',
  ...row,
});

describe('every column of the specification exists', () => {
  test.each<[table: string, columns: Record<string, string>]>([
    ['sessions', { sid: 'text!', sess: 'jsonb!', expire: 'timestamptz!' }],
    [
      'users',
      {
        id: 'text!',
        email: 'text',
        first_name: 'text',
        last_name: 'text',
        profile_image_url: 'text',
        is_admin: 'bool! = false',
        created_at: 'timestamptz! = now()',
        updated_at: 'timestamptz! = now()',
      },
    ],
    [
      'categories',
      {
        id: 'uuid! = gen_random_uuid()',
        name: 'varchar(255)!',
        name_fr: 'varchar(255)',
        description: 'text',
        description_fr: 'text',
        icon: 'varchar(100)',
        background_image_url: 'text',
        background_color: 'varchar(20)',
        is_active: 'bool! = true',
        created_at: 'timestamptz! = now()',
        updated_at: 'timestamptz! = now()',
      },
    ],
    [
      'artists',
      {
        id: 'uuid! = gen_random_uuid()',
        name: 'varchar(255)!',
        bio: 'text',
        bio_fr: 'text',
        photo_url: 'text',
        is_featured: 'bool! = false',
        is_active: 'bool! = true',
        created_at: 'timestamptz! = now()',
        updated_at: 'timestamptz! = now()',
      },
    ],
    [
      'nominations',
      {
        id: 'uuid! = gen_random_uuid()',
        artist_id: 'uuid!',
        category_id: 'uuid!',
        shareable_link: 'text!',
        nomination_title: 'varchar(255)',
        nomination_title_fr: 'varchar(255)',
        nomination_photo_url: 'text',
        nomination_description: 'text',
        nomination_description_fr: 'text',
        withdrawn_at: 'timestamptz',
        created_at: 'timestamptz! = now()',
      },
    ],
    [
      'payments',
      {
        id: 'uuid! = gen_random_uuid()',
        provider: 'text!',
        provider_ref: 'text',
        amount: 'int4!',
        currency: "text! = 'XAF'::text",
        status: "text! = 'pending'::text",
        voter_email: 'text',
        phone_hash: 'text',
        phone_number: 'text',
        device_timestamp: 'timestamptz',
        user_agent: 'text',
        ip_address: 'text',
        receipt_code: 'varchar(12)',
        total_votes: 'int4! = 0',
        attempted_at: 'timestamptz',
        failure_reason: 'text',
        completed_at: 'timestamptz',
        next_check_at: 'timestamptz',
        check_count: 'int4! = 0',
        idempotency_key: 'text',
        locale: "text! = 'en'::text",
        created_at: 'timestamptz! = now()',
        updated_at: 'timestamptz! = now()',
      },
    ],
    [
      'payment_votes',
      {
        id: 'uuid! = gen_random_uuid()',
        payment_id: 'uuid!',
        nomination_id: 'uuid!',
        vote_count: 'int4!',
        created_at: 'timestamptz! = now()',
      },
    ],
    ['nomination_totals', { nomination_id: 'uuid!', votes: 'int4! = 0' }],
    [
      'payment_events',
      {
        payment_id: 'uuid!',
        from_status: 'text',
        to_status: 'text!',
        source: 'text!',
        detail: "jsonb! = '{}'::jsonb",
        at: 'timestamptz! = now()',
      },
    ],
    [
      'admin_actions',
      {
        user_id: 'text',
        action: 'text!',
        entity: 'text!',
        before: 'jsonb',
        after: 'jsonb',
        at: 'timestamptz! = now()',
      },
    ],
  ])('in %s', async (table, columns) => {
    const { rows } = await pool.query(
      `SELECT column_name, udt_name, character_maximum_length, is_nullable, column_default
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
      [table],
    );
    const found = rows.map((row): [string, string] => {
      const length = row.character_maximum_length ? `(${row.character_maximum_length})` : '';
      const required = row.is_nullable === 'NO' ? '!' : '';
      const byDefault = row.column_default === null ? '' : ` = ${row.column_default}`;
      return [row.column_name, `${row.udt_name}${length}${required}${byDefault}`];
    });
    expect(Object.fromEntries(found)).toMatchObject(columns);
  });
});

test.each<[table: string, columns: string]>([
  ['sessions', 'expire'],
  ['users', 'lower(email)'],
  ['artists', 'name'],
  ['artists', 'is_featured'],
  ['nominations', 'artist_id'],
  ['nominations', 'category_id'],
  ['nominations', 'artist_id, category_id'],
  ['nominations', 'shareable_link'],
  ['payments', 'segment'],
  ['payments', 'lower(voter_email) text_pattern_ops'],
  ['payments', 'receipt_code'],
  ['payments', 'phone_hash'],
  ['payments', 'next_check_at'],
  ['payments', 'completed_at'],
  ['payment_votes', 'payment_id'],
  ['payment_votes', 'nomination_id'],
  ['payment_events', 'payment_id'],
])('%s has an index that begins with %s', async (table, columns) => {
  const { rows } = await pool.query(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1`,
    [table],
  );
  const indexed = rows.map(
    ({ indexdef }) => /USING btree \((.*?)\)(?: WHERE|$)/.exec(indexdef)?.[1] ?? '',
  );
  expect(indexed.some((list) => `${list},`.startsWith(`${columns},`))).toBe(true);
});

describe('invalid rows are rejected', () => {
  test.each<[what: string, constraint: string, write: () => Promise<unknown>]>([
    [
      'a negative total',
      'nomination_totals_votes_check',
      () => insert('nomination_totals', { nomination_id: nomination.id, votes: -1 }, 'votes'),
    ],
    ['0 votes', 'payment_votes_count_check', () => insert('payment_votes', votes(0))],
    ['101 votes', 'payment_votes_count_check', () => insert('payment_votes', votes(101))],
    ['votes taken back', 'payment_votes_count_check', () => insert('payment_votes', votes(-2))],
    [
      'a completed payment without receipt code',
      'payments_completed_check',
      () => insert('payments', completed({ receipt_code: null })),
    ],
    [
      'a completed payment without the time',
      'payments_completed_check',
      () => insert('payments', completed({ completed_at: null })),
    ],
    [
      'a failed payment without reason',
      'payments_failure_reason_check',
      () => insert('payments', aPayment({ status: 'failed', settled_at: new Date() })),
    ],
    [
      'a reason for a payment that did not fail',
      'payments_failure_reason_check',
      () => insert('payments', completed({ failure_reason: 'declined' })),
    ],
    [
      'a failed payment without its time',
      'payments_settled_check',
      () => insert('payments', aPayment({ status: 'failed', failure_reason: 'declined' })),
    ],
    [
      'a pending payment that is settled',
      'payments_settled_check',
      () => insert('payments', aPayment({ settled_at: new Date() })),
    ],
    [
      'an unknown status',
      'payments_status_check',
      () => insert('payments', aPayment({ status: 'refunded', settled_at: new Date() })),
    ],
    [
      'an unknown currency',
      'payments_currency_check',
      () => insert('payments', aPayment({ currency: 'EUR' })),
    ],
    [
      'an unknown language',
      'payments_locale_check',
      () => insert('payments', aPayment({ locale: 'de' })),
    ],
    [
      'a negative amount',
      'payments_amount_check',
      () => insert('payments', aPayment({ amount: -100 })),
    ],
    [
      'a negative number of votes',
      'payments_total_votes_check',
      () => insert('payments', aPayment({ total_votes: -1 })),
    ],
    [
      'an event to an unknown status',
      'payment_events_to_check',
      () => insert('payment_events', anEvent({ to_status: 'refunded' })),
    ],
    [
      'an event from an unknown status',
      'payment_events_from_check',
      () => insert('payment_events', anEvent({ from_status: 'paid' })),
    ],
    [
      'an event by an unknown actor',
      'payment_events_source_check',
      () => insert('payment_events', anEvent({ source: 'magic' })),
    ],
    [
      'a second nomination of an artist in a category',
      'nominations_artist_category_key',
      () =>
        insert('nominations', {
          artist_id: nomination.artistId,
          category_id: nomination.categoryId,
          shareable_link: 'another link',
        }),
    ],
    [
      'a share link of two nominations',
      'nominations_shareable_link_key',
      async () =>
        insert('nominations', {
          artist_id: await insert('artists', { name: 'Other' }),
          category_id: nomination.categoryId,
          shareable_link: 'link',
        }),
    ],
    [
      'a receipt code of two payments',
      'payments_receipt_code_key',
      async () => {
        await insert('payments', completed({ receipt_code: 'TWICE' }));
        await insert('payments', completed({ receipt_code: 'TWICE' }));
      },
    ],
    [
      'an idempotency key of two payments',
      'payments_idempotency_key_key',
      async () => {
        await insert('payments', aPayment({ idempotency_key: 'twice' }));
        await insert('payments', aPayment({ idempotency_key: 'twice' }));
      },
    ],
    [
      'two entries of a payment for one nomination',
      'payment_votes_payment_nomination_key',
      async () => {
        await insert('payment_votes', votes(1));
        await insert('payment_votes', votes(100));
      },
    ],
    [
      'an e-mail of two users, in another case',
      'users_email_key',
      async () => {
        await insert('users', { id: 'one', subject: '1', email: 'marie@example.cm' });
        await insert('users', { id: 'two', subject: '2', email: 'Marie@Example.cm' });
      },
    ],
    [
      'two users of one subject at one issuer',
      'users_issuer_subject_key',
      async () => {
        const identity = { issuer: 'https://accounts.example', subject: '4' };
        await insert('users', { id: 'three', ...identity });
        await insert('users', { id: 'four', ...identity });
      },
    ],
    [
      'votes for nothing',
      'payment_votes_nomination_id_nominations_id_fk',
      () => insert('payment_votes', { ...votes(1), nomination_id: randomUUID() }),
    ],
    [
      'votes of no payment',
      'payment_votes_payment_id_payments_id_fk',
      () => insert('payment_votes', { ...votes(1), payment_id: randomUUID() }),
    ],
    [
      'the deletion of an artist with nominations',
      'nominations_artist_id_artists_id_fk',
      () => pool.query('DELETE FROM artists WHERE id = $1', [nomination.artistId]),
    ],
    [
      'the deletion of a category with nominations',
      'nominations_category_id_categories_id_fk',
      () => pool.query('DELETE FROM categories WHERE id = $1', [nomination.categoryId]),
    ],
  ])('%s', async (_what, constraint, write) => {
    await expect(write()).rejects.toMatchObject({ constraint });
  });

  test('a receipt code of more than 12 characters', async () => {
    const tooLong = completed({ receipt_code: 'X'.repeat(13) });
    await expect(insert('payments', tooLong)).rejects.toMatchObject({ code: '22001' });
  });
});

describe('valid rows are accepted', () => {
  test('1 and 100 votes', async () => {
    for (const count of [1, 100]) {
      const payment_id = await insert('payments', aPayment());
      await insert('payment_votes', { ...votes(count), payment_id });
    }
  });

  test('each status with its required values', async () => {
    await insert('payments', aPayment());
    await insert('payments', completed());
    await insert(
      'payments',
      aPayment({ status: 'failed', failure_reason: 'declined', settled_at: new Date() }),
    );
    // Reversed: it keeps its code and the time when it was counted.
    await insert('payments', completed({ status: 'failed', failure_reason: 'refunded' }));
  });
});

describe('a history', () => {
  test.each<[table: string, begin: () => Promise<unknown>, change: string]>([
    [
      'payment_events',
      () => insert('payment_events', anEvent({ detail: '{"told":"first"}' })),
      `detail = '{}'`,
    ],
    [
      'admin_actions',
      async () => {
        const user_id = await insert('users', { id: randomUUID(), subject: '3' });
        const row = { user_id, action: 'delete', entity: 'artist', entity_id: randomUUID() };
        return insert('admin_actions', row);
      },
      `action = 'create'`,
    ],
  ])('in %s is append-only', async (table, begin, change) => {
    const id = await begin();
    const read = async () => (await pool.query(`SELECT * FROM ${table} WHERE id = $1`, [id])).rows;
    const before = await read();
    expect(before).toHaveLength(1);

    const refusal = { message: `${table} is append-only` };
    for (const where of [`WHERE id = ${id}`, '']) {
      await expect(pool.query(`UPDATE ${table} SET ${change} ${where}`)).rejects.toMatchObject(
        refusal,
      );
      await expect(pool.query(`DELETE FROM ${table} ${where}`)).rejects.toMatchObject(refusal);
    }
    expect(await read()).toEqual(before);
  });

  test('allows deleting only device details, and only for voters whose data was deleted', async () => {
    const payment_id = await insert('payments', completed());
    const detail = { device: '{}', reason: 'told' };
    await insert('payment_events', anEvent({ payment_id, detail }));
    const eraseDevices = () => pool.query('SELECT erase_devices($1)', [[payment_id]]);
    const storedDetail = async () =>
      (await pool.query('SELECT detail FROM payment_events WHERE payment_id = $1', [payment_id]))
        .rows[0].detail;
    await eraseDevices();
    expect(await storedDetail()).toEqual(detail);
    await expect(
      pool.query(
        `UPDATE payment_events SET detail = '{"device": null, "reason": "told"}' WHERE payment_id = $1`,
        [payment_id],
      ),
    ).rejects.toMatchObject({ message: 'payment_events is append-only' });

    await pool.query('UPDATE payments SET erased_at = now() WHERE id = $1', [payment_id]);
    await eraseDevices();
    expect(await storedDetail()).toEqual({ reason: 'told' });
  });

  test('prevents its payment from being deleted', async () => {
    const payment_id = await insert('payments', aPayment());
    await insert('payment_events', anEvent({ payment_id }));
    await expect(
      pool.query('DELETE FROM payments WHERE id = $1', [payment_id]),
    ).rejects.toMatchObject({ constraint: 'payment_events_payment_id_payments_id_fk' });
  });
});

describe('migrating', () => {
  const tables = async (url: string): Promise<number> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'`,
    );
    await client.end();
    return rows[0].count;
  };

  test('in several processes at once gives one schema, and repeating it changes nothing', async () => {
    const emptyDatabase = await createTestDatabase();
    const expectedTables = await tables(emptyDatabase.ownerUrl);
    const client = new pg.Client({ connectionString: emptyDatabase.ownerUrl });
    await client.connect();
    await client.query(
      'DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public',
    );
    await client.end();
    expect(await tables(emptyDatabase.ownerUrl)).toBe(0);

    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(emptyDatabase.ownerUrl)));
    expect(await tables(emptyDatabase.ownerUrl)).toBe(expectedTables);
    await migrateDatabase(emptyDatabase.ownerUrl);
    expect(await tables(emptyDatabase.ownerUrl)).toBe(expectedTables);
    await emptyDatabase.drop();
  });
});
