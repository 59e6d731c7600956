import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, concatBytes, fromBase64, toBase64 } from './bytes';
import {
  canonicalJson,
  commitmentTo,
  type Entry,
  entryBytes,
  minuteOf,
  opensSeal,
  readEntry,
  readOpening,
  sealOf,
} from './entry';

const ONE = '5f0c54e2-6b7a-4d1e-8f39-0a1b2c3d4e5f';
const OTHER = '0a9b8c7d-6e5f-4a3b-9c2d-1e0f9a8b7c6d';
const DIGEST = toBase64(new Uint8Array(32).fill(9));
const SALT = new Uint8Array(16).fill(4);

test.each<[string, unknown, string]>([
  // RFC 8785, section 3.2.2: strings and literals.
  [
    'the escapes of strings',
    { string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\u0022\u002f" },
    '{"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  ['literals', { literals: [null, true, false] }, '{"literals":[null,true,false]}'],
  // Section 3.2.3: members by their UTF-16 code units.
  [
    'the order of members',
    {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    },
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
      '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  // From the test data published with it.
  [
    'nested members',
    { '1': { f: { f: 'hi', F: 5 }, '\n': 56 }, '10': {}, '': 'empty', a: {}, '111': [], A: {} },
    '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[],"A":{},"a":{}}',
  ],
  [
    'control characters',
    ['\b\t\n\f\r\u0000\u001f\u007f'],
    '["\\b\\t\\n\\f\\r\\u0000\\u001f\u007f"]',
  ],
  ['whole numbers', [0, -0, 1, 9_007_199_254_740_991], '[0,0,1,9007199254740991]'],
  ['canonically equivalent characters', 'A\u030a', '"A\u030a"'],
])('%s are encoded as in RFC 8785', (_what, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

const money = { v: 1, minute: '2026-11-28T19:14Z', method: 'card', currency: 'USD', amount: 150 };
const counted = { ...money, kind: 'count', commitment: DIGEST, votes: { [ONE]: 3, [OTHER]: 1 } };
const { votes: _votes, ...unsealed } = counted;
const sealed = { ...unsealed, sealed: DIGEST };
const takeBack = { v: 1, kind: 'take-back', minute: '2026-11-28T19:14Z', entry: 7 };
const nomination = {
  v: 1,
  kind: 'nomination',
  minute: '2026-11-28T19:14Z',
  nomination: ONE,
  artistId: OTHER,
  artist: 'Aïcha “N’Diaye” 😀',
  categoryId: ONE,
  category: 'Best/Worst',
  categoryFr: null,
};
const opening = { v: 1, kind: 'opening', minute: '2026-11-28T19:14Z', below: 9 };

const edition = {
  v: 2,
  kind: 'edition',
  minute: '2026-11-28T19:14Z',
  edition: 2,
  year: '2027',
  name: 'The Awards',
  nameFr: 'Les Prix',
};
/** The same entry in version 2, which names an edition. */
const ofEdition = (entry: object, number: unknown = 2) => ({ ...entry, v: 2, edition: number });

const read = (text: string) => readEntry(bytesOf(text));

test.each<[string, object]>([
  ['count', counted],
  ['sealed count', sealed],
  ['take-back', takeBack],
  ['nomination', nomination],
  ['opening', opening],
  ['count of an edition', ofEdition(counted)],
  ['sealed count of an edition', ofEdition(sealed)],
  ['nomination of an edition', ofEdition(nomination)],
  ['opening of an edition', ofEdition(opening)],
  ['edition', edition],
  ['edition without a French name', { ...edition, nameFr: null }],
])('a %s is read as it is written', (_kind, entry) => {
  const text = canonicalJson(entry);
  expect(read(text)).toEqual(entry);
  expect(entryBytes(entry as Entry)).toEqual(bytesOf(text));
});

const text = canonicalJson(counted);
const withMember = (more: object) => canonicalJson({ ...counted, ...more });
const without = (entry: object, name: string) =>
  canonicalJson(Object.fromEntries(Object.entries(entry).filter(([own]) => own !== name)));

test.each<[string, string]>([
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"count"'],
  ['its last character missing', text.slice(0, -1)],
  ['a newline at the end', `${text}\n`],
  ['a space before it', ` ${text}`],
  ['a byte order mark', `\ufeff${text}`],
  ['spaces in it', text.replace(':', ': ')],
  ['its members in another order', JSON.stringify(counted)],
  [
    'the votes in another order',
    text.replace(/"votes":.*}$/, `"votes":{"${ONE}":3,"${OTHER}":1}}`),
  ],
  ['a member twice', text.replace('"v":1', '"v":1,"v":1')],
  ['votes for a nomination twice', text.replace(`"${ONE}":3`, `"${ONE}":3,"${ONE}":3`)],
  ['an additional member', withMember({ phone: '237600000000' })],
  ['a prototype', text.replace('"v":1', '"__proto__":{},"v":1')],
  ['a prototype among the votes', text.replace(`"${OTHER}"`, `"__proto__":1,"${OTHER}"`)],
  ['an escape that is not needed', text.replace('count', '\\u0063ount')],
  ['a solidus that is escaped', canonicalJson(nomination).replace('Best/', 'Best\\/')],
  ['an unpaired surrogate', canonicalJson({ ...nomination, artist: '\ud83d' })],
  [
    'an unpaired surrogate in the French name',
    canonicalJson({ ...nomination, categoryFr: '\ude00' }),
  ],
  ['another version', canonicalJson({ ...ofEdition(counted), v: 3 })],
  ['version 2 without an edition', withMember({ v: 2 })],
  ['version 1 with an edition', withMember({ edition: 1 })],
  ['version 2 of a kind without an edition', canonicalJson(ofEdition(takeBack))],
  ['an edition of version 1', canonicalJson({ ...edition, v: 1 })],
  ['an edition without its French name', without(edition, 'nameFr')],
  ['the number 0 of an edition', canonicalJson({ ...edition, edition: 0 })],
  ['the number of an edition as a text', canonicalJson(ofEdition(counted, '2'))],
  ['half an edition', canonicalJson(ofEdition(opening, 1.5))],
  ['the version as a text', withMember({ v: '1' })],
  ['no version', without(counted, 'v')],
  ['another kind', withMember({ kind: 'gift' })],
  ['no kind', without(counted, 'kind')],
  ['both votes and a seal', canonicalJson({ ...counted, ...sealed })],
  ['neither votes nor a seal', without(counted, 'votes')],
  ['no commitment', without(counted, 'commitment')],
  ['a commitment of 31 bytes', withMember({ commitment: toBase64(new Uint8Array(31)) })],
  ['a commitment without padding', withMember({ commitment: DIGEST.replace('=', '') })],
  ['a seal of 33 bytes', canonicalJson({ ...sealed, sealed: toBase64(new Uint8Array(33)) })],
  ['another currency', withMember({ currency: 'EUR' })],
  ['a currency in lower case', withMember({ currency: 'usd' })],
  ['another method', withMember({ method: 'cash' })],
  ['a negative amount', withMember({ amount: -1 })],
  ['half a cent', withMember({ amount: 150.5 })],
  ['an amount with a zero fraction', text.replace('150', '150.0')],
  ['an amount with an exponent', text.replace('150', '15e1')],
  ['an amount of minus zero', text.replace('150', '-0')],
  ['an amount with a leading zero', text.replace('150', '0150')],
  ['an amount beyond safe integers', text.replace('150', '9007199254740993')],
  ['an amount as a text', withMember({ amount: '150' })],
  ['no votes for a nomination', withMember({ votes: { [ONE]: 0 } })],
  ['a negative number of votes', withMember({ votes: { [ONE]: -3 } })],
  ['half a vote', withMember({ votes: { [ONE]: 0.5 } })],
  ['votes for an invalid id', withMember({ votes: { somebody: 1 } })],
  ['an id in capitals', withMember({ votes: { [ONE.toUpperCase()]: 1 } })],
  ['an artist id in capitals', canonicalJson({ ...nomination, artistId: OTHER.toUpperCase() })],
  ['no French name at all', without(nomination, 'categoryFr')],
  ['no artist', canonicalJson({ ...nomination, artist: null })],
  ['a negative index', canonicalJson({ ...takeBack, entry: -1 })],
  ['a fractional index', canonicalJson({ ...takeBack, entry: 0.5 })],
  ['no index', without(takeBack, 'entry')],
  ['an opening without its limit', without(opening, 'below')],
])('text with %s is not an entry', (_what, wrong) => {
  expect(read(wrong)).toBeNull();
});

test('bytes that are not UTF-8 are not an entry', () => {
  const bytes = bytesOf(canonicalJson(nomination));
  expect(readEntry(bytes.with(bytes.indexOf(0xc3), 0xff))).toBeNull();
});

test.each([
  '2026-13-01T00:00Z',
  '2026-00-01T00:00Z',
  '2026-11-00T00:00Z',
  '2026-11-31T00:00Z',
  '2026-02-29T00:00Z',
  '2026-11-28T24:00Z',
  '2026-11-28T25:00Z',
  '2026-11-28T19:60Z',
  '2026-11-28T19:14:00Z',
  '2026-11-28T19:14+00:00',
  '2026-11-28T19:14z',
  '2026-11-28T19:14',
  '2026-11-28 19:14Z',
  '2026-11-28',
  '+02026-11-28T19:14Z',
  '٢٠٢٦-11-28T19:14Z',
  '',
])('%j is not a minute', (minute) => {
  expect(read(canonicalJson({ ...takeBack, minute }))).toBeNull();
});

test('a time is written as its minute in UTC', () => {
  expect(minuteOf(new Date('2028-02-29T23:59:59.999Z'))).toBe('2028-02-29T23:59Z');
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(253e12), noInvalidDate: true }), (at) => {
      const minute = minuteOf(at);
      expect(read(canonicalJson({ ...takeBack, minute }))).toMatchObject({ minute });
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('an accepted text is the only encoding of its entry', () => {
  const votes = fc.dictionary(fc.uuid(), fc.integer({ min: 1, max: 2 ** 40 }), { maxKeys: 20 });
  const name = fc.string({ unit: 'grapheme' });
  const entry = fc.oneof(
    fc.record({ votes, amount: fc.nat() }).map((own) => ({ ...counted, ...own })),
    fc.record({ votes, edition: fc.nat().map((n) => n + 1) }).map((own) => ({
      ...counted,
      ...own,
      v: 2,
    })),
    fc.record({ artist: name, category: name, categoryFr: fc.option(name) }).map((own) => ({
      ...nomination,
      ...own,
    })),
  );
  fc.assert(
    fc.property(entry, fc.nat(), fc.constantFrom(...'"{}:,\\019 eé'), (one, at, letter) => {
      const written = canonicalJson(one);
      expect(read(written)).toEqual(one);
      const place = at % written.length;
      const changed = bytesOf(written.slice(0, place) + letter + written.slice(place + 1));
      const other = readEntry(changed);
      if (other) expect(entryBytes(other)).toEqual(changed);
    }),
    { numRuns: 500, seed: 2 },
  );
});

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256')
    .update(concatBytes(...parts))
    .digest('base64');

test('commitment and seal are calculated as described', () => {
  expect(commitmentTo(SALT, 'ABCD-EFGH')).toBe(
    sha256(bytesOf('open-count receipt v1\n'), SALT, bytesOf('ABCD-EFGH')),
  );
  const votes = { [ONE]: 3, [OTHER]: 1 };
  expect(sealOf(SALT, votes)).toBe(
    sha256(bytesOf('open-count votes v1\n'), SALT, bytesOf(`{"${OTHER}":1,"${ONE}":3}`)),
  );
});

test('a seal opens only to the votes it was made from', () => {
  const votes = { [ONE]: 3, [OTHER]: 1 };
  const seal = sealOf(SALT, votes);
  const salt = toBase64(SALT);
  const opens = (more: object) => opensSeal(seal, { entry: 1, salt, votes, ...more });
  expect(opens({})).toBe(true);
  expect(opens({ votes: { [OTHER]: 1, [ONE]: 3 } })).toBe(true);
  expect(opens({ votes: { [ONE]: 1, [OTHER]: 3 } })).toBe(false);
  expect(opens({ votes: { [ONE]: 3 } })).toBe(false);
  expect(opens({ votes: {} })).toBe(false);
  expect(opens({ salt: toBase64(SALT.with(15, 0)) })).toBe(false);
  expect(opens({ salt: '' })).toBe(false);
  expect(opens({ salt: 'no base 64' })).toBe(false);
  expect(fromBase64(seal)).toHaveLength(32);
});

test('an opening is one canonical line of three members', () => {
  const line = canonicalJson({ entry: 3, salt: toBase64(SALT), votes: { [ONE]: 3 } });
  expect(readOpening(line)).toEqual({ entry: 3, salt: toBase64(SALT), votes: { [ONE]: 3 } });
  for (const wrong of [
    '',
    `${line}\n`,
    ` ${line}`,
    line.replace('3', '3.0'),
    line.replace('"entry":3', '"entry":-3'),
    line.replace(toBase64(SALT), toBase64(SALT.slice(1))),
    line.replace(ONE, ONE.toUpperCase()),
    line.replace('{', '{"a":1,'),
    line.replace('}}', '},"z":1}'),
  ]) {
    expect(readOpening(wrong)).toBeNull();
  }
});
