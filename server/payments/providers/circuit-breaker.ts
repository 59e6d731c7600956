interface CircuitBreakerOptions {
  /** Failures in a row after which nothing is sent any more. */
  failuresToOpen: number;
  /** After this time one attempt is let through, to see whether the other side is back. */
  probeAfterMs: number;
  onChange: (state: 'open' | 'closed') => void;
}

/**
 * Keeps the server from waiting for a provider that is down: after a row of failures attempts are
 * refused at once, until a single probe succeeds.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #failures = 0;
  /** Monotonic, in ms; null while closed. */
  #probeAt: number | null = null;
  #isProbing = false;
  /** Monotonic, in ms. */
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /**
   * @param isAlive whether what came back shows that the other side is there
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
    // While it waited others were answered: the other side is there.
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

  /** Attempts that were under way when it opened do not keep it open any longer. */
  #failed(wasProbe: boolean): void {
    this.#failures += 1;
    const { failuresToOpen, probeAfterMs, onChange } = this.#options;
    const isOpen = this.#probeAt !== null;
    if (isOpen ? !wasProbe : this.#failures < failuresToOpen) return;
    this.#probeAt = performance.now() + probeAfterMs;
    if (!isOpen) onChange('open');
  }
}
