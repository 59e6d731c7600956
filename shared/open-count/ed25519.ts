import { toHex } from './bytes';

/** Prefix of the 32-byte secret in the format WebCrypto needs (PKCS #8, RFC 8410). */
const PKCS8_PREFIX = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

const ALGORITHM = 'Ed25519';
/** Copies the bytes, because WebCrypto rejects shared memory, which a `Uint8Array` may use. */
const copyOf = (bytes: Uint8Array) => Uint8Array.from(bytes);

/**
 * Keys for which anyone can make signatures: points of small order, by their y, in every encoding.
 * The library rejects them; not every WebCrypto does.
 */
const WEAK_KEYS: ReadonlySet<string> = new Set([
  `00${'00'.repeat(31)}`,
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** The highest bit of a key is the sign of its x. */
const isWeak = (publicKey: Uint8Array) =>
  WEAK_KEYS.has(toHex(publicKey.map((byte, at) => (at === 31 ? byte & 0x7f : byte))));

/** @returns false for anything that is not a signature by this key, including wrong lengths */
export async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (isWeak(publicKey)) return false;
  const subtle = globalThis.crypto?.subtle;
  const key = await subtle
    ?.importKey('raw', copyOf(publicKey), ALGORITHM, false, ['verify'])
    .catch(() => null);
  if (key) return subtle.verify(ALGORITHM, key, copyOf(signature), copyOf(message));
  // The browser has no Ed25519, the page was loaded without TLS, or the bytes are not a key.
  const library = await import('@noble/ed25519');
  const { sha512 } = await import('@noble/hashes/sha2.js');
  library.hashes.sha512 = sha512;
  try {
    return library.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/** @param secret 32 bytes */
export async function signEd25519(secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...secret]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, copyOf(message)));
}
