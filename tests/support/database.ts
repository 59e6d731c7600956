import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './database-server';

export interface TestDatabase {
  /** By the server's role. */
  url: string;
  /** By the role that owns it all. */
  ownerUrl: string;
  /** Removes the database, and ends the connections that are still open to it. */
  drop(): Promise<void>;
}

/** Makes an empty database with the newest schema, for one test file to have to itself. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { maintenanceUrl, ownerUrl, serverUrl, template, prefix } = inject('testServer');
  const name = `${prefix}${randomBytes(4).toString('hex')}`;
  // Without fsync, copying files takes half as long as copying through the log.
  await execute(
    maintenanceUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${prefix}owner STRATEGY FILE_COPY`,
  );
  return {
    url: databaseUrl(serverUrl, name),
    ownerUrl: databaseUrl(ownerUrl, name),
    drop: () => execute(maintenanceUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** On a connection of its own. */
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
