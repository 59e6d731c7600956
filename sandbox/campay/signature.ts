import { SignJWT, UnsecuredJWT } from 'jose';
import { CAMPAY_SANDBOX_WEBHOOK_KEY } from './credentials';

/** `wrong-key` … `missing` are what an attacker would send, or a provider with a rotated key. */
export type WebhookSignature = 'valid' | 'wrong-key' | 'unsigned' | 'expired' | 'missing';

const LIFETIME_S = 3_600;
const encode = (key: string) => new TextEncoder().encode(key);

/**
 * Creates the token of a webhook or status response. It proves only the sender and the time,
 * nothing about the payment: two payments in one second get the same token, as with the real
 * provider.
 * @returns null when the signature must be omitted
 */
export async function signatureOf(
  kind: WebhookSignature,
  application: string,
): Promise<string | null> {
  const issuedAt = Math.floor(Date.now() / 1_000) - (kind === 'expired' ? 2 * LIFETIME_S : 0);
  const claims = {
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + LIFETIME_S,
    source: 'CamPay',
  };
  if (kind === 'missing') return null;
  if (kind === 'unsigned') return new UnsecuredJWT(claims).encode();
  const key =
    kind === 'wrong-key' ? 'a-key-the-application-does-not-know' : CAMPAY_SANDBOX_WEBHOOK_KEY;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', app: application })
    .sign(encode(key));
}
