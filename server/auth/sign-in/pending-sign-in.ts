import { hkdfSync } from 'node:crypto';
import type { Request, Response } from 'express';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { Config } from '#server/config/index';
import { cookieIn, ownCookie } from '#server/http/index';
import { LANGUAGES } from '#shared/domain/localized';

/** How long a user may take at the provider, in ms. */
const SIGN_IN_MS = 10 * 60_000;

const pendingSignIn = z.object({
  /** Value that the provider's response must match. */
  state: z.string(),
  nonce: z.string(),
  /** PKCE secret: proves that the response goes to the sender of the request. */
  codeVerifier: z.string(),
  /** A page of this site. */
  returnTo: z.string(),
  language: z.enum(LANGUAGES).optional(),
  /** The only user who may complete it, when a signed-in user signs in again. */
  again: z.string().optional(),
  /** True when a second factor was required. */
  isStrong: z.boolean().optional(),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;

const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' };

/**
 * Sign-ins in progress. Each is stored in its browser, in an encrypted cookie, so that any number
 * of them costs the server nothing.
 */
export class PendingSignIns {
  readonly #cookie: ReturnType<typeof ownCookie>;
  readonly #keys: readonly Uint8Array[];

  constructor({ publicUrl, sessionSecrets }: Pick<Config, 'publicUrl' | 'sessionSecrets'>) {
    this.#cookie = ownCookie('sign-in', publicUrl);
    this.#keys = sessionSecrets.map(keyFrom);
  }

  /** Stores a sign-in; replaces an earlier one of this browser. */
  async store(res: Response, pending: PendingSignIn): Promise<void> {
    const [key] = this.#keys;
    if (!key) throw new Error('there is no session secret');
    const content = await new EncryptJWT(pending)
      .setProtectedHeader(ALGORITHMS)
      .setExpirationTime(new Date(Date.now() + SIGN_IN_MS))
      .encrypt(key);
    const { name, attributes } = this.#cookie;
    res.cookie(name, content, { ...attributes, maxAge: SIGN_IN_MS });
  }

  /** Returns and removes this browser's sign-in; null if there is none or it has expired. */
  async take(req: Request, res: Response): Promise<PendingSignIn | null> {
    const { name, attributes } = this.#cookie;
    const cookie = cookieIn(req, name);
    if (cookie === undefined) return null;
    res.clearCookie(name, attributes);
    for (const key of this.#keys) {
      const pending = await decrypt(cookie, key);
      if (pending) return pending;
    }
    return null;
  }
}

/** A key used for nothing else, so that no other cookie can pass for one of these. */
const keyFrom = (secret: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'sign-in under way', 32));

async function decrypt(content: string, key: Uint8Array): Promise<PendingSignIn | null> {
  try {
    const { payload } = await jwtDecrypt(content, key, {
      keyManagementAlgorithms: [ALGORITHMS.alg],
      contentEncryptionAlgorithms: [ALGORITHMS.enc],
    });
    return pendingSignIn.safeParse(payload).data ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
