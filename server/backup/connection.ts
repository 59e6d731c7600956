import pg from 'pg';
import { wrapConnectErrors } from '#server/db/errors';

export async function withClient<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await wrapConnectErrors(client.connect());
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Translates an address to environment variables of PostgreSQL's programs, as the driver reads it.
 */
export function connectionVariables(url: string): Record<string, string> {
  const { host, port, user, database, password } = new pg.Client({ connectionString: url });
  const parameters = new URL(url).searchParams;
  const variables = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password,
    PGSSLMODE: sslMode(parameters.get('sslmode')),
    PGSSLROOTCERT: parameters.get('sslrootcert'),
    PGSSLCERT: parameters.get('sslcert'),
    PGSSLKEY: parameters.get('sslkey'),
    PGCONNECT_TIMEOUT: '10',
    // Makes PostgreSQL's messages independent of the shell's language.
    LC_ALL: 'C',
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/**
 * The driver encrypts only when configured to, and then verifies the server unless configured not
 * to.
 */
function sslMode(mode: string | null): string {
  if (mode === null || mode === 'disable') return 'disable';
  return mode === 'no-verify' ? 'require' : 'verify-full';
}
