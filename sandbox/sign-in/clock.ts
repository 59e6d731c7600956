import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type { Keys } from './keys';

interface Offsets {
  /** Offset of all times of the token itself, in seconds. */
  clock: number;
  /** Offset of the time of the sign-in, in seconds. */
  authTime: number;
}

/** Returns the same ID token with shifted times, as from a provider with a wrong clock. */
export async function issuedAt(token: string, keys: Keys, offsets: Offsets): Promise<string> {
  const { iat = 0, exp = 0, auth_time, ...claims } = decodeJwt<{ auth_time?: number }>(token);
  const { alg = 'ES256', ...header } = decodeProtectedHeader(token);
  const times = { iat: iat + offsets.clock, exp: exp + offsets.clock };
  const signedInAt = auth_time === undefined ? {} : { auth_time: auth_time + offsets.authTime };
  return new SignJWT({ ...claims, ...times, ...signedInAt })
    .setProtectedHeader({ ...header, alg })
    .sign(await importJWK(keys.signing, 'ES256'));
}
