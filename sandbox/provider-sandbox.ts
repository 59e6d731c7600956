import type { RequestHandler } from 'express';
import { type Fault, Faults } from './faults';

interface CommonSwitches {
  /** Every connection is cut before anything is read. */
  isUnreachable: boolean;
}

/**
 * A provider from the inside: tests turn its switches, make it fail and compare its books with
 * ours. What the application sees of it is in its own routes.
 */
export abstract class ProviderSandbox<Endpoint extends string, Switches extends CommonSwitches> {
  readonly faults = new Faults<Endpoint>();
  readonly #defaults: Readonly<Switches>;
  readonly #calls = new Map<Endpoint, number>();
  #switches: Readonly<Switches>;

  constructor(defaults: Readonly<Switches>) {
    this.#defaults = defaults;
    this.#switches = defaults;
  }

  get switches(): Readonly<Switches> {
    return this.#switches;
  }

  /** Turns some switches; they stay until turned again or `reset()`. */
  configure(changes: Partial<Switches>): void {
    this.#switches = { ...this.#switches, ...changes };
  }

  /** Spoils the next call (or the next few, or with Infinity all) of an endpoint. */
  failNext(endpoint: Endpoint, fault: Fault, times = 1): void {
    this.faults.add(endpoint, fault, times);
  }

  countCall(endpoint: Endpoint): void {
    this.#calls.set(endpoint, this.callCount(endpoint) + 1);
  }

  /** How often an endpoint was called, spoilt and refused calls included. */
  callCount(endpoint: Endpoint): number {
    return this.#calls.get(endpoint) ?? 0;
  }

  /** As new: no faults, switches at their defaults. */
  reset(): void {
    this.#switches = this.#defaults;
    this.#calls.clear();
    this.faults.reset();
  }

  /** To be run before anything is read of a call. */
  readonly cutIfUnreachable: RequestHandler = (req, _res, next) => {
    if (this.#switches.isUnreachable) req.socket.destroy();
    else next();
  };
}
