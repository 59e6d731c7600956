import { and, eq, isNull, not } from 'drizzle-orm';
import type { VoteLine } from '#shared/domain/votes';
import { artists, categories, nominations } from '#shared/schema';
import type { Database } from '../db/client';
import { Budget, type Caller } from '../http';

/** A browser asks once for a payment, and perhaps again; what asks more often is none. */
const OF_DEVICE = { name: 'arrivals-of-device', max: 30, seconds: 10 };
/** All strangers behind an address together. */
const OF_STRANGERS = { name: 'arrivals-of-strangers', max: 600, seconds: 10 };
/** For votes that nobody can give: a page that is out of date, or a machine. */
const MADE_UP = { name: 'made-up-votes', max: 60, seconds: 60 };

/** How old the list of what can be voted for may be, in ms; and for a vote that is not on it. */
const LIST_LASTS_MS = 10_000;
const LOOK_AGAIN_MS = 100;

/**
 * Refuses floods of payments before they cost a query each. Made-up votes are charged to a budget of
 * their own, and not to those who share an address with whoever sends them.
 */
export class Arrivals {
  readonly #db: Database;
  readonly #ofDevice = new Budget(OF_DEVICE);
  readonly #ofStrangers = new Budget(OF_STRANGERS);
  readonly #madeUp = new Budget(MADE_UP);
  #votable: Promise<ReadonlySet<string>> | null = null;
  #readAt = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws AppError 429 */
  async admit({ device, ip }: Caller, voteLines: readonly VoteLine[]): Promise<void> {
    if (!(await this.#areVotable(voteLines, LIST_LASTS_MS))) {
      this.#madeUp.assertLeftFrom(ip);
      if (!(await this.#areVotable(voteLines, LOOK_AGAIN_MS))) this.#madeUp.spendFrom(ip);
    } else if (device === null) {
      this.#ofStrangers.spendFrom(ip);
    } else {
      this.#ofDevice.spend(device);
    }
  }

  /** By a list of that age at most: what can be voted for is decided where the payment is made. */
  async #areVotable(voteLines: readonly VoteLine[], maxAgeMs: number): Promise<boolean> {
    const votable = await this.#list(maxAgeMs);
    return voteLines.every(({ nominationId }) => votable.has(nominationId));
  }

  #list(maxAgeMs: number): Promise<ReadonlySet<string>> {
    const now = Date.now();
    if (this.#votable && now - this.#readAt < maxAgeMs) return this.#votable;
    this.#readAt = now;
    const reading = this.#read();
    this.#votable = reading;
    reading.catch(() => {
      this.#votable = null;
    });
    return reading;
  }

  async #read(): Promise<ReadonlySet<string>> {
    const rows = await this.#db
      .select({ id: nominations.id })
      .from(nominations)
      .innerJoin(artists, eq(artists.id, nominations.artistId))
      .innerJoin(categories, eq(categories.id, nominations.categoryId))
      .where(
        and(
          isNull(nominations.withdrawnAt),
          artists.isActive,
          categories.isActive,
          not(categories.isHidden),
        ),
      );
    return new Set(rows.map(({ id }) => id));
  }
}
