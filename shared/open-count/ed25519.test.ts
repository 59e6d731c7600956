import { Point } from '@noble/ed25519';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import vectors from '../../tests/vectors/notes.json';
import { signEd25519, verifyEd25519 } from './ed25519';
import { signerOf } from './signer';

const P = 2n ** 255n - 19n;

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const VECTORS = vectors.ed25519.map(({ secret, publicKey, message, signature }) => ({
  secret: fromHex(secret),
  publicKey: fromHex(publicKey),
  message: fromHex(message),
  signature: fromHex(signature),
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Verdict of the browser's code and of the library, which must be the same. */
async function verdict(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) {
  const own = await verifyEd25519(publicKey, message, signature);
  // As on a page without TLS.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const library = await verifyEd25519(publicKey, message, signature);
  vi.unstubAllGlobals();
  expect(library).toBe(own);
  return own;
}

test('keys and signatures match RFC 8032', async () => {
  for (const { secret, publicKey, message, signature } of VECTORS) {
    expect(signerOf('a', 'log', secret).key.publicKey).toEqual(publicKey);
    expect(await signEd25519(secret, message)).toEqual(signature);
    expect(await verdict(publicKey, message, signature)).toBe(true);
  }
});

test('a signature is valid only for its key and its message', async () => {
  for (const [at, { publicKey, message, signature }] of VECTORS.entries()) {
    const other = VECTORS[(at + 1) % VECTORS.length]!;
    expect(await verdict(other.publicKey, message, signature)).toBe(false);
    expect(await verdict(publicKey, other.message, signature)).toBe(false);
    expect(await verdict(publicKey, message, other.signature)).toBe(false);
  }
});

test('changing any one bit makes it invalid', async () => {
  const { publicKey, message, signature } = VECTORS[2]!;
  const flipped = (bytes: Uint8Array, bit: number) =>
    bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(511),
      fc.nat(255),
      fc.nat(15),
      async (inSignature, inKey, inMessage) => {
        expect(await verdict(publicKey, message, flipped(signature, inSignature))).toBe(false);
        expect(await verdict(flipped(publicKey, inKey), message, signature)).toBe(false);
        expect(await verdict(publicKey, flipped(message, inMessage), signature)).toBe(false);
      },
    ),
    { numRuns: 60, seed: 1 },
  );
});

test('keys and signatures of other lengths are invalid', async () => {
  const { publicKey, message, signature } = VECTORS[1]!;
  for (const length of [0, 1, 31, 33, 64]) {
    const key = Uint8Array.from({ length }, (_none, at) => publicKey[at] ?? 0);
    expect(await verdict(key, message, signature)).toBe(false);
  }
  for (const length of [0, 1, 32, 63, 65, 128]) {
    const cut = Uint8Array.from({ length }, (_none, at) => signature[at] ?? 0);
    expect(await verdict(publicKey, message, cut)).toBe(false);
  }
});

test('a signature has one form: with the group order added to it, it is invalid', async () => {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const { publicKey, message, signature } = VECTORS[2]!;
  const half = signature.slice(32).reverse();
  const scalar = BigInt(`0x${Buffer.from(half).toString('hex')}`) + order;
  const malleable = new Uint8Array(64);
  malleable.set(signature);
  malleable.set(fromHex(scalar.toString(16).padStart(64, '0')).reverse(), 32);
  expect(await verdict(publicKey, message, malleable)).toBe(false);
});

test('a point off the curve or beyond the field is not a key', async () => {
  const { message, signature } = VECTORS[2]!;
  const beyond = new Uint8Array(32).fill(255).with(31, 127);
  for (const key of [new Uint8Array(32).fill(2), beyond, new Uint8Array(32).fill(255)]) {
    expect(await verdict(key, message, signature)).toBe(false);
  }
});

test('a key for which anyone can sign is rejected, in every encoding', async () => {
  const ys = [
    0n,
    1n,
    P - 1n,
    P,
    P + 1n,
    0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
    0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  ];
  // Matches every message: R is the neutral element, and S is zero.
  const everybodys = new Uint8Array(64).with(0, 1);
  for (const y of ys) {
    const key = fromHex(y.toString(16).padStart(64, '0')).reverse();
    expect(Point.fromBytes(key, true).isSmallOrder()).toBe(true);
    for (const sign of [0, 128]) {
      const signed = key.with(31, key[31]! | sign);
      for (const message of [[1], [2], [3], [4], [5], [6], [7], [8]]) {
        expect(await verdict(signed, Uint8Array.from(message), everybodys)).toBe(false);
      }
    }
  }
});

test('in a browser without Ed25519 the library is used', async () => {
  const { publicKey, message, signature } = VECTORS[2]!;
  vi.stubGlobal('crypto', {
    subtle: { importKey: () => Promise.reject(new Error('unrecognized algorithm')) },
  });
  expect(await verifyEd25519(publicKey, message, signature)).toBe(true);
  expect(await verifyEd25519(publicKey, message, signature.with(5, 0))).toBe(false);
});
