import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import type { Registry } from '#server/room';
import { linkVisits } from '#shared/schema';

/**
 * Interval in ms. Saved in batches, because one popular source would make all requests wait for one
 * row.
 */
const SAVE_EVERY_MS = 10_000;
/** Limit of the sources stored per day and in memory, because anyone can invent sources. */
const MAX_SOURCES = 1_000;

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

  constructor(options: LinkVisitsOptions) {
    this.#options = options;
  }

  count(source: string, visits = 1): void {
    const earlier = this.#unsaved.get(source) ?? 0;
    if (earlier > 0 || this.#unsaved.size < MAX_SOURCES) {
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

  /** In the order of their names, so that all processes take their locks in the same order. */
  async #add(sources: string[], visits: number[]): Promise<void> {
    const { db, timezone } = this.#options;
    await db.execute(sql`
      with today as (select (now() at time zone ${timezone()}::text)::date as day),
        known as (select source from ${linkVisits} natural join today)
      insert into ${linkVisits} (day, source, visits)
      select day, source, visits
      from today, unnest(${sql.param(sources)}::text[], ${sql.param(visits)}::int[]) as counted (source, visits)
      where source in (select source from known) or (select count(*) from known) < ${MAX_SOURCES}
      order by source
      on conflict (day, source) do update set visits = link_visits.visits + excluded.visits`);
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
  api.serve('POST /api/visits', async ({ body }) => {
    visits.count(body.source);
    return undefined;
  });
}
