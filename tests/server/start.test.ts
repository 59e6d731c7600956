import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import { freePort } from '#server/platform/free-port';
import { NetworkLink } from '../faults/support/network-link';
import { Watch } from '../faults/support/watch';
import { builtProgram } from '../support/built-program';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { PRODUCTION_SETTINGS } from '../support/production-settings';

let database: TestDatabase;
let directory: string;
const program = builtProgram('index');
let link: NetworkLink;
/** Address of the database through the link. */
let url: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  // Outside of the project, so that no developer's .env file is read.
  directory = await mkdtemp(path.join(tmpdir(), 'awards-start-'));
  const { hostname, port } = new URL(database.url);
  link = await NetworkLink.open(() => ({ host: hostname, port: Number(port) }), new Watch());
  url = Object.assign(new URL(database.url), { host: `127.0.0.1:${link.port}` }).href;
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  link.mend();
});
afterAll(async () => {
  await link.close();
  await database.drop();
  await rm(directory, { recursive: true });
});

function run(file: string, env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: directory,
      ...PRODUCTION_SETTINGS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
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

/** Starts the server as a site operator does. */
async function start(env: Record<string, string> = {}) {
  const port = await freePort();
  const server = run(program, {
    WORKERS: '1',
    PORT: String(port),
    DATABASE_URL: url,
    ...env,
  });
  const probe = (what: 'live' | 'ready') =>
    fetch(`http://127.0.0.1:${port}/api/health/${what}`).then(
      ({ status }) => status,
      () => server.child.exitCode ?? 'nobody listens',
    );
  return { ...server, probe };
}

const PLACE = /^PostgreSQL at 127\.0\.0\.1:\d+ /;
const linesOf = (text: string) => text.split('\n').filter(Boolean);

describe('a server that starts while PostgreSQL is down', () => {
  test('waits for PostgreSQL, alive but not ready, and says so', async () => {
    link.cut();
    // Of two workers, the first starts first.
    const { probe, printed, exit, child } = await start({ WORKERS: '2' });
    await expect.poll(() => probe('live')).toBe(200);
    await expect.poll(() => linesOf(printed.error).length).toBeGreaterThan(1);
    expect(await probe('ready')).toBe(503);
    for (const line of linesOf(printed.error)) {
      expect(line).toMatch(PLACE);
      expect(line).toMatch(/cannot be reached \(\w+\)\. Waiting\.$/);
    }
    expect(printed.out).toBe('');
    link.mend();
    await expect.poll(() => probe('ready')).toBe(200);
    await expect.poll(() => printed.out).toContain('is ready');
    expect(linesOf(printed.error).at(-1)).toMatch(/:\d+ answers\.$/);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  test('stops at once when requested', async () => {
    link.cut();
    const { probe, printed, exit, child } = await start();
    await expect.poll(() => linesOf(printed.error).length).toBeGreaterThan(0);
    expect(await probe('live')).toBe(200);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(printed.error).not.toMatch(/^\s+at /m);
  });

  test('waits again when the database fails in the middle of the start', async () => {
    const watch = new Watch();
    const { hostname, port } = new URL(database.url);
    const ownLink = await NetworkLink.open(() => ({ host: hostname, port: Number(port) }), watch);
    const ownUrl = Object.assign(new URL(database.url), { host: `127.0.0.1:${ownLink.port}` }).href;
    const settingsRequested = watch.until({ request: /"editions"/, blocked: 'request' });
    const { probe, printed } = await start({ DATABASE_URL: ownUrl });
    await settingsRequested;
    ownLink.cut();
    await expect.poll(() => printed.error).toMatch(/cannot be reached/);
    ownLink.mend();
    await expect.poll(() => probe('ready')).toBe(200);
    await ownLink.close();
  });

  test('waits for a standby to become a primary', async () => {
    const setReadOnly = (isOn: boolean) =>
      execute(
        database.ownerUrl,
        `begin read write;
        do $$ begin execute format(
          'alter database %I set default_transaction_read_only = ${isOn ? 'on' : 'off'}',
          current_database()); end $$;
        commit`,
      );
    await setReadOnly(true);
    try {
      const { probe, printed } = await start();
      await expect.poll(() => printed.error).toMatch(/is read-only, like a standby\. Waiting\.\n/);
      expect(await probe('ready')).toBe(503);
      await setReadOnly(false);
      await expect.poll(() => probe('ready')).toBe(200);
    } finally {
      await setReadOnly(false);
    }
  });
});

test('a server whose clock differs from PostgreSQL’s says so, and serves', async () => {
  const clock = path.join(directory, 'clock');
  await writeFile(clock, String(-10 * 60_000));
  const preload = path.join(PROJECT_ROOT, 'tests', 'support', 'shifted-date.mjs');
  const { probe, printed } = await start({
    CLOCK_FILE: clock,
    NODE_OPTIONS: `--import=${preload}`,
  });
  await expect.poll(() => probe('ready')).toBe(200);
  const [clockAlarm] = linesOf(printed.out).filter((line) => line.includes('"alarm":"clock"'));
  const { level, seconds } = JSON.parse(clockAlarm ?? '{}');
  expect(level).toBe(40);
  expect(Math.abs(seconds + 600)).toBeLessThanOrEqual(5);
});

describe('permanent errors end the start with one sentence', () => {
  async function expectEnded(sentence: RegExp, env: Record<string, string> = {}) {
    const { printed, exit } = await start(env);
    expect(await exit).toBe(1);
    expect(linesOf(printed.error)).toEqual([expect.stringMatching(sentence)]);
    expect(printed.out).toBe('');
  }
  const changed = (change: Partial<URL>) => Object.assign(new URL(url), change).href;

  test('a wrong password, role, database or certificate', async () => {
    const expected: [Partial<URL>, RegExp][] = [
      [{ password: 'wrong' }, /rejects our sign-in .*the password in DATABASE_URL/],
      [{ password: '' }, /rejects our sign-in .*the password in DATABASE_URL/],
      [{ username: 'nobody' }, /rejects our sign-in .*the name/],
      [{ pathname: '/nothing' }, /does not have our database .*create it/],
      [{ search: '?sslmode=verify-full' }, /cannot be trusted .*look at sslmode/],
    ];
    await Promise.all(
      expected.map(([change, sentence]) =>
        expectEnded(new RegExp(PLACE.source + sentence.source), { DATABASE_URL: changed(change) }),
      ),
    );
  });

  test('missing tables', async () => {
    await execute(database.ownerUrl, 'alter schema drizzle rename to elsewhere');
    try {
      await expectEnded(/npm run db:migrate/);
    } finally {
      await execute(database.ownerUrl, 'alter schema elsewhere rename to drizzle');
    }
  });
});

test('a command does not wait: it reports the error in one sentence, without data of voters', async () => {
  const command = builtProgram('commands/erase-voter');
  link.cut();
  const { printed, exit } = run(command, { DATABASE_URL: url }, ['--phone', '677123456']);
  expect(await exit).toBe(1);
  expect(linesOf(printed.error)).toEqual([expect.stringMatching(PLACE)]);
  expect(`${printed.out}${printed.error}`).not.toContain('677123456');
});
