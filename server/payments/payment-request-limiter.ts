import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, isNull, not } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { isStanding, standing } from '#server/db/standing';
import { Budget, type Caller } from '#server/http/index';
import type { VoteLine } from '#shared/domain/votes';
import { artists, categories, nominations } from '#shared/schema';

/**
 * Limit of one device. A browser sends one request per payment and perhaps a retry; anything faster
 * is a script.
 */
const DEVICE_LIMIT = { name: 'arrivals-of-device', max: 30, seconds: 10 };
/** Limit shared by all devices without a cookie behind one address. */
const UNKNOWN_CLIENT_LIMIT = { name: 'arrivals-of-strangers', max: 600, seconds: 10 };
/** Limit for votes that cannot be given: an outdated page, or a script. */
const INVALID_VOTES_LIMIT = { name: 'made-up-votes', max: 60, seconds: 60 };

/** Longest time the list of votable nominations is cached, in ms. */
const LIST_MAX_AGE_MS = 10_000;
/**
 * Shortest interval between two reads of the list, in ms, when a request names votes that are not
 * on it.
 */
const MIN_READ_INTERVAL_MS = 100;

type Votable = ReadonlySet<string>;

/**
 * Rejects floods of payment requests before each of them costs a query. Made-up votes are counted
 * against a separate budget, so that other clients behind the sender's address are not affected.
 */
export class PaymentRequestLimiter {
  readonly #db: Database;
  readonly #ofDevice = new Budget(DEVICE_LIMIT);
  readonly #ofUnknownClients = new Budget(UNKNOWN_CLIENT_LIMIT);
  readonly #invalidVotes = new Budget(INVALID_VOTES_LIMIT);
  #votable: Promise<Votable> | null = null;
  /** Time of the last read, by the monotonic clock. */
  #readAt = Number.NEGATIVE_INFINITY;
  /** The scheduled read, until it starts. */
  #next: Promise<Votable> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws AppError 429 */
  async admit({ device, ip }: Caller, voteLines: readonly VoteLine[]): Promise<void> {
    const areListed = (votable: Votable) =>
      voteLines.every(({ nominationId }) => votable.has(nominationId));
    if (!areListed(await this.#list())) {
      this.#invalidVotes.assertLeftFrom(ip);
      if (!areListed(await this.#newList())) this.#invalidVotes.spendFrom(ip);
    } else if (device === null) {
      this.#ofUnknownClients.spendFrom(ip);
    } else {
      this.#ofDevice.spend(device);
    }
  }

  /**
   * Returns the cached list. It may be slightly stale: the code that creates the payment makes the
   * final decision.
   */
  #list(): Promise<Votable> {
    const isOld = performance.now() - this.#readAt >= LIST_MAX_AGE_MS;
    return this.#votable && !isOld ? this.#votable : this.#readNow();
  }

  /** Returns a list read after this call. Concurrent callers share one read. */
  #newList(): Promise<Votable> {
    this.#next ??= delay(Math.max(0, this.#readAt + MIN_READ_INTERVAL_MS - performance.now())).then(
      () => {
        this.#next = null;
        return this.#readNow();
      },
    );
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
      .innerJoin(standing, isStanding)
      .innerJoin(artists, eq(artists.id, standing.artistId))
      .innerJoin(categories, eq(categories.id, standing.categoryId))
      .where(
        and(
          isNull(standing.withdrawnAt),
          artists.isActive,
          categories.isActive,
          not(categories.isHidden),
        ),
      );
    return new Set(rows.map(({ id }) => id));
  }
}
