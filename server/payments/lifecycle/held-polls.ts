import type { IncomingMessage, ServerResponse } from 'node:http';
import { and, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { Places } from '#server/platform/places/index';
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
interface HeldPoll {
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
  readonly #polls = new Map<string, Set<HeldPoll>>();
  readonly #heldMs = new WeakMap<IncomingMessage, number>();
  readonly #places = new Places('held-polls', MAX_HELD);
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
    const held = this.#register(paymentId);
    if (held === null) return true;
    try {
      if (!(await isPending())) return true;
      const startedAt = performance.now();
      await this.#wait(held, waitMs, res);
      this.#heldMs.set(req, Math.round(performance.now() - startedAt));
      return !res.destroyed;
    } finally {
      this.#unregister(held);
    }
  }

  /**
   * Wakes the polls of a payment.
   * @param paymentId from the notification; null when notifications may have been missed
   */
  async notify(paymentId: string | null): Promise<void> {
    const moved = paymentId === null ? await this.#findMoved() : [paymentId];
    for (const id of moved) {
      for (const held of this.#polls.get(id) ?? []) {
        held.hasMoved = true;
        held.wake?.();
      }
    }
  }

  /** Ends all waits and holds no more polls. */
  stop(): void {
    this.#isStopped = true;
    for (const pollsOfPayment of this.#polls.values()) {
      for (const held of pollsOfPayment) held.wake?.();
    }
  }

  #register(paymentId: string): HeldPoll | null {
    const pollsOfPayment = this.#polls.get(paymentId) ?? new Set();
    if (this.#isStopped || pollsOfPayment.size >= MAX_PER_PAYMENT || !this.#places.take())
      return null;
    const held: HeldPoll = { paymentId, hasMoved: false, wake: null };
    this.#polls.set(paymentId, pollsOfPayment.add(held));
    return held;
  }

  #unregister(held: HeldPoll): void {
    const pollsOfPayment = this.#polls.get(held.paymentId);
    if (!pollsOfPayment?.delete(held)) return;
    this.#places.giveBack();
    if (pollsOfPayment.size === 0) this.#polls.delete(held.paymentId);
  }

  #wait(held: HeldPoll, ms: number, res: ServerResponse): Promise<void> {
    if (held.hasMoved || this.#isStopped || res.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        res.off('close', wake);
        held.wake = null;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      res.once('close', wake);
      held.wake = wake;
    });
  }

  async #findMoved(): Promise<string[]> {
    const held = [...this.#polls.keys()];
    if (held.length === 0) return [];
    const isHeld = sql`${payments.id} = any(${sql.param(held)}::uuid[])`;
    const moved = await this.#db
      .select({ id: payments.id })
      .from(payments)
      .where(and(isHeld, ne(payments.status, 'pending')));
    return moved.map(({ id }) => id);
  }
}
