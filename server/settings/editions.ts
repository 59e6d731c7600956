import { and, asc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Request, Response } from 'express';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { type AppError, conflict, notFound } from '#server/errors';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import { type EventSettings, savedSettings } from '#shared/contracts/event-settings';
import type { EditionState } from '#shared/domain/editions';
import type { VotePrices } from '#shared/domain/pricing';
import { DEFAULT_ROUTING } from '#shared/domain/provider-routes';
import {
  PUBLICATION_UNDO_MS,
  publishedSince,
  type VisibleResults,
  visibleResults,
} from '#shared/domain/results';
import type { ErasureHold, HeldRetention, Retention } from '#shared/domain/retention';
import { editions, payments } from '#shared/schema';

/** When new payments may start; a null bound is open. */
export interface VotingWindow {
  opensAt: Date | null;
  closesAt: Date | null;
}

/** An edition of the event with its settings, in the form that the server works with. */
export interface Edition {
  id: number;
  state: EditionState;
  /** When it became current; null for a draft, and for the first edition. */
  begunAt: Date | null;
  /** When another one became current instead; null for all others. */
  endedAt: Date | null;
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

/** All editions in memory, because a query for every request would be too expensive. */
export class LiveSettings {
  readonly #db: Database;
  #editions: readonly Edition[];
  #current: Edition;
  /** When they were read, by the monotonic clock. */
  #monotonicReadAt = performance.now();
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(db: Database, found: readonly Edition[]) {
    this.#db = db;
    this.#editions = found;
    this.#current = currentOf(found);
  }

  /**
   * Reads the editions; if the first one has no settings yet, stores the initial ones.
   * @param initial settings from the environment
   */
  static async open(db: Database, initial: EventSettings): Promise<LiveSettings> {
    await storeFirstSettings(db, initial);
    return new LiveSettings(db, await readEditions(db));
  }

  get current(): Edition {
    return this.#current;
  }

  /** All editions, in the order in which they were made. */
  get editions(): readonly Edition[] {
    return this.#editions;
  }

  /** Returns the edition of this year; undefined when there is none. */
  ofYear(year: string): Edition | undefined {
    return this.#editions.find(({ settings }) => settings.year === year);
  }

  /** Returns the edition to which payments created at that time belong. */
  at(moment: Date): Edition {
    const found = this.#editions.find(
      ({ state, begunAt, endedAt }) =>
        state !== 'draft' &&
        (begunAt === null || moment >= begunAt) &&
        (endedAt === null || moment < endedAt),
    );
    return found ?? this.#current;
  }

