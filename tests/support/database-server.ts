import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '#server/db/migrate';
import {
  discardEmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/index';

export interface TestServer {
  /** A database to connect to for creating and dropping others. */
  maintenanceUrl: string;
  /** The name of an empty database with the newest schema. */
  template: string;
  /** What the names of all databases of this test run start with. */
  prefix: string;
}

const PREFIX = 'festival_test_';
const DIRECTORY_PREFIX = path.join(tmpdir(), 'festival-awards-test-');

/**
 * Starts a PostgreSQL server for one test run, or uses the one at TEST_DATABASE_URL, and migrates
 * a template database. What killed runs left behind, on disk or on that server, is removed first.
 */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const run = randomBytes(4).toString('hex');
  const prefix = `${PREFIX}${run}_`;
  const server = await openServer(run);

  // As long as this session lasts, other runs can see that this one is alive.
  const session = new Client({ connectionString: server.url, application_name: prefix });
  session.on('error', () => undefined);
  await session.connect();
  await dropDatabases(session, await databasesOfDeadRuns(session));

  const template = `${prefix}template`;
  await session.query(`CREATE DATABASE ${template}`);
  await migrateDatabase(databaseUrl(server.url, template));
  return {
    maintenanceUrl: server.url,
    template,
    prefix,
    async stop() {
      await dropDatabases(session, await databasesStartingWith(session, prefix));
      await session.end();
      await server.close();
    },
  };
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function openServer(run: string): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, close: async () => undefined };
  await discardDirectoriesOfDeadRuns();
  const dataDir = `${DIRECTORY_PREFIX}${run}`;
  const print = (message: string) => void process.stderr.write(`${message}\n`);
  const logger = { info() {}, warn: print, error: print };
  const embedded = await startEmbeddedPostgres({ dataDir, logger, durable: false });
  return {
    url: embedded.url,
    async close() {
      await embedded.stop();
      await discardEmbeddedPostgres(dataDir);
    },
  };
}

async function discardDirectoriesOfDeadRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const directory = path.join(tmpdir(), name);
    if (!directory.startsWith(DIRECTORY_PREFIX)) continue;
    await discardEmbeddedPostgres(directory).catch((error) => {
      // That of a living run, or of another user of this machine.
      if (!(error instanceof EmbeddedPostgresError)) throw error;
    });
  }
}

async function databasesOfDeadRuns(session: Client): Promise<string[]> {
  const { rows } = await session.query<{ application_name: string }>(
    'SELECT application_name FROM pg_stat_activity WHERE starts_with(application_name, $1)',
    [PREFIX],
  );
  const alive = rows.map((row) => row.application_name);
  const databases = await databasesStartingWith(session, PREFIX);
  return databases.filter((name) => !alive.some((prefix) => name.startsWith(prefix)));
}

async function databasesStartingWith(session: Client, prefix: string): Promise<string[]> {
  const { rows } = await session.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  );
  return rows.map((row) => row.datname);
}

async function dropDatabases(session: Client, names: string[]): Promise<void> {
  for (const name of names) await session.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
