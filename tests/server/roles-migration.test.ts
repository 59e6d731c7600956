import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import type { TestDatabase } from '../support/database';
import { createOldDatabase } from '../support/old-database';

/** The last migration before there were roles. */
const LAST_BEFORE = '0011_catalog_changes';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  ({ database, pool } = await createOldDatabase(LAST_BEFORE));
  await pool.query(
    `INSERT INTO users (id, subject, is_admin) VALUES ('boss', 'boss', true), ('fan', 'fan', false)`,
  );
  await migrateDatabase(database.ownerUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const roleOf = async (id: string) => {
  const { rows } = await pool.query('SELECT role, is_admin FROM users WHERE id = $1', [id]);
  return rows[0];
};

test('former administrators become owners, and no one else has a role', async () => {
  expect(await roleOf('boss')).toEqual({ role: 'owner', is_admin: true });
  expect(await roleOf('fan')).toEqual({ role: null, is_admin: false });
});

test.each([
  ["role = 'viewer'", { role: 'viewer', is_admin: true }],
  ["role = 'editor', is_admin = false", { role: 'editor', is_admin: true }],
  // As a server of the last release does.
  ['is_admin = true', { role: 'editor', is_admin: true }],
  ['is_admin = false', { role: null, is_admin: false }],
  ['is_admin = true', { role: 'owner', is_admin: true }],
  ["email = 'fan@example.cm'", { role: 'owner', is_admin: true }],
  ['role = null', { role: null, is_admin: false }],
])('after %s in sequence, both columns agree', async (change, after) => {
  await pool.query(`UPDATE users SET ${change} WHERE id = 'fan'`);
  expect(await roleOf('fan')).toEqual(after);
});

test('in a new row both columns agree, too', async () => {
  await pool.query(
    `INSERT INTO users (id, subject, role, is_admin)
     VALUES ('a', 'a', 'finance', false), ('b', 'b', null, true)`,
  );
  expect(await roleOf('a')).toEqual({ role: 'finance', is_admin: true });
  expect(await roleOf('b')).toEqual({ role: 'owner', is_admin: true });
});

test('only our roles are accepted', async () => {
  await expect(pool.query(`UPDATE users SET role = 'boss' WHERE id = 'fan'`)).rejects.toThrow(
    /users_role_check/,
  );
});
