import type { RequestHandler } from 'express';
import { type Fault, Faults } from './faults';

interface CommonSwitches {
  /** True cuts every connection before anything is read. */
  isUnreachable: boolean;
}

/**
 * A simulated provider: tests set its switches, add faults and compare its records with ours. The
 * part that the application sees is in each provider's routes.
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

  /** Changes some switches; they stay until changed again or `reset()`. */
  configure(changes: Partial<Switches>): void {
    this.#switches = { ...this.#switches, ...changes };
  }

  /** Adds a fault for the next call (or several, or with Infinity all) of an endpoint. */
  failNext(endpoint: Endpoint, fault: Fault, times = 1): void {
    this.faults.add(endpoint, fault, times);
  }

  countCall(endpoint: Endpoint): void {
    this.#calls.set(endpoint, this.callCount(endpoint) + 1);
  }

  /** Number of calls of an endpoint, including faulty and refused ones. */
  callCount(endpoint: Endpoint): number {
    return this.#calls.get(endpoint) ?? 0;
  }

  /** Resets everything: no faults, default switches. */
  reset(): void {
    this.#switches = this.#defaults;
    this.#calls.clear();
    this.faults.reset();
  }

  /** Must run before anything of a call is read. */
  readonly cutIfUnreachable: RequestHandler = (req, _res, next) => {
    if (this.#switches.isUnreachable) req.socket.destroy();
    else next();
  };
}
