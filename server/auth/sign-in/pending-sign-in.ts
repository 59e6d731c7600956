import { hkdfSync } from 'node:crypto';
import type { Request, Response } from 'express';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { LANGUAGES } from '#shared/domain/localized';
import type { Config } from '../../config';
import { cookieIn, ownCookie } from '../../http';

/** How long a person may take at the provider's. */
const SIGN_IN_MS = 10 * 60_000;

const pendingSignIn = z.object({
  /** What the provider's answer must match. */
  state: z.string(),
  nonce: z.string(),
  /** Of PKCE: proves that the answer goes to whom the question came from. */
  codeVerifier: z.string(),
  /** A page of ours. */
  returnTo: z.string(),
  language: z.enum(LANGUAGES).optional(),
  /** The one person who may answer, where somebody who is signed in signs in again. */
  again: z.string().optional(),
  /** Whether a second factor was demanded. */
  isStrong: z.boolean().optional(),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;

const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' };

/**
 * Sign-ins under way. Each is kept by the browser that began it, in a cookie that only we can read:
 * beginning one costs us nothing, however many there are.
 */
export class PendingSignIns {
  readonly #cookie: ReturnType<typeof ownCookie>;
  readonly #keys: readonly Uint8Array[];

  constructor({ publicUrl, sessionSecrets }: Pick<Config, 'publicUrl' | 'sessionSecrets'>) {
    this.#cookie = ownCookie('sign-in', publicUrl);
    this.#keys = sessionSecrets.map(keyFrom);
  }

  /** In place of one that this browser began before. */
  async keep(res: Response, pending: PendingSignIn): Promise<void> {
    const [key] = this.#keys;
    if (!key) throw new Error('there is no session secret');
    const content = await new EncryptJWT(pending)
      .setProtectedHeader(ALGORITHMS)
      .setExpirationTime(new Date(Date.now() + SIGN_IN_MS))
      .encrypt(key);
    const { name, attributes } = this.#cookie;
    res.cookie(name, content, { ...attributes, maxAge: SIGN_IN_MS });
  }

  /** What this browser has begun, once; null when that is nothing, or over. */
  async take(req: Request, res: Response): Promise<PendingSignIn | null> {
    const { name, attributes } = this.#cookie;
    const given = cookieIn(req, name);
    if (given === undefined) return null;
    res.clearCookie(name, attributes);
    for (const key of this.#keys) {
      const pending = await opened(given, key);
      if (pending) return pending;
    }
    return null;
  }
}

/** Signs nothing else, so that no other cookie can be taken for one of these. */
const keyFrom = (secret: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'sign-in under way', 32));

async function opened(content: string, key: Uint8Array): Promise<PendingSignIn | null> {
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
