import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type { Keys } from './keys';

interface Offsets {
  /** Of everything the token tells of itself, in seconds. */
  clock: number;
  /** Of when the person signed in. */
  authTime: number;
}

/** The same ID token with its times shifted, as a provider with a wrong clock would issue it. */
export async function issuedAt(token: string, keys: Keys, offsets: Offsets): Promise<string> {
  const { iat = 0, exp = 0, auth_time, ...claims } = decodeJwt<{ auth_time?: number }>(token);
  const { alg = 'ES256', ...header } = decodeProtectedHeader(token);
  const times = { iat: iat + offsets.clock, exp: exp + offsets.clock };
  const signedInAt = auth_time === undefined ? {} : { auth_time: auth_time + offsets.authTime };
  return new SignJWT({ ...claims, ...times, ...signedInAt })
    .setProtectedHeader({ ...header, alg })
    .sign(await importJWK(keys.signing, 'ES256'));
}
