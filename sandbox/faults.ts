import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';

/**
 * A fault of a call. By default the call has no effect; with `takesEffect` it is carried out first
 * (a payment is created, a card is charged) and only the response is lost or replaced.
 */
export type Fault =
  /** Carried out and answered as usual, but late. */
  | { kind: 'delay'; ms: number }
  /** Sends this response instead; text is sent unchanged, anything else as JSON. */
  | {
      kind: 'answer';
      status: number;
      body: unknown;
      headers?: Readonly<Record<string, string>>;
      takesEffect?: boolean;
      /**
       * Stripe only: once carried out, this is also the response to every repeat with the same key.
       */
      isKept?: boolean;
    }
  /** A gateway's error page. */
  | { kind: 'html'; status: number; takesEffect?: boolean }
  /** The connection stays open without a response. */
  | { kind: 'hang'; takesEffect?: boolean }
  /** The connection is destroyed. */
  | { kind: 'cut'; takesEffect?: boolean }
  /** Carried out, but the connection breaks in the middle of the response's body. */
  | { kind: 'half-body' };

export interface Reply {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

const GATEWAY_PAGE =
  '<html><head><title>Gateway error</title></head><body><h1>Gateway error</h1></body></html>';

/** Any number of calls may wait for it. */
function newRelease(): AbortController {
  const release = new AbortController();
  setMaxListeners(0, release.signal);
  return release;
}

/** Faults for the next calls, and the connections that they keep open. */
export class Faults<Endpoint extends string> {
  #waiting = new Map<Endpoint, { fault: Fault; left: number }[]>();
  #released = newRelease();
  readonly #held = new Set<Response>();

  /** @param times number of calls affected; Infinity for all until a reset */
  add(endpoint: Endpoint, fault: Fault, times: number): void {
    const waiting = this.#waiting.get(endpoint) ?? [];
    this.#waiting.set(endpoint, [...waiting, { fault, left: times }]);
  }

  /** Number of calls still to be affected. */
  get left(): number {
    return [...this.#waiting.values()].flat().reduce((sum, { left }) => sum + left, 0);
  }

  /** Removes and returns the next fault for this endpoint, or null. */
  next(endpoint: Endpoint): Fault | null {
    const waiting = this.#waiting.get(endpoint);
    const first = waiting?.[0];
    if (!waiting || !first) return null;
    first.left -= 1;
    if (first.left < 1) waiting.shift();
    return first.fault;
  }

  /** Resolves after this time, or at once when the faults are reset. */
  async wait(ms: number): Promise<void> {
    const { signal } = this.#released;
    await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** @param reply of the call that was carried out; null when it was not */
  send(res: Response, fault: Fault | null, reply: Reply | null): void {
    switch (fault?.kind) {
      case 'answer':
        send(res, fault);
        return;
      case 'html':
        res.status(fault.status).type('html').send(GATEWAY_PAGE);
        return;
      case 'hang':
        this.#held.add(res);
        res.once('close', () => this.#held.delete(res));
        return;
      case 'cut':
        res.destroy();
        return;
      case 'half-body':
        if (reply) sendHalf(res, reply);
        return;
      case 'delay':
      case undefined:
        if (reply) send(res, reply);
    }
  }

  /** Removes all faults and closes every connection that they keep open. */
  reset(): void {
    this.#waiting = new Map();
    this.#released.abort();
    this.#released = newRelease();
    for (const res of this.#held) res.destroy();
  }
}

/** True when the call is carried out despite the fault. */
export const takesEffect = (fault: Fault): boolean =>
  fault.kind === 'delay' || fault.kind === 'half-body' || (fault.takesEffect ?? false);

/**
 * Announces the whole body, sends half of it and then breaks the connection. A response without a
 * body breaks off before it starts.
 */
function sendHalf(res: Response, { status, body }: Reply): void {
  if (body === undefined) {
    res.destroy();
    return;
  }
  const whole = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  res.status(status).type('json').set('content-length', String(whole.length));
  res.write(whole.subarray(0, whole.length / 2), () => res.destroy());
}

/** Sends text unchanged, `undefined` as no body, and anything else as JSON. */
function send(res: Response, { status, body, headers = {} }: Reply): void {
  res.status(status).set(headers);
  if (body === undefined) res.end();
  else if (typeof body === 'string') res.type('text').send(body);
  else res.json(body);
}
