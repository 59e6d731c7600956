import { randomBytes } from 'node:crypto';

interface IssuedToken {
  access_token: string;
  token_type: string;
  /** Seconds. */
  expires_in: number;
}

/** Tokens from the token call: opaque, and good until they expire. They do not survive a restart. */
export class AccessTokens {
  readonly #lifetimeMs: number;
  readonly #issued = new Map<string, { userId: string; expiresAt: number }>();

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  issue(userId: string): IssuedToken {
    const token = randomBytes(48).toString('base64url');
    this.#issued.set(token, { userId, expiresAt: Date.now() + this.#lifetimeMs });
    const seconds = Math.floor(this.#lifetimeMs / 1_000);
    return { access_token: token, token_type: 'access_token', expires_in: seconds };
  }

  /** The user behind an `Authorization` header, or null when it opens nothing. */
  userIdOf(authorization: string | undefined): string | null {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    const issued = token === undefined ? undefined : this.#issued.get(token);
    return issued && issued.expiresAt > Date.now() ? issued.userId : null;
  }

  expireAll(): void {
    this.#issued.clear();
  }
}
