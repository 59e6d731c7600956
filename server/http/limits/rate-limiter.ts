import { createHmac } from 'node:crypto';
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { rateLimits } from '#shared/schema';
import type { Database } from '../../db/client';
import { tooManyRequests } from '../../errors';
import type { BackgroundTasks } from '../../platform/background';
import type { Logger } from '../../platform/logger';
import { networkOf } from './network-of';
import type { RateLimit, RateWindow } from './rules';

const SWEEP_EVERY_MS = 10 * 60_000;

export interface RateLimiterDeps {
  db: Database;
  /** Addresses and numbers are kept as keyed hashes only. */
  hashKey: string;
  logger: Logger;
  background: BackgroundTasks;
  /** How often each process removes windows that are over. */
  sweepEveryMs?: number;
}

/** Counts requests in the database, so that several processes keep one limit together. */
export class RateLimiter {
  readonly #deps: RateLimiterDeps;
  #sweptAt = Date.now();

  constructor(deps: RateLimiterDeps) {
    this.#deps = deps;
  }

  /**
   * Counts one request. What is refused is not counted in the longer windows, so that insisting
   * does not lengthen the wait.
   *
   * @param subject whom the limit is for, in the clear
   * @throws AppError 429 with the time after which all windows have room again
   */
  async count(limit: RateLimit, subject: string): Promise<void> {
    const { db, hashKey, logger } = this.#deps;
    this.#sweepNowAndThen();
    const hash = createHmac('sha256', hashKey).update(`${limit.name} ${subject}`).digest('hex');
    for (const window of limit.windows) {
      const hits = await hit(db, limit, window, hash);
      if (hits <= window.max) continue;
      // Once per window, so that a client that insists does not fill the log.
      if (hits === window.max + 1) logger.warn({ limit: limit.name, window }, 'a limit is reached');
      throw tooManyRequests(
        'too-many-requests',
        'Too many requests, please try again later',
        await secondsUntilRoom(db, limit, hash),
      );
    }
  }

  /**
   * Counts one request of a client's address.
   * @throws AppError 429
   */
  countFrom(ip: string | undefined, limit: RateLimit): Promise<void> {
    return this.count(limit, networkOf(ip));
  }

  #sweepNowAndThen(): void {
    const { db, background, sweepEveryMs = SWEEP_EVERY_MS } = this.#deps;
    if (Date.now() - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = Date.now();
    background.run('remove limits that are over', () => sweep(db));
  }
}

const isOver = lte(rateLimits.endsAt, sql`now()`);

/** @returns how many requests there were in the window, this one included */
async function hit(
  db: Database,
  { name }: RateLimit,
  { seconds }: RateWindow,
  subject: string,
): Promise<number> {
  const endsAt = sql`now() + ${seconds} * interval '1 second'`;
  const [row] = await db
    .insert(rateLimits)
    .values({ limit: name, windowSeconds: seconds, subject, hits: 1, endsAt })
    .onConflictDoUpdate({
      target: [rateLimits.limit, rateLimits.subject, rateLimits.windowSeconds],
      set: {
        hits: sql`case when ${isOver} then 1 else ${rateLimits.hits} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ hits: rateLimits.hits });
  if (!row) throw new Error('the upsert returned no row');
  return row.hits;
}

/** Until the last of the full windows ends; at least a second. */
async function secondsUntilRoom(
  db: Database,
  { name, windows }: RateLimit,
  subject: string,
): Promise<number> {
  const isFull = or(
    ...windows.map(({ seconds, max }) =>
      and(eq(rateLimits.windowSeconds, seconds), sql`${rateLimits.hits} >= ${max}`),
    ),
  );
  const [full] = await db
    .select({
      seconds: sql<number>`ceil(extract(epoch from max(${rateLimits.endsAt}) - now()))::int`,
    })
    .from(rateLimits)
    .where(and(eq(rateLimits.limit, name), eq(rateLimits.subject, subject), isFull));
  return Math.max(1, full?.seconds ?? 1);
}

/** Skips what a request is counting in at this moment: it is not over any more. */
async function sweep(db: Database): Promise<void> {
  const over = db
    .select({ row: sql`ctid` })
    .from(rateLimits)
    .where(isOver)
    .for('update', { skipLocked: true });
  await db.delete(rateLimits).where(inArray(sql`ctid`, over));
}
