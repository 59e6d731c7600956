import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64 } from './bytes';
import { NoteError } from './note';
import { type LogProof, parseProof, proofExtra, toProof } from './proof';

const HASH = new Uint8Array(32).fill(5);
const LINE = toBase64(HASH);
const CHECKPOINT = `log.example\n9\n${LINE}\n\n— log.example AAAAAAA=\n`;

const EXAMPLE = `c2sp.org/tlog-proof@v1
extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=

${CHECKPOINT}`;

test('a proof is read and written as specified', () => {
  const proof = parseProof(EXAMPLE);
  expect(proof).toMatchObject({ extra: 'age-v1.2.1-darwin-arm64.tar.gz', index: 73_894 });
  expect(proof.path.map(toBase64)).toEqual(EXAMPLE.split('\n').slice(3, 5));
  expect(proof.checkpoint).toBe(CHECKPOINT);
  expect(toProof(proof)).toBe(EXAMPLE);
});

test('a proof needs neither an extra line nor, in a tree of one entry, a path', () => {
  const text = `c2sp.org/tlog-proof@v1\nindex 0\n\n${CHECKPOINT}`;
  const proof: LogProof = { extra: null, index: 0, path: [], checkpoint: CHECKPOINT };
  expect(parseProof(text)).toEqual(proof);
  expect(toProof(proof)).toBe(text);
});

const START = 'c2sp.org/tlog-proof@v1\n';

test.each<[string, string]>([
  ['nothing', ''],
  ['another first line', `c2sp.org/tlog-proof@v2\nindex 0\n\n${CHECKPOINT}`],
  ['a space before the first line', ` ${START}index 0\n\n${CHECKPOINT}`],
  ['no first line', `index 0\n\n${CHECKPOINT}`],
  ['no index', `${START}\n${CHECKPOINT}`],
  ['a hash for an index', `${START}${LINE}\n\n${CHECKPOINT}`],
  ['an empty index', `${START}index \n\n${CHECKPOINT}`],
  ['an index with a leading zero', `${START}index 01\n\n${CHECKPOINT}`],
  ['an index with a sign', `${START}index -1\n\n${CHECKPOINT}`],
  ['an index with a fraction', `${START}index 1.5\n\n${CHECKPOINT}`],
  ['an index of hexadecimal digits', `${START}index 0x1\n\n${CHECKPOINT}`],
  ['an index beyond safe integers', `${START}index 9007199254740992\n\n${CHECKPOINT}`],
  ['two spaces', `${START}index  1\n\n${CHECKPOINT}`],
  ['a space at the end', `${START}index 1 \n\n${CHECKPOINT}`],
  ['a carriage return', `${START}index 1\r\n\n${CHECKPOINT}`],
  ['two indexes', `${START}index 1\nindex 1\n\n${CHECKPOINT}`],
  ['its lines in another order', `${START}index 1\nextra YQ==\n\n${CHECKPOINT}`],
  ['two extra lines', `${START}extra YQ==\nextra YQ==\nindex 1\n\n${CHECKPOINT}`],
  ['an extra line without content or space', `${START}extra\nindex 1\n\n${CHECKPOINT}`],
  ['an extra line that is not base 64', `${START}extra a b\nindex 1\n\n${CHECKPOINT}`],
  ['an extra line without padding', `${START}extra YQ\nindex 1\n\n${CHECKPOINT}`],
  ['an extra line that is not UTF-8', `${START}extra /w==\nindex 1\n\n${CHECKPOINT}`],
  ['a hash that is too short', `${START}index 1\n${toBase64(HASH.slice(1))}\n\n${CHECKPOINT}`],
  ['a hash that is too long', `${START}index 1\n${toBase64(new Uint8Array(33))}\n\n`],
  ['a hash with a space', `${START}index 1\n${LINE} \n\n${CHECKPOINT}`],
  ['no checkpoint', `${START}index 1\n${LINE}\n`],
  ['64 hashes', `${START}index 1\n${`${LINE}\n`.repeat(64)}\n${CHECKPOINT}`],
])('text with %s is not a proof', (_what, text) => {
  expect(() => parseProof(text)).toThrow(NoteError);
});

test('every proof is written as it was read', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const proof: fc.Arbitrary<LogProof> = fc.record({
    extra: fc.option(fc.string({ unit: 'grapheme' })),
    index: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    path: fc.array(hash, { maxLength: 63 }),
    checkpoint: fc.string().map((text) => `${text}\n\n— a b\n`),
  });
  fc.assert(
    fc.property(proof, (generated) => {
      expect(parseProof(toProof(generated))).toEqual(generated);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('the extra data of our proofs is validated', () => {
  const salt = toBase64(new Uint8Array(16));
  expect(proofExtra.parse({ entry: '{}', receiptSalt: salt, votesSalt: salt })).toBeTruthy();
  expect(proofExtra.parse({ entry: '{}' })).toBeTruthy();
  for (const wrong of [
    {},
    { entry: {} },
    { entry: '{}', more: 1 },
    { entry: '{}', receiptSalt: 'AA' },
    // A salt of another length could include the start of the receipt's code.
    { entry: '{}', receiptSalt: toBase64(new Uint8Array(15)) },
    { entry: '{}', votesSalt: toBase64(new Uint8Array(17)) },
  ]) {
    expect(proofExtra.safeParse(wrong).success).toBe(false);
  }
});
