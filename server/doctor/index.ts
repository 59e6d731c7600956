import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config/index';
import { openDatabase } from '#server/db/client';
import { connectProviders, providersOf } from '#server/payments/index';
import { createLogger } from '#server/platform/logger';
import { findSettings } from '#server/settings/index';
import { checkConfiguration } from './configuration';
import { databaseChecks } from './database';
import { type Check, codeOf, type Finding, fault } from './finding';
import { openCountCheck } from './open-count';
import { providerCheck } from './providers';
import { publicChecks } from './public-address';
import { checkRouting } from './routing';
import { serviceChecks } from './services';

export type { Finding };

/** Timeout per check, in ms; a voter would not wait longer either. */
const TIME_LIMIT_MS = 15_000;

/**
 * Runs all checks of the server's environment concurrently; a failure of one does not affect the
 * others. Changes nothing and requests no payment.
 */
export async function examine(
  config: Config,
  { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {},
): Promise<Finding[]> {
  const handle = config.databaseUrl === null ? null : openDatabase(config.databaseUrl);
  // Their log is silenced because the findings report the problems.
  const connected = connectProviders(config, null, { logger: createLogger('silent') });
  const providers = providersOf(connected);
  const stopped = new AbortController();
  // A database that has no settings, or does not respond, is reported by a separate check.
  const settings = async () => handle && (await findSettings(handle.db).catch(() => null));
  const checks: Check[] = [
    {
      about: 'configuration',
      run: async () => checkConfiguration(config, await settings()),
    },
    {
      about: 'mobile money',
      run: async () => checkRouting(connected.mobileMoney, await settings()),
    },
    ...(handle
      ? [...databaseChecks(handle.pool), openCountCheck(handle.db, config)]
      : [noDatabase]),
    ...providers.map(providerCheck),
    ...publicChecks(config.publicUrl, providers, stopped.signal),
    ...serviceChecks(config),
  ];
  try {
    return (await Promise.all(checks.map((check) => runWithTimeout(check, timeLimitMs)))).flat();
  } finally {
    stopped.abort();
    // Closing is not awaited: a database that does not respond would delay the result.
    void handle?.close();
  }
}

const noDatabase: Check = {
  about: 'database',
  run: async () => [fault('database', 'DATABASE_URL is not set')],
};

async function runWithTimeout({ about, run }: Check, limitMs: number): Promise<Finding[]> {
  const timerAbort = new AbortController();
  const timedOut = delay(limitMs, undefined, { signal: timerAbort.signal }).then(() => [
    fault(about, `no answer within ${limitMs / 1_000} s`),
  ]);
  const findings = run().catch((error: unknown) => [
    fault(about, `could not be checked (${codeOf(error)})`),
  ]);
  try {
    return await Promise.race([findings, timedOut]);
  } finally {
    timedOut.catch(() => undefined);
    timerAbort.abort();
  }
}
