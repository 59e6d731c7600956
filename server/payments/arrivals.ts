import { setTimeout as delay } from 'node:timers/promises';
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

/** How old the list of what can be voted for may be, in ms. */
const LIST_LASTS_MS = 10_000;
/** For votes that are not on it the list is read anew, this often at most. */
const READ_EVERY_MS = 100;

type Votable = ReadonlySet<string>;

/**
 * Refuses floods of payments before they cost a query each. Made-up votes are charged to a budget of
 * their own, and not to those who share an address with whoever sends them.
 */
export class Arrivals {
  readonly #db: Database;
  readonly #ofDevice = new Budget(OF_DEVICE);
  readonly #ofStrangers = new Budget(OF_STRANGERS);
  readonly #madeUp = new Budget(MADE_UP);
  #votable: Promise<Votable> | null = null;
  /** By the clock that never jumps. */
  #readAt = Number.NEGATIVE_INFINITY;
  /** The next reading, until it begins. */
  #next: Promise<Votable> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws AppError 429 */
  async admit({ device, ip }: Caller, voteLines: readonly VoteLine[]): Promise<void> {
    const areOn = (votable: Votable) =>
      voteLines.every(({ nominationId }) => votable.has(nominationId));
    if (!areOn(await this.#list())) {
      this.#madeUp.assertLeftFrom(ip);
      if (!areOn(await this.#newList())) this.#madeUp.spendFrom(ip);
    } else if (device === null) {
      this.#ofStrangers.spendFrom(ip);
    } else {
      this.#ofDevice.spend(device);
    }
  }

  /** What can be voted for is decided where the payment is made: this may be a little old. */
  #list(): Promise<Votable> {
    const isOld = performance.now() - this.#readAt >= LIST_LASTS_MS;
    return this.#votable && !isOld ? this.#votable : this.#readNow();
  }

  /** A list that is read after this moment, for all who ask until then. */
  #newList(): Promise<Votable> {
    this.#next ??= delay(Math.max(0, this.#readAt + READ_EVERY_MS - performance.now())).then(() => {
      this.#next = null;
      return this.#readNow();
    });
    return this.#next;
  }

  #readNow(): Promise<Votable> {
    this.#readAt = performance.now();
    const reading = this.#read();
    this.#votable = reading;
    reading.catch(() => {
      this.#votable = null;
    });
    return reading;
  }

  async #read(): Promise<Votable> {
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
