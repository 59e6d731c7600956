import { getTableColumns, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import { type EventSettings, savedSettings } from '#shared/contracts/event-settings';
import type { VotePrices } from '#shared/domain/pricing';
import { DEFAULT_ROUTING } from '#shared/domain/provider-routes';
import { publishedSince, type VisibleResults, visibleResults } from '#shared/domain/results';
import type { ErasureHold, HeldRetention, Retention } from '#shared/domain/retention';
import { eventSettings } from '#shared/schema';

/** When new payments may start; a null bound is open. */
export interface VotingWindow {
  opensAt: Date | null;
  closesAt: Date | null;
}

/** The organiser's settings, in the form that the server works with. */
export interface CurrentSettings {
  settings: EventSettings;
  version: number;
  updatedAt: Date;
  resultsPublishedAt: Date | null;
  voting: VotingWindow;
  prices: VotePrices;
  /** Hold of the last change that erases voters' details sooner; null when there was none. */
  hold: ErasureHold | null;
  /** By PostgreSQL's clock; in a transaction, its start. */
  readAt: Date;
}

/** Poll interval in ms, in case the connection for notifications is broken. */
const POLL_INTERVAL_MS = 10_000;

/** Current settings in memory, because a query for every request would be too expensive. */
export class LiveSettings {
  readonly #db: Database;
  #current: CurrentSettings;
  /** When they were read, by the monotonic clock. */
  #monotonicReadAt = performance.now();
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(db: Database, current: CurrentSettings) {
    this.#db = db;
    this.#current = current;
  }

  /**
   * Reads the settings; if there are none yet, stores the initial ones.
   * @param initial settings from the environment
   */
  static async open(db: Database, initial: EventSettings): Promise<LiveSettings> {
    await db.insert(eventSettings).values({ settings: initial }).onConflictDoNothing();
    return new LiveSettings(db, await readSettings(db));
  }

  get current(): CurrentSettings {
    return this.#current;
  }

  /**
   * Returns the time by PostgreSQL's clock, late by the duration of its response: our clock only
   * measures the time since. Good enough for display; decisions use the time in their own
   * transaction.
   */
  now(): Date {
    return new Date(this.#current.readAt.getTime() + (performance.now() - this.#monotonicReadAt));
  }

  /** @returns true when they had changed */
  reload(): Promise<boolean> {
    // One after the other: of two concurrent reads, the older one might finish last.
    const reading = this.#reading.then(async () => {
      const before = this.#current;
      this.#current = await readSettings(this.#db);
      this.#monotonicReadAt = performance.now();
      return this.#current.version !== before.version;
    });
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /** Polls the settings, independently of notifications. */
  keepFresh(onChange: () => void, logger: Logger): Worker {
    return startWorker({
      round: async () => {
        if (await this.reload()) onChange();
      },
      pauseMs: () => POLL_INTERVAL_MS,
      onError: (err) => logger.warn({ err }, 'the settings could not be read'),
    });
  }
}

/**
 * @param lock locks the row until the transaction ends
 * @throws Error when there are none, or the stored ones are invalid
 */
export async function readSettings(db: Queryable, lock = false): Promise<CurrentSettings> {
  const settings = await findSettings(db, lock);
  if (!settings) throw new Error('the database has no settings of the event');
  return settings;
}

/** @returns null before the first server has started */
export async function findSettings(db: Queryable, lock = false): Promise<CurrentSettings | null> {
  const readAt = sql`now()`.mapWith(eventSettings.updatedAt);
  const query = db.select({ ...getTableColumns(eventSettings), readAt }).from(eventSettings);
  const [row] = await (lock ? query.for('update') : query);
  if (!row) return null;
  const stored: Partial<EventSettings> = row.settings;
  // A release before there were several providers stores no routing.
  const settings = savedSettings.shape.settings.parse({ routing: DEFAULT_ROUTING, ...stored });
  return {
    settings,
    version: row.version,
    updatedAt: row.updatedAt,
    readAt: row.readAt,
    hold:
      row.erasureHeldUntil && row.retentionDaysBefore
        ? { until: row.erasureHeldUntil, retentionDaysBefore: row.retentionDaysBefore }
        : null,
    resultsPublishedAt: row.resultsPublishedAt,
    voting: windowOf(settings),
    prices: {
      'mobile-money': { amountMinor: settings.prices.mobileMoney, currency: 'XAF' },
      card: { amountMinor: settings.prices.card, currency: 'USD' },
    },
  };
}

const windowOf = ({
  opensAt,
  closesAt,
}: Pick<EventSettings, 'opensAt' | 'closesAt'>): VotingWindow => ({
  opensAt: opensAt === null ? null : new Date(opensAt),
  closesAt: closesAt === null ? null : new Date(closesAt),
});

/** True when a payment may start now. */
export const isVotingOpen = ({ opensAt, closesAt }: VotingWindow, now: Date): boolean =>
  (opensAt === null || now >= opensAt) && (closesAt === null || now < closesAt);

/** Returns what the public may see of the votes now. */
export const resultsShown = (current: CurrentSettings, now: Date): VisibleResults =>
  visibleResults(momentOf(current, now));

/** Returns since when all results are public: once published, they stay published. */
export const resultsPublishedSince = (current: CurrentSettings, now: Date): Date | null =>
  publishedSince(momentOf(current, now));

const momentOf = ({ settings, voting, resultsPublishedAt }: CurrentSettings, now: Date) => ({
  results: settings.results,
  closesAt: voting.closesAt,
  publishedAt: resultsPublishedAt,
  now,
});

/** Returns the settings that determine how long voters' details are stored. */
export const retentionOf = ({ settings, hold }: CurrentSettings): HeldRetention => ({
  ...retentionIn(settings),
  hold,
});

/** Same for settings that are not stored. */
export const retentionIn = ({
  closesAt,
  retentionDays,
}: Pick<EventSettings, 'closesAt' | 'retentionDays'>): Retention => ({
  closesAt: closesAt === null ? null : new Date(closesAt),
  retentionDays,
});
