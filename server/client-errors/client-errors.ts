import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import type { ClientError } from '#shared/contracts/client-errors';
import { clientErrors } from '#shared/schema';

const MAX_MESSAGE_LENGTH = 160;

/**
 * Removes data from an error's message: quotations, addresses, e-mails and figures, so that
 * failures of one kind are equal and nothing personal is stored.
 */
const scrub = (message: string): string =>
  message
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\b(?:https?|blob|data):\S+/g, '…')
    .replace(/#?[0-9A-Za-z-]*\d[0-9A-Za-z-]*/g, '0')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH);

/**
 * Interval in ms. Saved in batches, because a failure on all phones would make all requests wait
 * for one row.
 */
const SAVE_EVERY_MS = 10_000;
/** Limit of the kinds stored per hour and in memory, because anyone can invent failures. */
const MAX_KINDS = 300;
const RETENTION = '14 days';

type Row = Omit<typeof clientErrors.$inferInsert, 'hour'>;

/** Counts failures reported by browsers. Anyone can make it count too many. */
export class ClientErrors {
  readonly #db: Database;
  readonly #logger: Logger;
  #unsaved = new Map<string, Row>();

  constructor({ db, logger }: { db: Database; logger: Logger }) {
    this.#db = db;
    this.#logger = logger;
  }

  /** @param userAgent header of the browser, or null */
  count(failure: ClientError, userAgent: string | null): void {
    const { kind, page, language, frames } = failure;
    const message = scrub(failure.message);
    const identity = { kind, page, browser: browserOf(userAgent), language, message, frames };
    const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    this.#add({ ...identity, digest, count: 1 });
  }

  #add(row: Row): void {
    const earlier = this.#unsaved.get(row.digest);
    if (earlier) earlier.count += row.count;
    else if (this.#unsaved.size < MAX_KINDS) this.#unsaved.set(row.digest, row);
  }

  /** @throws when the database does not accept them; they are saved the next time */
  async save(): Promise<void> {
    const counted = this.#unsaved;
    if (counted.size === 0) return;
    this.#unsaved = new Map();
    try {
      await this.#write([...counted.values()]);
    } catch (error) {
      for (const row of counted.values()) this.#add(row);
      throw error;
    }
  }

  /** In the order of their digests, so that all processes take their locks in the same order. */
  async #write(rows: Row[]): Promise<void> {
    await this.#db.execute(sql`
      with this_hour as (select date_trunc('hour', now()) as hour),
        known as (select digest from ${clientErrors} natural join this_hour),
        reported as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reported (
          digest text, kind text, page text, browser text, language text, message text,
          frames text[], count int))
      insert into ${clientErrors}
        (hour, digest, kind, page, browser, language, message, frames, count)
      select hour, digest, kind, page, browser, language, message, frames, count
      from this_hour, reported
      where digest in (select digest from known) or (select count(*) from known) < ${MAX_KINDS}
      order by digest
      on conflict (hour, digest) do update set count = phone_failures.count + excluded.count`);
    await this.#db.execute(
      sql`delete from ${clientErrors} where hour < now() - ${RETENTION}::interval`,
    );
  }

  start(): Worker {
    const saving = startWorker({
      round: () => this.save(),
      pauseMs: () => SAVE_EVERY_MS,
      onError: (err) =>
        this.#logger.warn({ err }, 'failures reported by browsers could not be saved'),
    });
    return {
      stop: async () => {
        await saving.stop();
        await this.save();
      },
    };
  }
}

/** Returns the family and the major version, as `Chrome 103`: no more, to protect privacy. */
function browserOf(userAgent: string | null): string {
  if (!userAgent) return 'unknown';
  const { name, version } = Bowser.parse(userAgent).browser;
  const major = /^\d+/.exec(version ?? '')?.[0];
  return [name?.slice(0, 40) || 'unknown', major].filter(Boolean).join(' ');
}
