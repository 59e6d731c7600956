/** Time before expiry at which a token is renewed, in ms. */
const MARGIN_MS = 60_000;

export interface IssuedToken {
  value: string;
  lifetimeMs: number;
}

/**
 * Caches one token until shortly before it expires; concurrent callers share one request for a new
 * one.
 */
export class TokenCache {
  /** @returns null when the provider issued none */
  readonly #request: () => Promise<IssuedToken | null>;
  #cached: { value: string; renewAt: number } | null = null;
  #renewal: Promise<string | null> | null = null;

  constructor(request: () => Promise<IssuedToken | null>) {
    this.#request = request;
  }

  /** @returns null when no token is available at the moment */
  async current(): Promise<string | null> {
    if (this.#cached && performance.now() < this.#cached.renewAt) return this.#cached.value;
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  /** Drops a token that the provider no longer accepts. A token renewed meanwhile stays. */
  discard(token: string): void {
    if (this.#cached?.value === token) this.#cached = null;
  }

  async #renew(): Promise<string | null> {
    const issued = await this.#request();
    if (!issued) return null;
    const { value, lifetimeMs } = issued;
    const margin = Math.min(MARGIN_MS, lifetimeMs / 2);
    this.#cached = { value, renewAt: performance.now() + lifetimeMs - margin };
    return value;
  }
}
