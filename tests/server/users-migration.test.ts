import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate';
import type { TestDatabase } from '../support/database';
import { createOldDatabase } from '../support/old-database';

/** The last migration before users were identified by their issuer. */
const LAST_BEFORE = '0008_settled_payments';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  ({ database, pool } = await createOldDatabase(LAST_BEFORE));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('users keep their id, permissions and actions, and their issuer is unknown', async () => {
  await pool.query(`
    INSERT INTO users (id, email, is_admin) VALUES ('1', 'marie@vote.example', true), ('2', null, false);
    INSERT INTO admin_actions (user_id, action, entity, entity_id)
      VALUES ('1', 'admin.grant', 'user', '1')`);
  const session = { cookie: { originalMaxAge: 1 }, isVoter: true, ownerHash: 'hash' };
  const signedIn = { passport: { user: { id: '1', at: 1 } }, idToken: 'e30', oidc: {} };
  await pool.query(
    `INSERT INTO sessions (sid, sess, expire)
     VALUES ('voter', $1, now()), ('signed-in', $2, now())`,
    [session, { ...session, ...signedIn, returnTo: '/' }],
  );
  await migrateDatabase(database.ownerUrl);

  const { rows: users } = await pool.query(
    `SELECT users.id, issuer, subject, is_admin, action FROM users
     LEFT JOIN admin_actions ON user_id = users.id ORDER BY users.id`,
  );
  expect(users).toEqual([
    { id: '1', issuer: null, subject: '1', is_admin: true, action: 'admin.grant' },
    { id: '2', issuer: null, subject: '2', is_admin: false, action: null },
  ]);
  const { rows: sessions } = await pool.query('SELECT sess, used_at FROM sessions');
  expect(sessions).toEqual([
    { sess: session, used_at: null },
    { sess: session, used_at: null },
  ]);
});
