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
  /** Address of a database for creating and dropping others. */
  maintenanceUrl: string;
  /** The same by the role that owns the databases, and by the server's role. */
  ownerUrl: string;
  serverUrl: string;
  /** The name of an empty database with the newest schema. */
  template: string;
  /** Prefix of the names of all databases of this test run. */
  prefix: string;
}

const PREFIX = 'festival_test_';
const DIRECTORY_PREFIX = path.join(tmpdir(), 'festival-awards-test-');

/** A PostgreSQL server, with a superuser. */
export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a PostgreSQL server for one test run, or uses the one at TEST_DATABASE_URL, and migrates a
 * template database. Leftovers of killed runs, on disk or on that server, are removed first. The
 * role at TEST_DATABASE_URL must be a superuser.
 */
export async function startTestServer(
  open: (run: string) => Promise<RunningServer> = openServer,
): Promise<TestServer & { stop(): Promise<void> }> {
  const run = randomBytes(4).toString('hex');
  const prefix = `${PREFIX}${run}_`;
  const server = await open(run);

  // While this session lasts, other runs can see that this one is alive.
  const session = new Client({ connectionString: server.url, application_name: prefix });
  session.on('error', () => undefined);
  await session.connect();
  await discard(session, PREFIX, await livingRuns(session));

  const ownerUrl = await createRole(session, server.url, `${prefix}owner`);
  const serverUrl = await createRole(session, server.url, `${prefix}server`);
  const template = `${prefix}template`;
  await session.query(`CREATE DATABASE ${template} OWNER ${prefix}owner`);
  await migrateDatabase(databaseUrl(serverUrl, template), databaseUrl(ownerUrl, template));
  return {
    maintenanceUrl: server.url,
    ownerUrl,
    serverUrl,
    template,
    prefix,
    async stop() {
      await discard(session, prefix);
      await session.end();
      await server.close();
    },
  };
}

/** Returns the address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function openServer(run: string): Promise<RunningServer> {
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
      // It belongs to a running test run, or to another user of this machine.
      if (!(error instanceof EmbeddedPostgresError)) throw error;
    });
  }
}

/** @returns prefixes of the names that belong to running test runs */
async function livingRuns(session: Client): Promise<string[]> {
  const { rows } = await session.query<{ application_name: string }>(
    'SELECT application_name FROM pg_stat_activity WHERE starts_with(application_name, $1)',
    [PREFIX],
  );
  return rows.map((row) => row.application_name);
}

/** Removes the databases and roles with this prefix, except for those of running test runs. */
async function discard(session: Client, prefix: string, living: string[] = []): Promise<void> {
  const { rows } = await session.query<{ what: string }>(
    `SELECT format(statement, name) AS what FROM (
      SELECT 1 AS turn, datname AS name, 'DATABASE IF EXISTS %I WITH (FORCE)' AS statement FROM pg_database
      UNION ALL SELECT 2, rolname, 'ROLE IF EXISTS %I' FROM pg_roles
    ) AS everything
    WHERE starts_with(name, $1) AND NOT EXISTS (
      SELECT FROM unnest($2::text[]) AS alive WHERE starts_with(name, alive))
    ORDER BY turn`,
    [prefix, living],
  );
  for (const { what } of rows) await session.query(`DROP ${what}`);
}

/** @returns the server's address with the new role */
async function createRole(session: Client, serverUrl: string, name: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  await session.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  return Object.assign(new URL(serverUrl), { username: name, password }).href;
}
