import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CodedPayment,
  encodeVotes,
  readVoteCode,
  voteCodeKey,
  votesOfCode,
} from './vote-code';

const key = voteCodeKey('the key that numbers are hashed with');
const ARTIST = randomUUID();
const nominated = (count: number, artistId = ARTIST) =>
  Array.from({ length: count }, () => ({ id: randomUUID(), artistId }));
const payment = (changes: Partial<CodedPayment> = {}): CodedPayment => ({
  id: '0b1c2d3e-4f50-4617-8283-94a5b6c7d8e9',
  provider: 'fapshi',
  amount: 1_000,
  currency: 'XAF',
  locale: 'fr',
  ...changes,
});
const linesFor = (nominations: readonly { id: string }[], counts: readonly number[]) =>
  nominations.map(({ id }, at) => ({ nominationId: id, voteCount: counts[at] ?? 2 }));
const byId = (lines: readonly { nominationId: string }[]) =>
  lines.toSorted((a, b) => (a.nominationId < b.nominationId ? -1 : 1));
const inBase32 = /^[0-9A-HJKMNP-TV-Z]+$/;

function decode(
  code: string,
  nominations: { id: string; artistId: string }[],
  codedPayment = payment(),
) {
  const read = readVoteCode(code);
  return read && votesOfCode(read, codedPayment, nominations, key);
}

test('encoded votes are decoded, in any order, among all other nominations', () => {
  const others = Array.from({ length: 200 }, () => nominated(10, randomUUID())).flat();
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom('en' as const, 'fr' as const),
      (counts, locale) => {
        const ownNominations = nominated(counts.length);
        const lines = linesFor(ownNominations, counts);
        const codedPayment = payment({ locale });
        const code = encodeVotes(codedPayment, lines.toReversed(), key, 500);
        expect(code).toMatch(inBase32);
        expect(readVoteCode(code ?? '')?.locale).toBe(locale);
        expect(
          byId(decode(code ?? '', [...others, ...ownNominations], codedPayment) ?? []),
        ).toEqual(byId(lines));
      },
    ),
    { numRuns: 50 },
  );
});

test('twelve categories with the same number of votes each fit next to an id in a field of a hundred', () => {
  const ownNominations = nominated(12);
  expect(encodeVotes(payment(), linesFor(ownNominations, []), key, 63)).not.toBeNull();
  expect(encodeVotes(payment(), linesFor(nominated(13), []), key, 63)).toBeNull();
});

test.each<[string, Partial<CodedPayment>]>([
  ['another payment', { id: randomUUID() }],
  ['another provider', { provider: 'campay' }],
  ['another amount', { amount: 100 }],
  ['another currency', { currency: 'USD' }],
])('the code of %s is rejected', (_what, changes) => {
  const ownNominations = nominated(2);
  const code = encodeVotes(payment(), linesFor(ownNominations, [3, 4]), key, 500) ?? '';
  expect(decode(code, ownNominations, payment(changes))).toBeNull();
});

test('more votes, other nominees or another language than were encoded are rejected', () => {
  const ownNominations = nominated(2);
  const lines = linesFor(ownNominations, [3, 3]);
  const code = encodeVotes(payment(), lines, key, 500) ?? '';
  const more = encodeVotes(payment(), linesFor(ownNominations, [9, 9]), key, 500) ?? '';
  expect(decode(code.slice(0, 11) + more.slice(11), ownNominations)).toBeNull();
  const stolen = encodeVotes(payment(), linesFor(nominated(2), [3, 3]), key, 500) ?? '';
  expect(decode(code.slice(0, 11) + stolen.slice(11), ownNominations)).toBeNull();
  expect(decode(`E${code.slice(1)}`, ownNominations)).toBeNull();
});

test('nominations of two artists, or a deleted one, are rejected', () => {
  const [one] = nominated(1);
  const [other] = nominated(1, randomUUID());
  const code = encodeVotes(payment(), linesFor([one!, other!], []), key, 500) ?? '';
  expect(decode(code, [one!, other!])).toBeNull();
  const ownNominations = nominated(2);
  const deletedCode = encodeVotes(payment(), linesFor(ownNominations, []), key, 500) ?? '';
  expect(decode(deletedCode, ownNominations.slice(0, 1))).toBeNull();
});

test('a code made with another key is rejected', () => {
  const ownNominations = nominated(1);
  const foreign =
    encodeVotes(payment(), linesFor(ownNominations, [5]), voteCodeKey('another’s'), 500) ?? '';
  expect(decode(foreign, ownNominations)).toBeNull();
});

test('text that is not a code is read as none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      const read = readVoteCode(text);
      expect(read && votesOfCode(read, payment(), nominated(2), key)).toBeNull();
    }),
  );
  for (const text of ['', 'E', 'E0123456789', 'E0123456789000', 'E01234567893Z12ABC']) {
    expect(readVoteCode(text)).toBeNull();
  }
});
