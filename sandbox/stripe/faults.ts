import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';

export type Endpoint =
  | 'paymentIntents.create'
  | 'paymentIntents.retrieve'
  | 'paymentIntents.update'
  | 'paymentIntents.confirm'
  | 'paymentIntents.cancel'
  | 'refunds.create'
  | 'refunds.retrieve'
  | 'charges.retrieve'
  | 'disputes.retrieve'
  | 'disputes.list'
  | 'events.list'
  | 'challenges.answer';

/**
 * What goes wrong with a call. By default the call has no effect; with `takesEffect` it is carried
 * out first (an intent is made, a card is charged) and only the answer is lost or spoilt. A repeat
 * with the same idempotency key then gets the true answer, except from `answer` with `isKept`.
 */
export type Fault =
  /** Carried out and answered as usual, but after a while, its idempotency key in use meanwhile. */
  | { kind: 'delay'; ms: number }
  /** This answer instead; text is sent as it is, anything else as JSON. */
  | {
      kind: 'answer';
      status: number;
      body: unknown;
      headers?: Readonly<Record<string, string>>;
      takesEffect?: boolean;
      /** Once carried out, the provider keeps this answer for the idempotency key. */
      isKept?: boolean;
    }
  /** The connection is held open and nothing ever comes. */
  | { kind: 'hang'; takesEffect?: boolean }
  /** The connection is destroyed before the answer. */
  | { kind: 'cut'; takesEffect?: boolean }
  /** The connection is destroyed in the middle of the true answer's body. */
  | { kind: 'half-body' };

export interface Reply {
  status: number;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

/** The provider's own faults, ready to be used. */
export const STRIPE_FAULTS = {
  serverError: {
    kind: 'answer',
    status: 500,
    body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
  },
  /** The charge stands, the caller reads an error, and so does a repeat with the same key. */
  serverErrorAfterEffect: {
    kind: 'answer',
    status: 500,
    body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
    takesEffect: true,
    isKept: true,
  },
  rateLimit: {
    kind: 'answer',
    status: 429,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded.',
      },
    },
  },
  notJson: {
    kind: 'answer',
    status: 200,
    body: '<html><body>Gateway error</body></html>',
  },
} as const satisfies Record<string, Fault>;

interface WaitingFault {
  fault: Fault;
  /** How many calls it still spoils; Infinity for all until a reset. */
  left: number;
}

/** Faults waiting for the next calls, and the connections they hold. */
export class Faults {
  #waiting = new Map<Endpoint, WaitingFault[]>();
  #released = new AbortController();
  readonly #held = new Set<Response>();

  add(endpoint: Endpoint, fault: Fault, times: number): void {
    const waiting = this.#waiting.get(endpoint) ?? [];
    this.#waiting.set(endpoint, [...waiting, { fault, left: times }]);
  }

  /** Takes the next fault that waits for this endpoint, if any. */
  next(endpoint: Endpoint): Fault | null {
    const waiting = this.#waiting.get(endpoint);
    const first = waiting?.[0];
    if (!waiting || !first) return null;
    first.left -= 1;
    if (first.left < 1) waiting.shift();
    return first.fault;
  }

  /** Resolves after the time of a delay, or early when the faults are reset. */
  async wait(ms: number): Promise<void> {
    const { signal } = this.#released;
    await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Holds a connection open until it is closed from the other side or the faults are reset. */
  hold(res: Response): void {
    this.#held.add(res);
    res.once('close', () => this.#held.delete(res));
  }

  /** Forgets all faults and lets go of every connection they hold. */
  reset(): void {
    this.#waiting = new Map();
    this.#released.abort();
    this.#released = new AbortController();
    for (const res of this.#held) res.destroy();
  }
}

/** Whether the call is carried out although it is spoilt. */
export function takesEffect(fault: Fault): boolean {
  switch (fault.kind) {
    case 'delay':
    case 'half-body':
      return true;
    case 'answer':
    case 'hang':
    case 'cut':
      return fault.takesEffect ?? false;
  }
}
