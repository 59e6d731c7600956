import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isoSeconds } from './reports';
import type { PawapaySwitches } from './switches';

/** Seconds for which the provider's signatures are valid. */
const LIFETIME_S = 60;
const CONTENT_TYPE = 'application/json; charset=UTF-8';

/** The key pair that signs callbacks; the application reads its public half. */
export class SigningKeys {
  #serial = 0;
  #pair = newPair();
  /** Signs what pretends to be the provider's. */
  readonly stranger = newPair().privateKey;

  get id(): string {
    return `HTTP_EC_P256_KEY:${this.#serial + 1}`;
  }

  get privateKey(): KeyObject {
    return this.#pair.privateKey;
  }

  /** The body of the public keys' endpoint. */
  published() {
    const key = this.#pair.publicKey.export({ type: 'spki', format: 'pem' });
    return [{ id: this.id, key }];
  }

  /** Replaces the pair by one with another id. */
  renew(): void {
    this.#serial += 1;
    this.#pair = newPair();
  }
}

const newPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface SignedCallback {
  url: string;
  body: string;
  keyId: string;
  key: KeyObject;
  encoding: PawapaySwitches['signatureEncoding'];
  /** Epoch ms. */
  at: number;
}

/**
 * Returns the headers of a signed callback, by RFC 9421. Written without the library that verifies
 * them, so that each proves the other.
 */
export function signedHeaders(callback: SignedCallback): Record<string, string> {
  const { url, body, keyId, key, encoding, at } = callback;
  const { host, pathname } = new URL(url);
  const created = Math.floor(at / 1_000);
  const headers = {
    'signature-date': isoSeconds(at),
    'content-digest': `sha-512=:${createHash('sha512').update(body).digest('base64')}:`,
    'content-type': CONTENT_TYPE,
  };
  const covered: [string, string][] = [
    ['@method', 'POST'],
    ['@authority', host],
    ['@path', pathname],
    ...Object.entries(headers),
  ];
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const parameters =
    `(${names});alg="ecdsa-p256-sha256";keyid="${keyId}"` +
    `;created=${created};expires=${created + LIFETIME_S}`;
  const base = [
    ...covered.map(([name, value]) => `"${name}": ${value}`),
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = sign('sha256', Buffer.from(base), { key, dsaEncoding: encoding });
  return {
    ...headers,
    'signature-input': `sig-pp=${parameters}`,
    signature: `sig-pp=:${signature.toString('base64')}:`,
  };
}

/** Headers of a callback when signatures are switched off. */
export const unsignedHeaders = (): Record<string, string> => ({ 'content-type': CONTENT_TYPE });
