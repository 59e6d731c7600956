import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  discardEmbeddedPostgres,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/index';
import { identify, isRunning } from '../../server/platform/process-lock.mjs';

let dataDir: string;
let messages: string[];

const logger = {
  info: (message: string) => void messages.push(message),
  warn: (message: string) => void messages.push(message),
  error: (message: string) => void messages.push(message),
};
const start = (options: { port?: number } = {}) =>
  startEmbeddedPostgres({ dataDir, logger, ...options });
const inDataDir = (...names: string[]) => path.join(dataDir, ...names);

beforeEach(() => {
  messages = [];
});

describe('a database directory', () => {
  // One directory serves all these tests, each of which leaves it stopped: creating one takes
  // longer than everything else here.
  beforeAll(async () => {
    messages = [];
    dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'));
    await withDatabase(await start(), (database) =>
      query(database.url, 'CREATE TABLE votes (n int)'),
    );
  });
  afterAll(() => discardEmbeddedPostgres(dataDir));
  beforeEach(() =>
    start().then((database) => withDatabase(database, ({ url }) => query(url, 'TRUNCATE votes'))),
  );

  test('keeps its data over a stop and a start', async () => {
    await withDatabase(await start(), ({ url }) => query(url, 'INSERT INTO votes VALUES (7)'));
    messages = [];
    expect(await withDatabase(await start(), countVotes)).toBe(1);
    expect(messages).toEqual([]);
  });

  test('rejects connections without the password', async () => {
    await withDatabase(await start(), async ({ url }) => {
      const stranger = new URL(url);
      stranger.password = 'guess';
      await expect(query(stranger.href, 'SELECT')).rejects.toThrow('password authentication');
    });
  });

  test('survives a killed application, whose database it stops and replaces', async () => {
    const killed = await startApplication();
    await query(killed.url, 'INSERT INTO votes VALUES (1), (2)');
    killed.child.kill('SIGKILL');
    await killed.closed;
    const leftover = identify(killed.databasePid);
    expect(isRunning(leftover)).toBe(true);

    expect(await withDatabase(await start(), countVotes)).toBe(2);
    expect(isRunning(leftover)).toBe(false);
    expect(messages.join()).toContain('had left behind');
  });

  test('survives a killed database', async () => {
    const database = await start();
    await query(database.url, 'INSERT INTO votes VALUES (1)');
    process.kill(database.pid, 'SIGKILL');
    await expect.poll(() => readdir(dataDir)).not.toContain('instance.lock');
    expect(messages.join()).toContain('stopped by itself');

    expect(await withDatabase(await start(), countVotes)).toBe(1);
  });

  test('keeps what was committed when it is stopped at once', async () => {
    const database = await start();
    await query(database.url, 'INSERT INTO votes VALUES (1)');
    await database.stop({ immediate: true });
    expect(await withDatabase(await start(), countVotes)).toBe(1);
  });

  test('is stopped cleanly by Ctrl-C to the whole process group, pressed twice', async () => {
    const application = await startApplication();
    const database = identify(application.databasePid);
    const group = -application.child.pid!;
    process.kill(group, 'SIGINT');
    process.kill(group, 'SIGINT');
    await application.closed;
    expect(application.child.exitCode).toBe(0);
    expect(isRunning(database)).toBe(false);
    expect(await readFile(inDataDir('postgres', 'server.log'), 'utf8')).toMatch(
      /database system is shut down\n$/,
    );
  });

  test('is for one application at a time', async () => {
    await withDatabase(await start(), async ({ url }) => {
      await expect(start()).rejects.toThrow(
        `Another Festival Awards is already running on ${dataDir} (process ${process.pid}). Stop it, or set DATA_DIR.`,
      );
      await query(url, 'SELECT 1');
    });
  });

  test('is not blocked by a lock whose process id was reused', async () => {
    const stale = { pid: process.pid, startedAt: 'long ago' };
    await writeFile(inDataDir('instance.lock'), JSON.stringify(stale));
    await withDatabase(await start(), ({ url }) => query(url, 'SELECT 1'));
  });

  test('is not blocked by a damaged lock', async () => {
    await writeFile(inDataDir('instance.lock'), '');
    await withDatabase(await start(), ({ url }) => query(url, 'SELECT 1'));
  });

  test('is not blocked by a pid file whose process id was reused', async () => {
    const bystander = spawn('sleep', ['600'], { stdio: 'ignore' });
    await once(bystander, 'spawn');
    const pidFile = `${bystander.pid}\n${inDataDir('postgres', 'cluster')}\n1\n5432\n\n\n1 1\nready\n`;
    await writeFile(inDataDir('postgres', 'cluster', 'postmaster.pid'), pidFile);

    await withDatabase(await start(), ({ url }) => query(url, 'SELECT 1'));
    expect(bystander.exitCode).toBeNull();
    expect(messages).toEqual([]);
    bystander.kill();
  });

  test('is not opened on a fixed port that is in use, and the message names the port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    await expect(start({ port })).rejects.toThrow(
      `Port ${port}, configured for the database, is in use by another program.`,
    );
    server.close();
  });

  test('is rejected with a message when another PostgreSQL version created it', async () => {
    const file = inDataDir('postgres', 'cluster', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '12\n');
    await expect(start()).rejects.toThrow(
      /was created by PostgreSQL 12, but .* includes PostgreSQL 18/,
    );
    await writeFile(file, version);
  });
});

describe('the first start', () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'));
    return () => rm(dataDir, { recursive: true });
  });

  test('can be abandoned halfway and leaves nothing', async () => {
    const controller = new AbortController();
    const starting = startEmbeddedPostgres({ dataDir, logger, signal: controller.signal });
    await expect.poll(() => readdir(dataDir)).toContainEqual(expect.stringMatching(/\.new-/));
    controller.abort();
    await expect(starting).rejects.toThrow('aborted');
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('removes what an interrupted start left', async () => {
    await mkdir(inDataDir('postgres.new-killed', 'cluster'), { recursive: true });
    await withDatabase(await start(), ({ url }) => query(url, 'SELECT 1'));
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  test('fails when the database is incomplete', async () => {
    await mkdir(inDataDir('postgres'));
    await expect(start()).rejects.toThrow(EmbeddedPostgresError);
  });
});

async function withDatabase<T>(
  database: EmbeddedPostgres,
  use: (database: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  try {
    return await use(database);
  } finally {
    await database.stop();
  }
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function countVotes({ url }: { url: string }): Promise<number> {
  const { rows } = await query(url, 'SELECT count(*)::int AS count FROM votes');
  return rows[0].count;
}

async function startApplication() {
  const script = path.join(import.meta.dirname, '../support/embedded-postgres-process.ts');
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    ['--import', 'tsx', script, dataDir],
    { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    const ready = z.object({ url: z.string(), databasePid: z.number() }).parse(JSON.parse(line));
    return { child, closed, ...ready };
  }
  throw new Error('The application ended before its database was ready.');
}
