import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type { Keys } from './keys';

/** The same ID token with its times shifted, as a provider with a wrong clock would issue it. */
export async function issuedAt(token: string, keys: Keys, offsetSeconds: number): Promise<string> {
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
  const { alg = 'ES256', ...header } = decodeProtectedHeader(token);
  return new SignJWT({ ...claims, iat: iat + offsetSeconds, exp: exp + offsetSeconds })
    .setProtectedHeader({ ...header, alg })
    .sign(await importJWK(keys.signing, 'ES256'));
}
