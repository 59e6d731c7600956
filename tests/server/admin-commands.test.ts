import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { sessions, users } from '#shared/schema';
import { builtProgram } from '../support/built-program';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let handle: DatabaseHandle;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.url);
  // Outside of the project, so that no developer's .env file is read.
  directory = await mkdtemp(path.join(tmpdir(), 'awards-commands-'));
  await handle.db.insert(users).values([
    { id: 'marie-1', subject: 'marie-1', email: 'marie@vote.example' },
    { id: 'unverified', subject: 'unverified', email: null },
  ]);
});
afterAll(async () => {
  await handle.close();
  await database.drop();
  await rm(directory, { recursive: true });
});

type Command = 'admin-grant' | 'admin-list' | 'admin-revoke';

/** Runs a command as a site operator does, while other connections to the database are open. */
const run = (command: Command, args: string[], env = {}) =>
  runNode([builtProgram(`commands/${command}`), ...args], env);

function runNode(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(
      process.execPath,
      args,
      {
        cwd: directory,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          DATABASE_URL: database.url,
          DATA_DIR: directory,
          ...env,
        },
      },
      (failure, out, error) => {
        const code = failure === null ? 0 : Number(failure.code);
        resolve({ code, out: out.trim(), error: error.trim() });
      },
    );
  });
}

const roleOfMarie = async () => {
  const [marie] = await handle.db.select().from(users).where(eq(users.id, 'marie-1'));
  expect(marie!.isAdmin).toBe(marie!.role !== null);
  return marie!.role;
};

test('an owner is made and removed by their address, and the result is printed', async () => {
  expect(await run('admin-grant', ['Marie@Vote.example'])).toEqual({
    code: 0,
    out: 'Marie@Vote.example now has the role owner.',
    error: '',
  });
  expect(await roleOfMarie()).toBe('owner');
  expect(await run('admin-grant', ['marie@vote.example'])).toMatchObject({
    code: 0,
    out: 'marie@vote.example already had the role owner; nothing was changed.',
  });

  expect(await run('admin-revoke', ['marie@vote.example'])).toEqual({
    code: 0,
    out: 'marie@vote.example has no role any more, and is signed out everywhere.',
    error: '',
  });
  expect(await roleOfMarie()).toBeNull();
});

test('another role is given by its name', async () => {
  expect(await run('admin-grant', ['marie@vote.example', '--role', 'finance'])).toEqual({
    code: 0,
    out: 'marie@vote.example now has the role finance.',
    error: '',
  });
  expect(await roleOfMarie()).toBe('finance');
  expect((await run('admin-grant', ['--role=viewer', 'marie@vote.example'])).code).toBe(0);
  expect(await roleOfMarie()).toBe('viewer');
  expect((await run('admin-revoke', ['marie@vote.example'])).code).toBe(0);
});

test('a warning names people who would get a role again at the next sign-in', async () => {
  const env = { ADMIN_EMAILS: 'paul@vote.example,MARIE@vote.example' };
  const { code, out, error } = await run('admin-revoke', ['marie@vote.example'], env);
  expect(code).toBe(0);
  expect(out).toBe('marie@vote.example had no role; nothing was changed.');
  expect(error).toContain('ADMIN_EMAILS');
});

test('an address that has never signed in is rejected, with what to do instead', async () => {
  for (const command of ['admin-grant', 'admin-revoke'] as const) {
    const { code, out, error } = await run(command, ['nobody@vote.example']);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(error).toMatch(/^No user .* nobody@vote\.example\b.*; nothing was changed\. /);
  }
});

test('administrators are listed with the reason for their role, and can be revoked by id', async () => {
  expect((await run('admin-list', [])).out).toBe('No user has a role.');
  await run('admin-grant', ['marie@vote.example']);
  const { db } = handle;
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, 'unverified'));
  const { code, out } = await run('admin-list', []);
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(
      /^marie-1 {2}marie@vote\.example {2}owner {2}since 20\d\d-\d\d-\d\d \d\d:\d\d UTC, by admin:grant$/,
    ),
    'unverified  (no verified address)  owner  since an unknown time, reason unknown',
  ]);

  const session = (userId: string) => ({
    sid: randomUUID(),
    sess: { passport: { user: { id: userId, at: Date.now() } } },
    expire: new Date(Date.now() + 60_000),
  });
  await db.insert(sessions).values([session('marie-1'), session('unverified')]);
  expect(await run('admin-revoke', ['unverified'])).toEqual({
    code: 0,
    out: 'unverified has no role any more, and is signed out everywhere.',
    error: '',
  });
  const left = await db.select().from(sessions);
  expect(left.map(({ sess }) => sess)).toMatchObject([{ passport: { user: { id: 'marie-1' } } }]);
  const env = { ADMIN_EMAILS: 'marie@vote.example' };
  expect((await run('admin-revoke', ['marie-1'], env)).error).toContain('ADMIN_EMAILS');
  expect((await run('admin-list', [])).out).toBe('No user has a role.');
});

test.each([[[]], [['']], [['marie-1', 'unverified']]])(
  'with %j instead of one address or id, the usage is printed',
  async (args) => {
    const { code, error } = await run('admin-revoke', args);
    expect(code).toBe(1);
    expect(error).toBe('Give one e-mail address or id: npm run admin:revoke -- marie@vote.example');
  },
);

test.each([
  [[]],
  [['marie']],
  [['marie@vote.example', 'paul@vote.example']],
  [['marie@vote.example', '--role', 'boss']],
  [['marie@vote.example', '--role']],
])('with %j instead of one address and a role, the usage is printed', async (args) => {
  const { code, error } = await run('admin-grant', args);
  expect(code).toBe(1);
  expect(error).toMatch(/^Give one e-mail address.* npm run admin:grant -- marie@vote\.example /);
});

test('npm runs a command from its sources', async () => {
  const launcher = path.join(PROJECT_ROOT, 'scripts', 'command.mjs');
  const fromSource = await runNode([launcher, 'admin-grant']);
  expect(fromSource).toEqual(await run('admin-grant', []));
  expect(fromSource.code).toBe(1);
});
