import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { type SqlParameters, statement } from '#server/db/statement';
import { AppError, tooManyRequests } from '#server/errors';
import type { BackgroundTasks } from '#server/platform/background';
import type { Logger } from '#server/platform/logger';
import { rateLimits } from '#shared/schema';
import { networksOf } from './networks-of';
import type { RateLimit } from './rules';
import { subjectHash } from './subject-hash';

const SWEEP_EVERY_MS = 10 * 60_000;
/**
 * How long this process treats a limit as full without a query, in ms: a flood costs one query a
 * second.
 */
const FULL_FOR_MS = 1_000;
const MAX_FULL = 20_000;

export interface RateLimiterDeps {
  db: Database;
  /** Key of the hashes under which addresses and numbers are stored. */
  hashKey: string;
  logger: Logger;
  background: BackgroundTasks;
  /** Interval at which each process removes expired windows, in ms. */
  sweepEveryMs?: number;
}

/** One client's share of a limit. */
export interface Share {
  limit: RateLimit;
  /** The limited client, in plain text. */
  subject: string;
  /** Quota as a multiple of a single client's. */
  share?: number;
}

/** An open window of a share with at least one request. */
export interface UsedShare {
  limit: RateLimit;
  isFull: boolean;
  secondsLeft: number;
}

interface Full {
  untilMs: number;
  retryAfterSeconds: number;
}

/** Counts requests in the database, so that all processes share one limit. */
export class RateLimiter {
  readonly #deps: RateLimiterDeps;
  readonly #full = new Map<string, Full>();
  #sweptAt = Date.now();

  constructor(deps: RateLimiterDeps) {
    this.#deps = deps;
  }

  /**
   * Counts one request. Rejected requests are not counted in the longer windows, so that retrying
   * does not lengthen the wait.
   *
   * @param db the caller's transaction, if a request that rolls back must not count
   * @throws AppError 429 with the time after which all windows have capacity again
   */
  async count({ limit, subject, share = 1 }: Share, db: Queryable = this.#deps.db): Promise<void> {
    this.#sweepIfDue();
    const hash = this.#hashOf(limit, subject);
    const full = this.#currentlyFull(hash);
    if (full) throw exceeded(limit, full);
    const steps = this.#stepsOf({ limit, subject, share });
    if ((await countInTurn(db, steps)) === steps.length) return;
    throw await this.#exceededBy({ limit, subject, share }, db);
  }

  /**
   * Counts in the first of several limits that has capacity.
   * @param choices each with all the shares that it takes
   * @throws AppError 429 when all are full, as reported by the last one
   */
  async countInOne(choices: readonly (readonly Share[])[], db?: Queryable): Promise<void> {
    for (const [index, shares] of choices.entries()) {
      try {
        for (const share of shares) await this.count(share, db);
        return;
      } catch (error) {
        if (!(error instanceof AppError) || index === choices.length - 1) throw error;
      }
    }
  }

  /**
   * Counts distinct items: an item already counted in this window is not counted again.
   * @throws AppError 429
   */
  async countDistinct(
    { limit, subject, share = 1 }: Share,
    item: string,
    db: Queryable = this.#deps.db,
  ): Promise<void> {
    this.#sweepIfDue();
    const steps = this.#itemStepsOf({ limit, subject, share }, item);
    for (let at = 0; at < steps.length; at += 2) {
      const full = this.#currentlyFull(this.#hashOf(limit, subject));
      const withCapacity = await countInTurn(db, steps.slice(at, full ? at + 1 : at + 2));
      if (withCapacity === 0 || withCapacity === 2) continue;
      throw full ? exceeded(limit, full) : await this.#exceededBy({ limit, subject, share }, db);
    }
  }

