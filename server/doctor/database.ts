import type { Pool } from 'pg';
import { inspectSchema, SchemaError } from '../db/check-schema';
import { type Check, clockFinding, codeOf, fault, ok, warning } from './finding';

const OLDEST = 15;

/** @param pool by the server's role */
export const databaseChecks = (pool: Pool): Check[] => [
  { about: 'database', look: () => lookAtServer(pool) },
  { about: 'tables', look: () => lookAtTables(pool) },
];

async function lookAtServer(pool: Pool) {
  const askedAt = Date.now();
  let row: { version: number; clock: Date } | undefined;
  try {
    const { rows } = await pool.query<{ version: number; clock: Date }>(
      `select current_setting('server_version_num')::int / 10000 as version,
        clock_timestamp() as clock`,
    );
    row = rows[0];
  } catch (error) {
    return [fault('database', `cannot be used (${codeOf(error)}): look at DATABASE_URL`)];
  }
  if (!row) throw new Error('PostgreSQL answered without a row');
  const { version, clock } = row;
  return [
    version < OLDEST
      ? fault('database', `is PostgreSQL ${version}: ${OLDEST} or newer is needed`)
      : ok('database', `is PostgreSQL ${version} and answers`),
    clockFinding('database', clock, askedAt),
  ];
}

async function lookAtTables(pool: Pool) {
  try {
    const warnings = await inspectSchema(pool);
    if (warnings.length > 0) return warnings.map((text) => warning('tables', text));
    return [ok('tables', 'are of this version, and our role has the rights it needs')];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [fault('tables', error.message)];
  }
}
