import type { IncomingMessage, ServerResponse } from 'node:http';
import { and, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { payments } from '#shared/schema';

/**
 * Most polls one process holds. Further polls get an immediate response, as if they had not asked
 * to wait.
 */
const MAX_HELD = 10_000;
/**
 * Most held polls per payment. A voter has a few tabs at most; more would take capacity from other
 * voters.
 */
const MAX_PER_PAYMENT = 4;

export interface Poll {
  paymentId: string;
  /** Longest time the response may be delayed, in ms. */
  waitMs: number;
}

/** One held poll. */
interface Place {
  paymentId: string;
  hasMoved: boolean;
  /** Ends the wait; null while not waiting. */
  wake: (() => void) | null;
}

/**
 * The held polls of this process. Code that changes a payment notifies all processes, which receive
 * the notification on their listening connection (`db/listen.ts`).
 */
export class HeldPolls {
  readonly #db: Database;
  readonly #places = new Map<string, Set<Place>>();
  readonly #heldMs = new WeakMap<IncomingMessage, number>();
  #count = 0;
  #isStopped = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns how long a poll was held, in ms; undefined if it was not held. */
  heldMsOf(req: IncomingMessage): number | undefined {
    return this.#heldMs.get(req);
  }

  /**
   * Holds the poll until its payment changes, its time is over, the client disconnects or the
   * server stops.
   * @param isPending called once the poll is registered, so that no later change is missed
   * @returns whether the client is still connected
   */
  async hold(
    req: IncomingMessage,
    res: ServerResponse,
    { paymentId, waitMs }: Poll,
    isPending: () => Promise<boolean>,
  ): Promise<boolean> {
    const place = this.#take(paymentId);
    if (place === null) return true;
    try {
      if (!(await isPending())) return true;
      const startedAt = performance.now();
      await this.#wait(place, waitMs, res);
      this.#heldMs.set(req, Math.round(performance.now() - startedAt));
      return !res.destroyed;
    } finally {
      this.#leave(place);
    }
  }

  /**
   * Wakes the polls of a payment.
   * @param paymentId from the notification; null when notifications may have been missed
   */
  async tell(paymentId: string | null): Promise<void> {
    const moved = paymentId === null ? await this.#movedUnheard() : [paymentId];
    for (const id of moved) {
      for (const place of this.#places.get(id) ?? []) {
        place.hasMoved = true;
        place.wake?.();
      }
    }
  }

  /** Ends all waits and holds no more polls. */
  stop(): void {
    this.#isStopped = true;
    for (const places of this.#places.values()) {
      for (const place of places) place.wake?.();
    }
  }

  #take(paymentId: string): Place | null {
    const places = this.#places.get(paymentId) ?? new Set();
    const isFull = this.#count >= MAX_HELD || places.size >= MAX_PER_PAYMENT;
    if (this.#isStopped || isFull) return null;
    const place: Place = { paymentId, hasMoved: false, wake: null };
    this.#places.set(paymentId, places.add(place));
    this.#count += 1;
    return place;
  }

  #leave(place: Place): void {
    const places = this.#places.get(place.paymentId);
    if (!places?.delete(place)) return;
    this.#count -= 1;
    if (places.size === 0) this.#places.delete(place.paymentId);
  }

  #wait(place: Place, ms: number, res: ServerResponse): Promise<void> {
    if (place.hasMoved || this.#isStopped || res.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        res.off('close', wake);
        place.wake = null;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      res.once('close', wake);
      place.wake = wake;
    });
  }

  async #movedUnheard(): Promise<string[]> {
    const held = [...this.#places.keys()];
    if (held.length === 0) return [];
    const isHeld = sql`${payments.id} = any(${sql.param(held)}::uuid[])`;
    const moved = await this.#db
      .select({ id: payments.id })
      .from(payments)
      .where(and(isHeld, ne(payments.status, 'pending')));
    return moved.map(({ id }) => id);
  }
}
