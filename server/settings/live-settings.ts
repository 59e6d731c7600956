import { getTableColumns, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import { type EventSettings, savedSettings } from '#shared/contracts/event-settings';
import type { VotePrices } from '#shared/domain/pricing';
import { publishedSince, type VisibleResults, visibleResults } from '#shared/domain/results';
import type { ErasureHold, HeldRetention, Retention } from '#shared/domain/retention';
import { eventSettings } from '#shared/schema';

/** When new payments may start; null for no such end. */
export interface VotingWindow {
  opensAt: Date | null;
  closesAt: Date | null;
}

/** What the organiser has set, in the shape that the server works with. */
export interface CurrentSettings {
  settings: EventSettings;
  version: number;
  updatedAt: Date;
  resultsPublishedAt: Date | null;
  voting: VotingWindow;
  prices: VotePrices;
  /** Of the last change by which voters' details are erased sooner; null when there was none. */
  hold: ErasureHold | null;
  /** By PostgreSQL's clock; in a transaction, when that began. */
  readAt: Date;
}

/** Should the connection that hears of changes be broken, they are known after this long. */
const READ_AGAIN_MS = 10_000;

/**
 * The settings of this moment, in memory: what is asked for with every request must not cost a
 * question to the database.
 */
export class LiveSettings {
  readonly #db: Database;
  #current: CurrentSettings;
  /** When they came, by the clock that never jumps. */
  #cameAt = performance.now();
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(db: Database, current: CurrentSettings) {
    this.#db = db;
    this.#current = current;
  }

  /**
   * Reads the settings; where there are none yet, the first ones are written down.
   * @param first as the environment has them
   */
  static async open(db: Database, first: EventSettings): Promise<LiveSettings> {
    await db.insert(eventSettings).values({ settings: first }).onConflictDoNothing();
    return new LiveSettings(db, await readSettings(db));
  }

  get current(): CurrentSettings {
    return this.#current;
  }

  /**
   * What PostgreSQL's clock says, behind by as long as its answer took: ours only measures the time
   * since. For what is shown; what is decided asks in its own transaction.
   */
  now(): Date {
    return new Date(this.#current.readAt.getTime() + (performance.now() - this.#cameAt));
  }

  /** @returns whether they had changed */
  reload(): Promise<boolean> {
    // One after the other: of two at once, the older one may end last.
    const reading = this.#reading.then(async () => {
      const before = this.#current;
      this.#current = await readSettings(this.#db);
      this.#cameAt = performance.now();
      return this.#current.version !== before.version;
    });
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /** Reads them again and again, whatever else tells of changes. */
  keepFresh(onChange: () => void, logger: Logger): Worker {
    return startWorker({
      round: async () => {
        if (await this.reload()) onChange();
      },
      restMs: () => READ_AGAIN_MS,
      onError: (err) => logger.warn({ err }, 'the settings could not be read'),
    });
  }
}

/**
 * @param lock keeps the row as it is until the transaction ends
 * @throws Error when there are none, or somebody has written what no settings are
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
  const settings = savedSettings.shape.settings.parse(row.settings);
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

/** Whether a payment may start now. */
export const isVotingOpen = ({ opensAt, closesAt }: VotingWindow, now: Date): boolean =>
  (opensAt === null || now >= opensAt) && (closesAt === null || now < closesAt);

/** What the public may know of the votes now. */
export const resultsShown = (current: CurrentSettings, now: Date): VisibleResults =>
  visibleResults(momentOf(current, now));

/** Since when everybody sees everything: what was published so stays published. */
export const resultsPublishedSince = (current: CurrentSettings, now: Date): Date | null =>
  publishedSince(momentOf(current, now));

const momentOf = ({ settings, voting, resultsPublishedAt }: CurrentSettings, now: Date) => ({
  results: settings.results,
  closesAt: voting.closesAt,
  publishedAt: resultsPublishedAt,
  now,
});

/** What decides until when voters' details are kept. */
export const retentionOf = ({ settings, hold }: CurrentSettings): HeldRetention => ({
  ...retentionIn(settings),
  hold,
});

/** The same of settings that are not stored. */
export const retentionIn = ({
  closesAt,
  retentionDays,
}: Pick<EventSettings, 'closesAt' | 'retentionDays'>): Retention => ({
  closesAt: closesAt === null ? null : new Date(closesAt),
  retentionDays,
});
