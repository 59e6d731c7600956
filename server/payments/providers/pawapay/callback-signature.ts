import { constants, createHash, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { httpbis, type VerifyingKey } from 'http-message-signatures';
import type { RawWebhook } from '../provider';
import type { CallbackKeys } from './callback-keys';

/**
 * What a signature must cover. pawaPay signs the callbacks of all its merchants with one key, so
 * one that does not cover the address could be another merchant's.
 */
const COVERED = ['@method', '@authority', '@path', 'content-digest'];
/**
 * How long after its end a signature is accepted, in seconds: it ends after one minute, delivery is
 * tried for fifteen, and whether each try is signed again is not documented.
 */
const TOLERANCE_S = 20 * 60;

/** `unverifiable`: pawaPay's keys could not be read. */
export type SignatureCheck = 'valid' | 'invalid' | 'unverifiable';

/**
 * Checks the signature of a callback (RFC 9421) and the digest of its body (RFC 9530). Never
 * throws.
 * @param address to which pawaPay sends the callback, as configured in its dashboard
 */
export async function checkSignature(
  { method, headers, body }: Pick<RawWebhook, 'method' | 'headers' | 'body'>,
  address: string,
  keys: CallbackKeys,
): Promise<SignatureCheck> {
  if (!isDigestOf(headers['content-digest'], body)) return 'invalid';
  let isUnverifiable = false;
  try {
    const isValid = await httpbis.verifyMessage(
      {
        requiredFields: COVERED,
        requiredParams: ['created', 'expires', 'keyid'],
        tolerance: TOLERANCE_S,
        async keyLookup({ keyid }) {
          const found = await keys.find(String(keyid));
          isUnverifiable ||= found.outcome === 'unavailable';
          return found.outcome === 'found' ? verifyingKey(found.key) : null;
        },
      },
      { method, url: address, headers: presentIn(headers) },
    );
    if (isValid === true) return 'valid';
  } catch {
    // A malformed or expired signature.
  }
  return isUnverifiable ? 'unverifiable' : 'invalid';
}

const presentIn = (headers: RawWebhook['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

const DIGESTS = /(?:^|,)\s*(sha-256|sha-512)=:([A-Za-z0-9+/]+={0,2}):/g;

/** True when there is a digest of a known algorithm, and all such digests are the body's. */
function isDigestOf(header: string | string[] | undefined, body: Buffer): boolean {
  const digests = [...String(header ?? '').matchAll(DIGESTS)];
  return (
    digests.length > 0 &&
    digests.every(([, algorithm = '', digest = '']) => {
      const expected = createHash(algorithm.replace('-', '')).update(body).digest();
      const claimed = Buffer.from(digest, 'base64');
      return claimed.length === expected.length && timingSafeEqual(claimed, expected);
    })
  );
}

interface Algorithm {
  name: string;
  verifies(data: Buffer, key: KeyObject, signature: Buffer): boolean;
}

const ecdsa = (name: string, hash: string): Algorithm => ({
  name,
  // RFC 9421 joins the two numbers of a signature; pawaPay encodes them as DER.
  verifies: (data, key, signature) =>
    (['der', 'ieee-p1363'] as const).some((dsaEncoding) =>
      verify(hash, data, { key, dsaEncoding }, signature),
    ),
});

/** The algorithms that pawaPay names, by kind of key: a caller cannot choose another one. */
const RSA: readonly Algorithm[] = [
  {
    name: 'rsa-pss-sha512',
    verifies: (data, key, signature) =>
      verify(
        'sha512',
        data,
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
        signature,
      ),
  },
  {
    name: 'rsa-v1_5-sha256',
    verifies: (data, key, signature) => verify('sha256', data, key, signature),
  },
];
const BY_CURVE: Readonly<Record<string, Algorithm>> = {
  prime256v1: ecdsa('ecdsa-p256-sha256', 'sha256'),
  secp384r1: ecdsa('ecdsa-p384-sha384', 'sha384'),
};

function algorithmsFor({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): readonly Algorithm[] {
  if (asymmetricKeyType === 'rsa') return RSA;
  const byCurve = BY_CURVE[asymmetricKeyDetails?.namedCurve ?? ''];
  return byCurve ? [byCurve] : [];
}

function verifyingKey(key: KeyObject): VerifyingKey {
  const algorithms = algorithmsFor(key);
  return {
    algs: algorithms.map(({ name }) => name),
    verify: async (data, signature, parameters) =>
      algorithms
        .filter(({ name }) => parameters?.alg === undefined || parameters.alg === name)
        .some(({ verifies }) => verifies(data, key, signature)),
  };
}
