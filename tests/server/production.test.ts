import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import { builtProgram } from '../support/built-program';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { PRODUCTION_SETTINGS } from '../support/production-settings';

let database: TestDatabase;
let directory: string;
const program = builtProgram('index');
beforeAll(async () => {
  database = await createTestDatabase();
  // Outside of the project, so that no developer's .env file is read.
  directory = await mkdtemp(path.join(tmpdir(), 'awards-production-'));
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

/** Starts the server as a site operator does. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    cwd: directory,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    printed.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.error += chunk;
  });
  const exit = once(child, 'close').then(([code]) => code);
  return { child, printed, exit };
}

test('without its settings the server does not start, and one message lists what is missing', async () => {
  const { printed, exit } = start({ PORT: 'none', STRIPE_SECRET_KEY: 'sk_test_1' });
  expect(await exit).toBe(1);
  expect(printed.out).toBe('');
  expect(printed.error.match(/The configuration is not valid/g)).toHaveLength(1);
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'SESSION_SECRET',
    'PHONE_HASH_KEY',
    'LEDGER_SIGNING_KEY',
  ]) {
    expect(printed.error).toMatch(new RegExp(`^ {2}- ${name} `, 'm'));
  }
  expect(printed.error).not.toMatch(/^\s+at /m);
  expect(await readdir(directory)).toEqual([]);
});

const settings = () => ({
  // Otherwise there is one per core, and the first requests lists while the others start.
  WORKERS: '1',
  PORT: '0',
  ...PRODUCTION_SETTINGS,
  DATABASE_URL: database.url,
});

const waitUntilUp = async ({ child, printed }: ReturnType<typeof start>) => {
  await expect
    .poll(() => printed.out.includes('is ready') || child.exitCode !== null, { timeout: 90_000 })
    .toBe(true);
};

const warningsIn = (out: string): string[] =>
  out.split('\n').flatMap((line) => {
    const { level, msg } = line.startsWith('{') ? JSON.parse(line) : {};
    return level === 40 ? [msg] : [];
  });

test('with its settings the server serves, without sandboxes and without a demo', async () => {
  const server = start(settings());
  const { child, printed, exit } = server;
  try {
    await waitUntilUp(server);
    expect(printed.error).toBe('');
    // The provider's address is unreachable, and its list may have been requested by now.
    const unread = 'a list of the provider could not be read';
    expect(warningsIn(printed.out).filter((warning) => warning !== unread)).toEqual([]);
    const url = /http:\/\/localhost:\d+/.exec(printed.out)?.[0];
    expect(printed.out).not.toContain('/sandbox');

    await expectJson(`${url}/api/health/ready`, 200, { status: 'ok' });
    await expectJson(`${url}/api/config`, 200, {
      isDemo: false,
      methods: { mobileMoney: true, card: false },
    });
    await expectJson(`${url}/api/categories`, 200, []);
    await expectJson(`${url}/api/docs`, 401, { code: 'unauthorized' });
    for (const path of ['campay/api/token/', 'phone/prompts/1/answer']) {
      const answer = await fetch(`${url}/sandbox/${path}`, { method: 'POST' });
      expect(answer.status).toBe(404);
    }
    const page = await (await fetch(`${url}/sandbox/phone/prompts`)).text();
    expect(page).not.toContain('"prompts"');
    // The checkpoint that the open count signed is stored at once, and nothing else.
    await expect.poll(() => readdir(directory), { timeout: 60_000 }).toEqual(['open-count']);

    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  } finally {
    child.kill('SIGKILL');
    await exit;
  }
});

async function expectJson(url: string, status: number, body: object) {
  const answer = await fetch(url);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject(body);
}

test('the code that production loads contains no sandbox, demo or development package', async () => {
  const built = path.join(PROJECT_ROOT, 'dist', 'server');
  const maps = (await readdir(built, { recursive: true })).filter((name) =>
    name.endsWith('.js.map'),
  );
  const sources = await Promise.all(
    maps.map(
      async (name): Promise<string[]> =>
        JSON.parse(await readFile(path.join(built, name), 'utf8')).sources,
    ),
  );
  const found = (pattern: RegExp) => [
    ...new Set(sources.flat().flatMap((source) => source.match(pattern)?.[1] ?? [])),
  ];
  expect(found(/^(?:\.\.\/)+(\w+)/).sort()).toEqual(['node_modules', 'server', 'shared']);
  const lock = await readFile(path.join(PROJECT_ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock);
  const included = found(/(node_modules\/(?:@[^/]+\/)?[^/]+)/);
  expect(included).toContain('node_modules/express');
  // Packages with source maps of their own have other names here.
  expect(included.filter((name) => packages[name]?.dev)).toEqual([]);
});

describe('at the start the database is checked', () => {
  test.each<[what: string, statement: string, message: RegExp]>([
    [
      'is empty',
      'drop schema drizzle cascade; drop schema public cascade; create schema public',
      /^The database has no tables that our role may use\./,
    ],
    [
      'lacks two migrations',
      `delete from drizzle.__drizzle_migrations where id in
        (select id from drizzle.__drizzle_migrations order by created_at desc limit 2)`,
      /^The database lacks migrations of this version: 2\./,
    ],
    [
      'is closed to the role',
      'revoke all on schema drizzle from ROLE',
      /^The database has no tables that our role may use\./,
    ],
    [
      'has a table that is closed to the role',
      'revoke all on artists from ROLE',
      /^Our role may not access all tables\./,
    ],
  ])('a database that %s ends the start', async (_what, statement, message) => {
    const broken = await createTestDatabase();
    const role = new URL(broken.url).username;
    await execute(broken.ownerUrl, statement.replace('ROLE', role));
    const server = start({ ...settings(), DATABASE_URL: broken.url });
    try {
      await waitUntilUp(server);
      expect(server.child.exitCode).toBe(1);
      await server.exit;
      expect(server.printed.out).toBe('');
      expect(server.printed.error).toMatch(message);
      expect(server.printed.error).toMatch(/ Run npm run db:migrate before the start\.\n$/);
    } finally {
      server.child.kill('SIGKILL');
      await broken.drop();
    }
  });

  test.each<[what: string, env: () => Record<string, string>, message: string]>([
    [
      'whose role may rewrite histories',
      () => ({ DATABASE_URL: database.ownerUrl }),
      'our database role may change the history tables',
    ],
    [
      'whose owner is in the settings of the server',
      () => ({ DATABASE_OWNER_URL: database.ownerUrl }),
      'the server has DATABASE_OWNER_URL',
    ],
  ])('a database %s is logged', async (_what, env, message) => {
    const server = start({ ...settings(), ...env() });
    try {
      await waitUntilUp(server);
      expect(warningsIn(server.printed.out)[0]).toContain(message);
    } finally {
      server.child.kill('SIGKILL');
      await server.exit;
    }
  });
});
