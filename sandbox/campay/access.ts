import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import {
  CAMPAY_SANDBOX_PASSWORD,
  CAMPAY_SANDBOX_PERMANENT_TOKEN,
  CAMPAY_SANDBOX_USERNAME,
} from './credentials';

const credentialsBody = z.object({ username: z.string(), password: z.string() });

interface IssuedToken {
  token: string;
  /** Seconds. */
  expires_in: number;
}

/** Who may call: the permanent token, or one that `/token/` issued and that has not expired. */
export class AccessTokens {
  readonly #lifetimeMs: number;
  /** Never leaves this process: the caller treats the token as opaque. */
  readonly #key = new TextEncoder().encode(randomUUID() + randomUUID());
  readonly #expiries = new Map<string, number>();

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  /** @returns null when the credentials are wrong */
  async issue(body: unknown): Promise<IssuedToken | null> {
    const parsed = credentialsBody.safeParse(body);
    if (!parsed.success) return null;
    const { username, password } = parsed.data;
    if (username !== CAMPAY_SANDBOX_USERNAME || password !== CAMPAY_SANDBOX_PASSWORD) return null;

    const expiresAt = Date.now() + this.#lifetimeMs;
    const token = await new SignJWT({ uid: 1 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(randomUUID())
      .setExpirationTime(Math.floor(expiresAt / 1_000))
      .sign(this.#key);
    this.#expiries.set(token, expiresAt);
    return { token, expires_in: Math.floor(this.#lifetimeMs / 1_000) };
  }

  /**
   * Reads an `Authorization` header. The word before the token is `Token`; another word, such as
   * `Bearer`, is not recognised as credentials at all.
   */
  check(authorization: string | undefined): 'granted' | 'no-credentials' | 'invalid-token' {
    const token = /^Token (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) return 'no-credentials';
    if (token === CAMPAY_SANDBOX_PERMANENT_TOKEN) return 'granted';
    const expiresAt = this.#expiries.get(token);
    return expiresAt !== undefined && expiresAt > Date.now() ? 'granted' : 'invalid-token';
  }

  /** The permanent token stays good: it never expires. */
  expireAll(): void {
    this.#expiries.clear();
  }
}
