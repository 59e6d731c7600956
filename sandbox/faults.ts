import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';

/**
 * What goes wrong with a call. By default the call has no effect; with `takesEffect` it is carried
 * out first (a payment is created, the prompt goes out) and only the answer is lost or spoilt.
 */
export type Fault =
  /** Carried out and answered as usual, but late. */
  | { kind: 'delay'; ms: number }
  /** This answer instead; text is sent as it is, anything else as JSON. */
  | { kind: 'answer'; status: number; body: unknown; takesEffect?: boolean }
  /** A gateway's error page. */
  | { kind: 'html'; status: number; takesEffect?: boolean }
  /** The connection is held open and nothing ever comes. */
  | { kind: 'hang'; takesEffect?: boolean }
  /** Carried out, but the connection breaks in the middle of the answer's body. */
  | { kind: 'half-body' }
  /** The connection is destroyed. */
  | { kind: 'cut'; takesEffect?: boolean };

export interface Reply {
  status: number;
  body: unknown;
}

const GATEWAY_PAGE =
  '<html><head><title>Gateway error</title></head><body><h1>Gateway error</h1></body></html>';

/** Faults waiting for the next calls, and the connections they hold. */
export class Faults<Endpoint extends string> {
  #waiting = new Map<Endpoint, Fault[]>();
  #released = new AbortController();
  readonly #held = new Set<Response>();

  add(endpoint: Endpoint, fault: Fault, times: number): void {
    const waiting = this.#waiting.get(endpoint) ?? [];
    this.#waiting.set(endpoint, [...waiting, ...Array.from({ length: times }, () => fault)]);
  }

  /** Answers a call, spoilt by the next fault that waits for this endpoint, if any. */
  async answer(endpoint: Endpoint, res: Response, carryOut: () => Promise<Reply>): Promise<void> {
    const fault = this.#waiting.get(endpoint)?.shift();
    if (!fault) {
      send(res, await carryOut());
      return;
    }
    if (fault.kind === 'delay') {
      const reply = await carryOut();
      const isReleased = await this.#elapsed(fault.ms);
      if (isReleased) res.destroy();
      else send(res, reply);
      return;
    }
    if (fault.kind === 'half-body') {
      sendHalf(res, await carryOut());
      return;
    }
    if (fault.takesEffect) await carryOut();
    switch (fault.kind) {
      case 'answer':
        send(res, fault);
        return;
      case 'html':
        res.status(fault.status).type('html').send(GATEWAY_PAGE);
        return;
      case 'hang':
        this.#hold(res);
        return;
      case 'cut':
        res.destroy();
    }
  }

  /** Forgets all faults and lets go of every connection they hold. */
  reset(): void {
    this.#waiting = new Map();
    this.#released.abort();
    this.#released = new AbortController();
    for (const res of this.#held) res.destroy();
  }

  #hold(res: Response): void {
    this.#held.add(res);
    res.once('close', () => this.#held.delete(res));
  }

  /** @returns whether the wait was broken off by a reset */
  async #elapsed(ms: number): Promise<boolean> {
    const { signal } = this.#released;
    await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
    return signal.aborted;
  }
}

/**
 * Promises the whole body, sends half of it and breaks off once that half is on its way. An answer
 * without a body breaks off before it begins.
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

/** Text is sent as it is, `undefined` as no body at all, anything else as JSON. */
function send(res: Response, { status, body }: Reply): void {
  if (body === undefined) res.status(status).end();
  else if (typeof body === 'string') res.status(status).type('text').send(body);
  else res.status(status).json(body);
}
