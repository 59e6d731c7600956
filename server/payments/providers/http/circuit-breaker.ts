interface CircuitBreakerOptions {
  /** Consecutive failures after which the breaker opens. */
  failuresToOpen: number;
  /** After this time, in ms, one probe is let through. */
  probeAfterMs: number;
  onChange: (state: 'open' | 'closed') => void;
}

/**
 * Keeps the server from waiting for a provider that is down: after a number of consecutive
 * failures, attempts are refused at once until a single probe succeeds.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #failures = 0;
  /** By the monotonic clock, in ms; null while closed. */
  #probeAt: number | null = null;
  #isProbing = false;
  /** By the monotonic clock, in ms. */
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /**
   * @param isAlive true when the result shows that the provider is up
   * @returns null when the attempt was not made
   */
  async run<Result>(
    attempt: () => Promise<Result>,
    isAlive: (result: Result) => boolean,
  ): Promise<Result | null> {
    const isProbe = this.#probeAt !== null;
    if (this.#probeAt !== null) {
      if (this.#isProbing || performance.now() < this.#probeAt) return null;
      this.#isProbing = true;
    }
    const startedAt = performance.now();
    const result = await attempt();
    if (isProbe) this.#isProbing = false;
    if (isAlive(result)) this.#succeeded();
    // Other attempts were answered while this one waited, so the provider is up.
    else if (isProbe || startedAt >= this.#answeredAt) this.#failed(isProbe);
    return result;
  }

  #succeeded(): void {
    this.#answeredAt = performance.now();
    this.#failures = 0;
    if (this.#probeAt === null) return;
    this.#probeAt = null;
    this.#options.onChange('closed');
  }

  /** Attempts in flight when the breaker opened do not keep it open any longer. */
  #failed(wasProbe: boolean): void {
    this.#failures += 1;
    const { failuresToOpen, probeAfterMs, onChange } = this.#options;
    const isOpen = this.#probeAt !== null;
    if (isOpen ? !wasProbe : this.#failures < failuresToOpen) return;
    this.#probeAt = performance.now() + probeAfterMs;
    if (!isOpen) onChange('open');
  }
}