  /**
   * As `at`, with editions read again before a payment is found to be too late: another edition may
   * have become current a moment ago.
   */
  async certainlyAt(moment: Date): Promise<Edition> {
    const found = this.at(moment);
    const { closesAt } = found.voting;
    if (found.state !== 'current' || closesAt === null || this.now() < closesAt) return found;
    await this.reload();
    return this.at(moment);
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
      const before = versionsOf(this.#editions);
      this.#editions = await readEditions(this.#db);
      this.#current = currentOf(this.#editions);
      this.#monotonicReadAt = performance.now();
      return versionsOf(this.#editions) !== before;
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

const currentOf = (found: readonly Edition[]): Edition => {
  const current = found.find(({ state }) => state === 'current');
  if (!current) throw new Error('the database has no settings of the event');
  return current;
};

const versionsOf = (found: readonly Edition[]): string =>
  found.map(({ id, version }) => `${id}.${version}`).join(' ');

/** The migration that makes the first edition does not know the settings of the environment. */
const HAS_SETTINGS = sql`${editions.settings} <> '{}'`;
const IS_CURRENT = eq(editions.state, 'current');

async function storeFirstSettings(db: Database, settings: EventSettings): Promise<void> {
  await db.update(editions).set({ settings }).where(sql`${IS_CURRENT} and not ${HAS_SETTINGS}`);
}

/**
 * @param lock locks the row until the transaction ends
 * @throws Error when there are none, or the stored ones are invalid
 */
export async function readSettings(db: Queryable, lock = false): Promise<Edition> {
  // While it waited for the lock, another edition may have become current.
  const settings = (await findSettings(db, lock)) ?? (lock ? await findSettings(db, lock) : null);
  if (!settings) throw new Error('the database has no settings of the event');
  return settings;
}

/** @returns null before the first server has started */
export async function findSettings(db: Queryable, lock = false): Promise<Edition | null> {
  const [edition] = await select(db, IS_CURRENT, lock);
  return edition ?? null;
}

/** @returns null when there is none */
export async function findEdition(
  db: Queryable,
  id: number,
  lock = false,
): Promise<Edition | null> {
  const [edition] = await select(db, eq(editions.id, id), lock);
  return edition ?? null;
}

/** Returns all editions, in the order in which they were made. */
export const readEditions = (db: Queryable, lock = false): Promise<Edition[]> =>
  select(db, undefined, lock);

async function select(
  db: Queryable,
  condition: SQL | undefined,
  lock: boolean,
): Promise<Edition[]> {
  const readAt = sql`now()`.mapWith(editions.updatedAt);
  const query = db
    .select({ ...getTableColumns(editions), readAt })
    .from(editions)
    .where(condition ? sql`${HAS_SETTINGS} and ${condition}` : HAS_SETTINGS)
    .orderBy(asc(editions.id));
  const rows = await (lock ? query.for('update') : query);
  return rows.map(editionOf);
}

function editionOf(row: typeof editions.$inferSelect & { readAt: Date }): Edition {
  const stored: Partial<EventSettings> = row.settings;
  // A release before there were several providers stores no routing.
  const settings = savedSettings.shape.settings.parse({ routing: DEFAULT_ROUTING, ...stored });
  return {
    id: row.id,
    state: row.state,
    begunAt: row.begunAt,
    endedAt: row.endedAt,
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

/**
 * Returns the edition that a request is about: that of the year in its query, else the current one.
 * @throws AppError 404 when there is none of that year
 */
export function chosenEdition(
  event: Pick<LiveSettings, 'current' | 'ofYear'>,
  { query }: Pick<Request, 'query'>,
): Edition {
  if (query.edition === undefined) return event.current;
  const edition = typeof query.edition === 'string' ? event.ofYear(query.edition) : undefined;
  if (!edition) throw notFound('edition');
  return edition;
}

/**
 * Returns the draft that the address of a page or request names, if its caller is of the team;
 * undefined for everybody else, who sees the current edition.
 */
export const previewOf =
  (
    event: Pick<LiveSettings, 'ofYear'>,
    isOfTeam: (req: Request, res: Response) => Promise<boolean>,
  ) =>
  async (req: Request, res: Response): Promise<Edition | undefined> => {
    const { edition: year } = req.query;
    const edition = typeof year === 'string' ? event.ofYear(year) : undefined;
    return edition?.state === 'draft' && (await isOfTeam(req, res)) ? edition : undefined;
  };

/**
 * Locks an edition against being archived until the transaction ends. Taken before any lock of the
 * catalogue.
 * @throws AppError 404 when it is gone, 409 `edition-archived` when it cannot be changed any more
 */
export async function assertWritable(tx: Transaction, id: number): Promise<void> {
  const [edition] = await tx
    .select({ state: editions.state })
    .from(editions)
    .where(eq(editions.id, id))
    .for('share');
  if (!edition) throw notFound('edition');
  if (edition.state === 'archived') throw editionArchived();
}

export const editionArchived = (): AppError =>
  conflict('edition-archived', 'An archived edition does not change any more');

export type Lifetime = Pick<Edition, 'state' | 'begunAt' | 'endedAt'>;

/** A half-open interval; all time if without bounds. */
interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Returns when the payments of an edition were created. A draft has none: its period is empty. */
export const lifetimeOf = ({ state, begunAt, endedAt }: Lifetime): Period =>
  state === 'draft'
    ? { from: new Date(0), to: new Date(0) }
    : { from: begunAt ?? undefined, to: endedAt ?? undefined };

/** Condition on `payments`: those that belong to the edition. Undefined when all do. */
export function createdDuring(edition: Lifetime): SQL | undefined {
  const { from, to } = lifetimeOf(edition);
  return and(
    from ? gte(payments.createdAt, from) : undefined,
    to ? lt(payments.createdAt, to) : undefined,
  );
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
export const resultsShown = (current: Edition, now: Date): VisibleResults =>
  visibleResults(momentOf(current, now));

/** Returns since when all results are public: once published, they stay published. */
export const resultsPublishedSince = (current: Edition, now: Date): Date | null =>
  publishedSince(momentOf(current, now));

/**
 * Returns until when a publication by the organiser can be undone; null when there is none, it is
 * too late, or the results are public by the rule of the settings as well.
 */
export function publicationUndoUntil(edition: Edition, now: Date): Date | null {
  const { resultsPublishedAt } = edition;
  if (resultsPublishedAt === null) return null;
  const isReleased = publishedSince({ ...momentOf(edition, now), publishedAt: null }) !== null;
  const until = new Date(resultsPublishedAt.getTime() + PUBLICATION_UNDO_MS);
  return isReleased || now >= until ? null : until;
}

const momentOf = ({ settings, voting, resultsPublishedAt }: Edition, now: Date) => ({
  results: settings.results,
  closesAt: voting.closesAt,
  publishedAt: resultsPublishedAt,
  now,
});

/** Returns the settings that determine how long voters' details are stored. */
export const retentionOf = ({ settings, hold, endedAt }: Edition): HeldRetention => {
  const { closesAt, retentionDays } = retentionIn(settings);
  // Without an end of voting, it ended when another edition became current.
  return { closesAt: closesAt ?? endedAt, retentionDays, hold };
};

/** Same for settings that are not stored. */
export const retentionIn = ({
  closesAt,
  retentionDays,
}: Pick<EventSettings, 'closesAt' | 'retentionDays'>): Retention => ({
  closesAt: closesAt === null ? null : new Date(closesAt),
  retentionDays,
});