  /**
   * Counts a distinct item, then in the first of several limits that has capacity: what
   * `countDistinct` and `countInOne` do one after the other, usually in one statement.
   * @throws AppError 429
   */
  async countItemInOne(
    { item, ...distinct }: Share & { item: string },
    choices: readonly (readonly Share[])[],
    db: Queryable,
  ): Promise<void> {
    this.#sweepIfDue();
    const [[first, ...firstOthers] = [], ...otherChoices] = choices;
    const [seen, number, ...otherItemSteps] = this.#itemStepsOf(distinct, item);
    const [start, next, ...otherSteps] = first ? this.#stepsOf(first) : [];
    const isUsual = [...firstOthers, ...otherItemSteps, ...otherSteps].length === 0;
    const isKnownFull = [number, start].some((step) => step && this.#currentlyFull(step.subject));
    if (!isUsual || isKnownFull || !seen || !number || !first || !start || !next) {
      await this.countDistinct(distinct, item, db);
      return this.countInOne(choices, db);
    }
    const [row] = await countFour(db, {
      ...number,
      seenLimit: seen.limit,
      seenSubject: seen.subject,
      startLimit: start.limit,
      startSubject: start.subject,
      startSeconds: start.seconds,
      startMax: start.max,
      nextSeconds: next.seconds,
    });
    if (row && row.hits !== null && row.hits > number.max)
      throw await this.#exceededBy(distinct, db);
    if (row && row.nextHits !== null && row.nextHits <= next.max) return;
    const full = await this.#exceededBy(first, db);
    if (otherChoices.length === 0) throw full;
    await this.countInOne(otherChoices, db);
  }

  /**
   * Counts one request of a client's address, in each network that it belongs to.
   * @throws AppError 429
   */
  async countFrom(ip: string | undefined, limit: RateLimit, db?: Queryable): Promise<void> {
    for (const share of sharesOf(ip, limit)) await this.count(share, db);
  }

  /** Returns the state of those shares that have an open window; counts nothing. */
  async peek(shares: readonly Share[]): Promise<UsedShare[]> {
    const windows = await readUsed(this.#deps.db, this.keysOf(shares));
    return this.#usedAmong(shares, windows);
  }

  /** @throws AppError 429 when one of them is full; counts nothing */
  async assertCapacity(shares: readonly Share[]): Promise<void> {
    assertNoneFull(await this.peek(shares));
  }

  /**
   * Like `assertCapacity`, with the windows that the caller's own statement has read.
   * @param windows rows of `openWindows` for the subjects of these shares
   */
  assertCapacityIn(shares: readonly Share[], windows: readonly OpenWindow[]): void {
    assertNoneFull(this.#usedAmong(shares, windows));
  }

  /** Returns the names and hashes under which these shares are stored. */
  keysOf(shares: readonly Share[]): WindowKeys {
    return {
      limits: [...new Set(shares.map(({ limit }) => limit.name))],
      subjects: shares.map(({ limit, subject }) => this.#hashOf(limit, subject)),
    };
  }

  #usedAmong(shares: readonly Share[], windows: readonly OpenWindow[]): UsedShare[] {
    const sharesByHash = new Map(
      shares.map((share) => [this.#hashOf(share.limit, share.subject), share] as const),
    );
    return windows.flatMap(({ subject, windowSeconds, hits, secondsLeft }) => {
      const share = sharesByHash.get(subject);
      const window = share?.limit.windows.find(({ seconds }) => seconds === windowSeconds);
      if (!share || !window) return [];
      const isFull = hits >= window.max * (share.share ?? 1);
      return [{ limit: share.limit, isFull, secondsLeft: Math.max(1, secondsLeft) }];
    });
  }

  /** Makes capacity for one more request in each full window of a share. */
  async allowOneMore(shares: readonly Share[]): Promise<void> {
    for (const { limit, subject, share = 1 } of shares) {
      const hash = this.#hashOf(limit, subject);
      this.#full.delete(hash);
      for (const { seconds, max } of limit.windows) {
        await this.#deps.db
          .update(rateLimits)
          .set({ hits: Math.floor(max * share) - 1 })
          .where(
            and(
              eq(rateLimits.limit, limit.name),
              eq(rateLimits.subject, hash),
              eq(rateLimits.windowSeconds, seconds),
              sql`${rateLimits.hits} >= ${max * share}`,
            ),
          );
      }
    }
  }

  #stepsOf({ limit, subject, share = 1 }: Share): Step[] {
    const hash = this.#hashOf(limit, subject);
    return limit.windows.map(({ seconds, max }) => ({
      limit: limit.name,
      subject: hash,
      seconds,
      max: max * share,
    }));
  }

  /** For each window: one step that finds out whether the item is new, and one that counts it. */
  #itemStepsOf(share: Share, item: string): Step[] {
    const { limit, subject } = share;
    const seenLimit = { ...limit, name: `${limit.name}-seen` };
    const seenSubject = this.#hashOf(seenLimit, `${subject} ${item}`);
    return this.#stepsOf(share).flatMap((step) => [
      { limit: seenLimit.name, subject: seenSubject, seconds: step.seconds, max: 1 },
      step,
    ]);
  }

  /** Returns the error for a share that has turned out to be full. */
  async #exceededBy({ limit, subject, share = 1 }: Share, db: Queryable): Promise<AppError> {
    const hash = this.#hashOf(limit, subject);
    const waitSeconds = await secondsUntilCapacity(db, limit, share, hash);
    return exceeded(limit, this.#remember(limit, hash, waitSeconds));
  }

  #hashOf(limit: RateLimit, subject: string): string {
    return subjectHash(this.#deps.hashKey, limit, subject);
  }

  #currentlyFull(hash: string): Full | null {
    const full = this.#full.get(hash);
    return full && full.untilMs > Date.now() ? full : null;
  }

