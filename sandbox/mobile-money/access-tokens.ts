import { randomText } from '#sandbox/random-text';

/** Opaque tokens, each valid until it expires; lost at a restart. */
export class AccessTokens {
  readonly #lifetimeMs: number;
  readonly #issued = new Map<string, { owner: string; expiresAt: number }>();

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  issue(owner: string): { token: string; seconds: number } {
    const token = randomText(64);
    this.#issued.set(token, { owner, expiresAt: Date.now() + this.#lifetimeMs });
    return { token, seconds: Math.floor(this.#lifetimeMs / 1_000) };
  }

  /** Returns null for an unknown or expired token. */
  ownerOf(token: string | undefined): string | null {
    const issued = token === undefined ? undefined : this.#issued.get(token);
    return issued && issued.expiresAt > Date.now() ? issued.owner : null;
  }

  expireAll(): void {
    this.#issued.clear();
  }
}
