import type { IncomingMessage, ServerResponse } from 'node:http';
import { and, ne, sql } from 'drizzle-orm';
import { payments } from '#shared/schema';
import type { Database } from '../../db/client';

/** How many polls one process holds; beyond it each is answered at once, as if it had not asked to wait. */
const MOST_HELD = 10_000;
/** A voter has a few tabs at most; more are somebody who wants the places of others. */
const MOST_OF_ONE_PAYMENT = 4;

export interface Poll {
  paymentId: string;
  /** How long the answer may wait, in ms. */
  waitMs: number;
}

/** Where one poll waits. */
interface Place {
  paymentId: string;
  hasMoved: boolean;
  /** Ends the wait; null while there is none. */
  wake: (() => void) | null;
}

/**
 * The polls of this process that wait. Whoever moves a payment tells all processes so, which
 * hear it on the one connection that listens (`db/listen.ts`).
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

  /** For how long a poll has been held; undefined where it was not. */
  heldMsOf(req: IncomingMessage): number | undefined {
    return this.#heldMs.get(req);
  }

  /**
   * Has the poll wait for its payment to move, or until its time is over, whoever asked has left, or
   * the server stops.
   * @param isPending asked once a change would not be missed any more
   * @returns whether there is still somebody to be answered
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

  /** @param paymentId as it was told; null when it may have been told what nobody heard */
  async tell(paymentId: string | null): Promise<void> {
    const moved = paymentId === null ? await this.#movedUnheard() : [paymentId];
    for (const id of moved) {
      for (const place of this.#places.get(id) ?? []) {
        place.hasMoved = true;
        place.wake?.();
      }
    }
  }

  /** Answers all that wait, and holds no more. */
  stop(): void {
    this.#isStopped = true;
    for (const places of this.#places.values()) {
      for (const place of places) place.wake?.();
    }
  }

  #take(paymentId: string): Place | null {
    const places = this.#places.get(paymentId) ?? new Set();
    const isFull = this.#count >= MOST_HELD || places.size >= MOST_OF_ONE_PAYMENT;
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
