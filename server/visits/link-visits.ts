import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { Budget } from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import type { Registry } from '#server/room';
import { isOwnSource, OWN_SOURCES } from '#shared/domain/own-sources';
import { linkVisits, payments } from '#shared/schema';

/**
 * Interval in ms. Saved in batches, because one popular source would make all requests wait for one
 * row.
 */
const SAVE_EVERY_MS = 10_000;
/** Limit of the sources stored per day and in memory, because anyone can invent sources. */
const MAX_SOURCES = 1_000;
/** Sources that one network may add: more than an event has behind one address. */
const NEW_SOURCES = { name: 'new-link-sources', max: 20, seconds: 86_400 };

/** How long a payment's source has room among those of a day. */
const NAMED_FOR = sql`interval '7 days'`;

interface LinkVisitsOptions {
  db: Database;
  timezone: () => string;
  logger: Logger;
}

/**
 * Counts visits by link source, as reported by browsers: anyone can make it count too many, and a
 * process that dies loses the last seconds. Checkouts and votes are counted from the payments
 * instead.
 */
export class LinkVisits {
  readonly #options: LinkVisitsOptions;
  #unsaved = new Map<string, number>();
  /** Sources that are stored already. */
  #known = new Set<string>();
  readonly #added = new Budget(NEW_SOURCES);

  constructor(options: LinkVisitsOptions) {
    this.#options = options;
  }

  /**
   * Counts a visit reported from an address.
   * @throws AppError 429 when the address has added too many new sources
   */
  report(source: string, ip: string | undefined): void {
    const isKnown = isOwnSource(source) || this.#known.has(source) || this.#unsaved.has(source);
    if (!isKnown) this.#added.spendFrom(ip);
    this.count(source);
  }

  count(source: string, visits = 1): void {
    const earlier = this.#unsaved.get(source) ?? 0;
    const hasRoom = earlier > 0 || this.#known.has(source) || isOwnSource(source);
    if (hasRoom || this.#unsaved.size < MAX_SOURCES) {
      this.#unsaved.set(source, earlier + visits);
    }
  }

  /** @throws when the database does not accept them; they are saved the next time */
  async save(): Promise<void> {
    const counted = this.#unsaved;
    if (counted.size === 0) return;
    this.#unsaved = new Map();
    try {
      await this.#add([...counted.keys()], [...counted.values()]);
    } catch (error) {
      for (const [source, visits] of counted) this.count(source, visits);
      throw error;
    }
  }

  /**
   * Stores visits. On a day that has its limit of sources, only those of our own links and of recent
   * payments are added. In the order of their names, so that all processes take their locks in the
   * same order.
   */
  async #add(sources: string[], visits: number[]): Promise<void> {
    const { db, timezone } = this.#options;
    const own = Object.keys(OWN_SOURCES);
    await db.execute(sql`
      with today as (select (now() at time zone ${timezone()}::text)::date as day),
        known as (select source from ${linkVisits} natural join today),
        counted as (
          select * from unnest(${sql.param(sources)}::text[], ${sql.param(visits)}::int[])
            as counted (source, visits)
        )
      insert into ${linkVisits} (day, source, visits)
      select day, source, visits from today, counted
      where source in (select source from known) or (select count(*) from known) < ${MAX_SOURCES}
        or source = any(${sql.param(own)}::text[])
        or source in (
          select link_source from ${payments}
          where link_source is not null and created_at > now() - ${NAMED_FOR}
        )
      order by source
      on conflict (day, source) do update set visits = link_visits.visits + excluded.visits`);
    const { rows } = await db.execute<{ source: string }>(sql`
      select source from ${linkVisits}
      where day = (now() at time zone ${timezone()}::text)::date`);
    this.#known = new Set(rows.map(({ source }) => source));
  }

  start(): Worker {
    const { logger } = this.#options;
    const saving = startWorker({
      round: () => this.save(),
      pauseMs: () => SAVE_EVERY_MS,
      onError: (err) => logger.warn({ err }, 'visits could not be saved'),
    });
    return {
      stop: async () => {
        await saving.stop();
        await this.save();
      },
    };
  }
}

export function registerVisits(
  { api, worker }: Registry,
  { visits }: { visits: LinkVisits },
): void {
  worker('visits', () => visits.start());
  api.serve('POST /api/visits', async ({ body, req }) => {
    visits.report(body.source, req.ip);
    return undefined;
  });
}