  #remember({ name }: RateLimit, hash: string, retryAfterSeconds: number): Full {
    const isFirst = !this.#full.has(hash);
    const full = { untilMs: Date.now() + FULL_FOR_MS, retryAfterSeconds };
    if (this.#full.size >= MAX_FULL) this.#full.clear();
    this.#full.set(hash, full);
    // Logged once, so that a client that keeps retrying does not fill the log.
    if (isFirst) this.#deps.logger.warn({ limit: name }, 'a limit is reached');
    return full;
  }

  #sweepIfDue(): void {
    const { db, background, sweepEveryMs = SWEEP_EVERY_MS } = this.#deps;
    if (Date.now() - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = Date.now();
    this.#full.clear();
    background.run('remove expired limits', () => sweep(db));
  }
}

/** Returns a share for each network that an address belongs to. */
export const sharesOf = (ip: string | undefined, limit: RateLimit): Share[] =>
  networksOf(ip).map(({ name, share }) => ({ limit, subject: name, share }));

const exceeded = ({ name }: RateLimit, { retryAfterSeconds }: Pick<Full, 'retryAfterSeconds'>) =>
  tooManyRequests(
    'too-many-requests',
    'Too many requests, please try again later',
    retryAfterSeconds,
    name,
  );

function assertNoneFull(used: readonly UsedShare[]): void {
  const full = used.filter(({ isFull }) => isFull);
  const [first] = full;
  if (!first) return;
  const retryAfterSeconds = Math.max(...full.map(({ secondsLeft }) => secondsLeft));
  throw exceeded(first.limit, { retryAfterSeconds });
}

const isExpired = lte(rateLimits.endsAt, sql`now()`);

/** A window of a share that has not ended. */
export interface OpenWindow {
  subject: string;
  windowSeconds: number;
  hits: number;
  secondsLeft: number;
}

/** What windows are found by: the primary key begins with them. */
export interface WindowKeys {
  limits: string[];
  subjects: string[];
}

/**
 * Selects the open windows of these subjects, for another statement; named as in `OpenWindow`. Their
 * end is compared in a form that no index serves: when voting opens, PostgreSQL's statistics are
 * those of a quiet time, when few windows were open, and it would read all of those.
 */
export const openWindows = ({ limits, subjects }: SqlParameters<WindowKeys>): SQL => sql`
  select subject, window_seconds as "windowSeconds", hits,
    ceil(extract(epoch from ends_at - now()))::int as "secondsLeft"
  from ${rateLimits}
  where limit_name = any(${limits}::text[]) and subject = any(${subjects}::text[])
    and ends_at - now() > interval '0'`;

const readUsed = statement(
  'used limits',
  {
    subject: rateLimits.subject,
    windowSeconds: rateLimits.windowSeconds,
    hits: rateLimits.hits,
    secondsLeft: Number,
  },
  (keys: SqlParameters<WindowKeys>) => sql`select * from (${openWindows(keys)}) as open`,
);

/** One window to count in. */
interface Step {
  limit: string;
  subject: string;
  seconds: number;
  /** Later windows are counted only while this one has no more hits than this. */
  max: number;
}

interface TwoSteps extends Step {
  nextLimit: string;
  nextSubject: string;
  nextSeconds: number;
}

