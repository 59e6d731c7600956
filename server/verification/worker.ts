import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import { recountNew } from '#server/open-count/index';
import type { Logger } from '#server/platform/logger';
import { startWorker } from '#server/platform/worker';
import type { Registry } from '#server/room';
import { isVotingOpen, type LiveSettings } from '#server/settings/index';
import { leaseRecount, saveRecount, verifiedSoFar } from './results';
import { COMPARED, verifyEverything } from './verify-everything';

const EVERY_MS = 60_000;
/** After the daily comparison of the books, in the event's time zone. */
const FULL_RECOUNT_TIME = '04:00';
/** Interval of recounts of new entries in ms: while voting is open, and otherwise. */
const OPEN_INTERVAL_MS = 5 * 60_000;
const CLOSED_INTERVAL_MS = 60 * 60_000;
/** How long a process that died during a recount blocks the next one, in ms. */
const LEASE_MS = { everything: 60 * 60_000, new: 10 * 60_000 };
/**
 * Overlap in ms: a payment may have been counted by a transaction that began before the last
 * recount did.
 */
const OVERLAP_MS = 10 * 60_000;

interface VerificationRoomDeps {
  db: Database;
  event: Pick<LiveSettings, 'current' | 'now'>;
  /** Time zone of the event. */
  timezone: () => string;
  logger: Logger;
}

export interface VerificationDeps {
  db: Database;
  /** Time zone of the event. */
  timezone(): string;
  isVotingOpen(): boolean;
  logger: Logger;
}

/** Runs the due recounts, unless another process does. */
export async function verifyDue(deps: VerificationDeps): Promise<void> {
  const { db, timezone, isVotingOpen } = deps;
  const zone = sql`${timezone()}::text`;
  const lastNight = sql`(date_trunc('day', (now() at time zone ${zone}) - ${FULL_RECOUNT_TIME}::interval)
    + ${FULL_RECOUNT_TIME}::interval) at time zone ${zone}`;
  const nightly = await leaseRecount(db, 'everything', {
    dueBefore: lastNight,
    leaseMs: LEASE_MS.everything,
  });
  if (nightly) {
    const { differences, verified } = await verifyEverything(db);
    const sentences = COMPARED.flatMap((part) => differences[part]);
    await saveRecount(db, 'everything', { ...nightly, sentences, verified });
    logResult(deps, sentences);
  }
  const dueBefore = fromNow(-(isVotingOpen() ? OPEN_INTERVAL_MS : CLOSED_INTERVAL_MS));
  const lastRecount = await verifiedSoFar(db);
  const lease =
    lastRecount && (await leaseRecount(db, 'new', { dueBefore, leaseMs: LEASE_MS.new }));
  if (!lease) return;
  const since = new Date(lastRecount.begunAt.getTime() - OVERLAP_MS);
  const { differences: sentences, verified } = await recountNew(db, lastRecount.verified, since);
  await saveRecount(db, 'new', { ...lease, sentences, verified });
  logResult(deps, sentences);
}

function logResult({ logger }: VerificationDeps, [first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const differences = others.length + 1;
  logger.error({ alarm: 'count-differs', differences, first }, 'a recount has found differences');
}

/** Recounts everything each night and, while voting is open, what is new every few minutes. */
export function registerVerification(
  { worker }: Registry,
  { db, event, timezone, logger }: VerificationRoomDeps,
): void {
  const isOpen = () => isVotingOpen(event.current.voting, event.now());
  const deps = { db, timezone, isVotingOpen: isOpen, logger };
  worker('verification', () =>
    startWorker({
      round: () => verifyDue(deps),
      pauseMs: () => EVERY_MS,
      onError: (err) => logger.error({ err }, 'the count could not be verified'),
    }),
  );
}
