/** Time before expiry at which a token is renewed, in ms. */
const MARGIN_MS = 60_000;

export interface IssuedToken {
  value: string;
  lifetimeMs: number;
}

/** Why a provider issued no token. */
export interface NoToken {
  /** A status or the connection error; contains no secrets. */
  reason: string;
  /** True when the provider refused our credentials. */
  isRefused: boolean;
}

/**
 * Caches one token until shortly before it expires; concurrent callers share one request for a new
 * one.
 */
export class TokenCache {
  readonly #request: () => Promise<IssuedToken | NoToken>;
  #noToken: NoToken | null = null;
  #cached: { value: string; renewAt: number } | null = null;
  #renewal: Promise<string | null> | null = null;

  constructor(request: () => Promise<IssuedToken | NoToken>) {
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

  /** Why the last request issued no token; null if it did. */
  get noToken(): NoToken | null {
    return this.#noToken;
  }

  /** Drops a token that the provider no longer accepts. A token renewed meanwhile stays. */
  discard(token: string): void {
    if (this.#cached?.value === token) this.#cached = null;
  }

  async #renew(): Promise<string | null> {
    const issued = await this.#request();
    this.#noToken = 'reason' in issued ? issued : null;
    if ('reason' in issued) return null;
    const { value, lifetimeMs } = issued;
    const margin = Math.min(MARGIN_MS, lifetimeMs / 2);
    this.#cached = { value, renewAt: performance.now() + lifetimeMs - margin };
    return value;
  }
}