const count = (
  { limit, subject, seconds }: SqlParameters<Omit<Step, 'max'>>,
  condition = sql``,
) => sql`
  insert into ${rateLimits} (limit_name, window_seconds, subject, hits, ends_at)
  select ${limit}::text, ${seconds}::int, ${subject}::text, 1,
    now() + ${seconds}::int * interval '1 second'
  ${condition}
  on conflict (limit_name, subject, window_seconds) do update set
    hits = case when ${isExpired} then 1 else ${rateLimits.hits} + 1 end,
    ends_at = case when ${isExpired} then excluded.ends_at else ${rateLimits.endsAt} end
  returning ${rateLimits.hits}`;

const countOne = statement(
  'count in a window',
  { hits: rateLimits.hits },
  (parameters: SqlParameters<Omit<Step, 'max'>>) => count(parameters),
);

const countTwo = statement(
  'count in two windows',
  { hits: rateLimits.hits, nextHits: (hits: number): number | null => hits },
  (parameters: SqlParameters<TwoSteps>) => {
    const { nextLimit: limit, nextSubject: subject, nextSeconds: seconds } = parameters;
    const hasCapacity = sql`from first where hits <= ${parameters.max}::float8`;
    return sql`
      with first as (${count(parameters)}), second as (${count({ limit, subject, seconds }, hasCapacity)})
      select first.hits, second.hits from first left join second on true`;
  },
);

interface FourSteps extends Step {
  seenLimit: string;
  seenSubject: string;
  startLimit: string;
  startSubject: string;
  startSeconds: number;
  startMax: number;
  nextSeconds: number;
}

/** In the order of the statements above, so that no two requests wait for each other. */
const countFour = statement(
  'count item and request',
  { hits: (hits: number): number | null => hits, nextHits: (hits: number): number | null => hits },
  (parameters: SqlParameters<FourSteps>) => {
    const { seenLimit, seenSubject, seconds, startLimit, startSubject } = parameters;
    const start = { limit: startLimit, subject: startSubject };
    return sql`
      with seen as (${count({ limit: seenLimit, subject: seenSubject, seconds })}),
      item as (${count(parameters, sql`from seen where hits <= 1`)}),
      admitted as (
        select from seen left join item on true
        where item.hits is null or item.hits <= ${parameters.max}::float8
      ),
      start as (${count({ ...start, seconds: parameters.startSeconds }, sql`from admitted`)}),
      next as (${count(
        { ...start, seconds: parameters.nextSeconds },
        sql`from start where hits <= ${parameters.startMax}::float8`,
      )})
      select item.hits, next.hits from seen left join item on true left join next on true`;
  },
);

/**
 * Counts a request in each window as long as the previous ones had capacity.
 * @returns the number of windows that had capacity
 */
async function countInTurn(db: Queryable, steps: readonly Step[]): Promise<number> {
  const [step, next, ...others] = steps;
  if (!step) return 0;
  const { limit, subject, seconds, max } = step;
  if (!next) {
    const [row] = await countOne(db, { limit, subject, seconds });
    if (!row) throw new Error('the upsert returned no row');
    return row.hits <= max ? 1 : 0;
  }
  const [row] = await countTwo(db, {
    ...step,
    nextLimit: next.limit,
    nextSubject: next.subject,
    nextSeconds: next.seconds,
  });
  if (!row) throw new Error('the upsert returned no row');
  if (row.nextHits === null) return 0;
  return row.nextHits <= next.max ? 2 + (await countInTurn(db, others)) : 1;
}

/** Returns the seconds until the last full window ends; at least one. */
async function secondsUntilCapacity(
  db: Queryable,
  { name, windows }: RateLimit,
  share: number,
  subject: string,
): Promise<number> {
  const isFull = or(
    ...windows.map(({ seconds, max }) =>
      and(eq(rateLimits.windowSeconds, seconds), sql`${rateLimits.hits} >= ${max * share}`),
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

/** Skips windows in which a request is being counted at this moment: they are no longer expired. */
async function sweep(db: Database): Promise<void> {
  const expired = db
    .select({ row: sql`ctid` })
    .from(rateLimits)
    .where(isExpired)
    .for('update', { skipLocked: true });
  await db.delete(rateLimits).where(inArray(sql`ctid`, expired));
}
