import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config/index';
import { openDatabase } from '#server/db/client';
import { connectProviders, providersOf } from '#server/payments/index';
import { createLogger } from '#server/platform/logger';
import { findSettings } from '#server/settings/index';
import { lookAtConfiguration } from './configuration';
import { databaseChecks } from './database';
import { type Check, codeOf, type Finding, fault } from './finding';
import { openCountCheck } from './open-count';
import { providerCheck } from './providers';
import { publicChecks } from './public-address';
import { serviceChecks } from './services';

export type { Finding };

/** For each check; whatever takes longer would take too long for a voter as well. */
const TIME_LIMIT_MS = 15_000;

/**
 * Looks at everything around the server, all at once; what is wrong with one thing keeps no other
 * from being looked at. Changes nothing and asks nobody for money.
 */
export async function examine(
  config: Config,
  { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {},
): Promise<Finding[]> {
  const handle = config.databaseUrl === null ? null : openDatabase(config.databaseUrl);
  // What they log is told by what they answer.
  const providers = providersOf(connectProviders(config, null, { logger: createLogger('silent') }));
  const over = new AbortController();
  // A database that has no settings, or does not answer, has a check of its own.
  const settings = async () => handle && (await findSettings(handle.db).catch(() => null));
  const checks: Check[] = [
    {
      about: 'configuration',
      look: async () => lookAtConfiguration(config, await settings()),
    },
    ...(handle
      ? [...databaseChecks(handle.pool), openCountCheck(handle.db, config)]
      : [noDatabase]),
    ...providers.map(providerCheck),
    ...publicChecks(config.publicUrl, providers, over.signal),
    ...serviceChecks(config),
  ];
  try {
    return (await Promise.all(checks.map((check) => lookInTime(check, timeLimitMs)))).flat();
  } finally {
    over.abort();
    // A database that does not answer would keep us waiting.
    void handle?.close();
  }
}

const noDatabase: Check = {
  about: 'database',
  look: async () => [fault('database', 'DATABASE_URL is not set')],
};

async function lookInTime({ about, look }: Check, limitMs: number): Promise<Finding[]> {
  const isOver = new AbortController();
  const tooLate = delay(limitMs, undefined, { signal: isOver.signal }).then(() => [
    fault(about, `no answer within ${limitMs / 1_000} s`),
  ]);
  const looked = look().catch((error: unknown) => [
    fault(about, `could not be looked at (${codeOf(error)})`),
  ]);
  try {
    return await Promise.race([looked, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    isOver.abort();
  }
}
