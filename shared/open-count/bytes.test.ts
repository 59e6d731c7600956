import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areEqual, bytesOf, concatBytes, fromBase64, textOf, toBase64, toHex } from './bytes';

test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
])('%j is base64 according to RFC 4648', (text, encoded) => {
  expect(toBase64(bytesOf(text))).toBe(encoded);
  expect(textOf(fromBase64(encoded)!)).toBe(text);
});

test.each([
  'Zg',
  'Zg=',
  'Zg===',
  '=Zg=',
  'Zg==Zg==',
  // Contains bits outside any byte.
  'Zh==',
  'Zm9=',
  'Zm9v\n',
  ' Zm9v',
  'Zm 9v',
  'Z-_v',
  'Zm9v====',
  '====',
  '=',
  'Zm9vé===',
  'Ｚm9v',
])('%j is not base64', (text) => {
  expect(fromBase64(text)).toBeNull();
});

test('any bytes have exactly one encoding, and every other text is rejected', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text)).toEqual(bytes);
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
    }),
    { numRuns: 300, seed: 1 },
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'AQgwZ/+=-_ \n'), maxLength: 9 }), (text) => {
      const bytes = fromBase64(text);
      if (bytes) expect(toBase64(bytes)).toBe(text);
    }),
    { numRuns: 3_000, seed: 2 },
  );
});

test.each([
  [[0xff]],
  [[0xc0, 0x80]],
  [[0xed, 0xa0, 0x80]],
  [[0xf4, 0x90, 0x80, 0x80]],
  [[0xe2, 0x82]],
])('%j is not UTF-8', (bytes) => {
  expect(textOf(Uint8Array.from(bytes))).toBeNull();
});

test('a text that starts with a byte order mark keeps it', () => {
  expect(textOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
});

test('byte arrays are equal when all their bytes are', () => {
  expect(areEqual(bytesOf('abc'), concatBytes(bytesOf('a'), bytesOf(''), bytesOf('bc')))).toBe(
    true,
  );
  expect(areEqual(bytesOf('abc'), bytesOf('abd'))).toBe(false);
  expect(areEqual(bytesOf('abc'), bytesOf('ab'))).toBe(false);
  expect(areEqual(bytesOf('ab'), bytesOf('abc'))).toBe(false);
});
