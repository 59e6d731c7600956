import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseUrl, type TestServer } from './database-server';

export interface TestDatabase {
  /** By the server's role. */
  url: string;
  /** By the role that owns everything. */
  ownerUrl: string;
  /** Drops the database, and ends its open connections. */
  drop(): Promise<void>;
}

/** Makes an empty database with the newest schema, for a single test file. */
export const createTestDatabase = (server: TestServer = inject('testServer')) =>
  // Without fsync, copying files takes half as long as copying through the log.
  createDatabase(server, `TEMPLATE ${server.template} STRATEGY FILE_COPY`);

/** Makes a database without any table. */
export const createBareDatabase = (server: TestServer) => createDatabase(server, '');

/** Copies a database in its present state; it must have no connections. */
export const copyTestDatabase = (
  { url }: Pick<TestDatabase, 'url'>,
  server: TestServer = inject('testServer'),
) => createDatabase(server, `TEMPLATE ${new URL(url).pathname.slice(1)} STRATEGY FILE_COPY`);

async function createDatabase(server: TestServer, how: string): Promise<TestDatabase> {
  const { maintenanceUrl, ownerUrl, serverUrl, prefix } = server;
  const name = `${prefix}${randomBytes(4).toString('hex')}`;
  await execute(maintenanceUrl, `CREATE DATABASE ${name} OWNER ${prefix}owner ${how}`);
  return {
    url: databaseUrl(serverUrl, name),
    ownerUrl: databaseUrl(ownerUrl, name),
    drop: () => execute(maintenanceUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** On a separate connection. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
