import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  appWithoutSideEffects,
  issuePathsOf,
  LOOKUP,
  PAYMENT,
  rejectionIn,
} from '../support/bad-requests';
import { aVoteFor } from '../support/given';
import { randomRuns } from '../support/random-runs';

const KB = 1024;

const server = appWithoutSideEffects();
const { send } = server;
/** One artist in two categories; another in one. */
let votable: { id: string }[];
let ofAnother: { id: string };

beforeAll(async () => {
  votable = (await server.app.given.artist({ nominatedIn: 2 })).nominations;
  ofAnother = (await server.app.given.artist()).nominations[0]!;
});

const sendJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

describe('a payment', () => {
  type Vote = ReturnType<typeof aVoteFor>;
  const firstCount = (voteCount: unknown) => (vote: Vote) => ({
    ...vote,
    nominationVotes: [{ ...vote.nominationVotes[0], voteCount }, ...vote.nominationVotes.slice(1)],
  });
  const firstId = (nominationId: unknown) => (vote: Vote) => ({
    ...vote,
    nominationVotes: [{ ...vote.nominationVotes[0], nominationId }],
    totalVotes: 2,
  });
  const device = (change: object) => (vote: Vote) => ({
    ...vote,
    deviceInfo: { ...vote.deviceInfo, ...change },
  });
  const without = (field: keyof Vote) => (vote: Vote) => ({ ...vote, [field]: undefined });
  const having =
    (change: Partial<Record<keyof Vote, unknown>>) =>
    (vote: Vote): object => ({ ...vote, ...change });

  test.each<[what: string, change: (vote: Vote) => unknown, path: string]>([
    ['that is null', () => null, ''],
    ['that is a list', (vote) => [vote], ''],
    ['without a phone number', without('phoneNumber'), 'phoneNumber'],
    ['without votes', without('nominationVotes'), 'nominationVotes'],
    ['without a sum', without('totalVotes'), 'totalVotes'],

    ['for nominations as an object', having({ nominationVotes: {} }), 'nominationVotes'],
    ['for nominations as a text', having({ nominationVotes: '[]' }), 'nominationVotes'],
    ['for no nomination', having({ nominationVotes: [] }), 'nominationVotes'],
    ['for null in the list', having({ nominationVotes: [null] }), 'nominationVotes.0'],
    ['for a list in the list', having({ nominationVotes: [[]] }), 'nominationVotes.0'],
    [
      'for a nomination twice',
      (vote) => ({ ...vote, nominationVotes: Array(2).fill(vote.nominationVotes[0]) }),
      'nominationVotes',
    ],
    [
      'for a nomination twice, once in upper case',
      ({ nominationVotes: [first, ...rest], ...vote }) => ({
        ...vote,
        nominationVotes: [
          first,
          { nominationId: first!.nominationId.toUpperCase(), voteCount: 2 },
          ...rest,
        ],
        totalVotes: 6,
      }),
      'nominationVotes',
    ],
    [
      'for more nominations than any artist has',
      having({
        nominationVotes: Array.from({ length: 51 }, () => ({
          nominationId: randomUUID(),
          voteCount: 1,
        })),
        totalVotes: 51,
      }),
      'nominationVotes',
    ],

    ['of 101 votes for one category', firstCount(101), 'nominationVotes.0.voteCount'],
    ['of 1e9 votes', firstCount(1e9), 'nominationVotes.0.voteCount'],
    ['of 1e308 votes', firstCount(1e308), 'nominationVotes.0.voteCount'],
    ['of -1 votes', firstCount(-1), 'nominationVotes.0.voteCount'],
    ['of half a vote', firstCount(0.5), 'nominationVotes.0.voteCount'],
    ['of "2" votes', firstCount('2'), 'nominationVotes.0.voteCount'],
    ['of [2] votes', firstCount([2]), 'nominationVotes.0.voteCount'],
    ['of `true` votes', firstCount(true), 'nominationVotes.0.voteCount'],
    [
      'of NaN votes, which JSON writes as null',
      firstCount(Number.NaN),
      'nominationVotes.0.voteCount',
    ],
    ['without a number of votes', firstCount(undefined), 'nominationVotes.0.voteCount'],
    [
      'of 0 votes in all',
      (vote) => ({
        ...vote,
        nominationVotes: vote.nominationVotes.map((part) => ({ ...part, voteCount: 0 })),
        totalVotes: 0,
      }),
      'nominationVotes',
    ],

    ['whose sum is too small', having({ totalVotes: 3 }), 'totalVotes'],
    ['whose sum is too large', having({ totalVotes: 5 }), 'totalVotes'],
    ['whose sum is 0', having({ totalVotes: 0 }), 'totalVotes'],
    ['whose sum is negative', having({ totalVotes: -4 }), 'totalVotes'],
    ['whose sum is a text', having({ totalVotes: '4' }), 'totalVotes'],
    ['whose sum is a fraction', having({ totalVotes: 4.5 }), 'totalVotes'],
    ['whose sum is null', having({ totalVotes: null }), 'totalVotes'],

    ['for a nomination without id', firstId(undefined), 'nominationVotes.0.nominationId'],
    ['for a number as id', firstId(7), 'nominationVotes.0.nominationId'],
    ['for a word as id', firstId('best-artist'), 'nominationVotes.0.nominationId'],
    ['for an id with extra text', firstId(`${randomUUID()}0`), 'nominationVotes.0.nominationId'],
    ['for SQL as id', firstId("' OR 1=1 --"), 'nominationVotes.0.nominationId'],
    ['for an object as id', firstId({ $ne: null }), 'nominationVotes.0.nominationId'],
    ['for an id with NUL', firstId(`${randomUUID()}\0`), 'nominationVotes.0.nominationId'],
    ['for an unknown nomination', firstId(randomUUID()), 'nominationVotes.0.nominationId'],

    ['from a number as a number', having({ phoneNumber: 237677123456 }), 'phoneNumber'],
    ['from no number', having({ phoneNumber: '' }), 'phoneNumber'],
    ['from only nine digits', having({ phoneNumber: '677123456' }), 'phoneNumber'],
    ['from a number of eight digits', having({ phoneNumber: '23767712345' }), 'phoneNumber'],
    ['from a number of ten digits', having({ phoneNumber: '2376771234567' }), 'phoneNumber'],
    ['from a landline', having({ phoneNumber: '237222123456' }), 'phoneNumber'],
    ['from another country', having({ phoneNumber: '336771234567' }), 'phoneNumber'],
    ['from a number with a plus', having({ phoneNumber: '+237677123456' }), 'phoneNumber'],
    ['from a number with spaces', having({ phoneNumber: '237 677 123 456' }), 'phoneNumber'],
    ['from a number with a line break', having({ phoneNumber: '237677123456\n' }), 'phoneNumber'],
    ['from a number with NUL', having({ phoneNumber: '23767712345\0' }), 'phoneNumber'],
    ['from Arabic digits', having({ phoneNumber: '٢٣٧٦٧٧١٢٣٤٥٦' }), 'phoneNumber'],
    ['from full-width digits', having({ phoneNumber: '２３７６７７１２３４５６' }), 'phoneNumber'],
    ['from a list of numbers', having({ phoneNumber: ['237677123456'] }), 'phoneNumber'],

    ['with a word as e-mail', having({ voterEmail: 'jean' }), 'voterEmail'],
    ['with two e-mails', having({ voterEmail: 'a@b.cm,c@d.cm' }), 'voterEmail'],
    ['with an e-mail in a list', having({ voterEmail: ['a@b.cm'] }), 'voterEmail'],
    ['with an e-mail with NUL', having({ voterEmail: 'a\0@b.cm' }), 'voterEmail'],
    ['with an e-mail of two lines', having({ voterEmail: 'a@b.cm\r\nBcc: c@d.cm' }), 'voterEmail'],
    ['with a long e-mail', having({ voterEmail: `${'a'.repeat(250)}@b.cm` }), 'voterEmail'],
    ['with a huge e-mail', having({ voterEmail: 'a.'.repeat(15_000) }), 'voterEmail'],

    ['in an unknown language', having({ locale: 'de' }), 'locale'],
    ['in no language', having({ locale: null }), 'locale'],

    ['from a device as a text', having({ deviceInfo: '{}' }), 'deviceInfo'],
    ['from a device as a list', having({ deviceInfo: [] }), 'deviceInfo'],
    ['from null as device', having({ deviceInfo: null }), 'deviceInfo'],
    ['without a time', device({ deviceTimestamp: 'yesterday' }), 'deviceInfo.deviceTimestamp'],
    ['at a time as a number', device({ deviceTimestamp: 0 }), 'deviceInfo.deviceTimestamp'],
    [
      'on the 30th of February',
      device({ deviceTimestamp: '2025-02-30T00:00:00Z' }),
      'deviceInfo.deviceTimestamp',
    ],
    [
      'in the year 0, which the database does not know',
      device({ deviceTimestamp: '0000-01-01T00:00:00Z' }),
      'deviceInfo.deviceTimestamp',
    ],
    [
      'in the year 10000, by its offset',
      device({ deviceTimestamp: '9999-12-31T23:59:59-23:00' }),
      'deviceInfo.deviceTimestamp',
    ],
    ['from a browser with NUL', device({ userAgent: 'Test\0browser' }), 'deviceInfo.userAgent'],
    ['from half of a surrogate pair', device({ userAgent: 'Test \ud83d' }), 'deviceInfo.userAgent'],
    [
      'from a browser with a long user agent',
      device({ userAgent: 'x'.repeat(1025) }),
      'deviceInfo.userAgent',
    ],
    ['with NUL in its details', device({ deviceMetadata: '\0' }), 'deviceInfo.deviceMetadata'],
    [
      'with half of a surrogate pair in its details',
      device({ deviceMetadata: '{"language":"\udc00"}' }),
      'deviceInfo.deviceMetadata',
    ],
    ['with an object as details', device({ deviceMetadata: {} }), 'deviceInfo.deviceMetadata'],
    [
      'with endless details',
      device({ deviceMetadata: 'x'.repeat(2049) }),
      'deviceInfo.deviceMetadata',
    ],
  ])('%s is rejected, and the field named', async (_what, change, path) => {
    const answer = await sendJson(PAYMENT, change(aVoteFor(votable)));
    expect(answer.status).toBe(400);
    expect(issuePathsOf(rejectionIn(answer))).toContain(path);
  });

  test('of 1e400 votes, which JSON parses as infinity, is rejected', async () => {
    const vote = JSON.stringify(aVoteFor(votable)).replace('"voteCount":2', '"voteCount":1e400');
    const answer = await sendJson(PAYMENT, vote);
    expect(answer.status).toBe(400);
    expect(issuePathsOf(rejectionIn(answer))).toContain('nominationVotes.0.voteCount');
  });

  test('for two artists names the nomination that belongs to the other', async () => {
    const answer = await sendJson(PAYMENT, aVoteFor([...votable, ofAnother]));
    expect(answer.status).toBe(400);
    expect(rejectionIn(answer)).toMatchObject({
      code: 'nominations-invalid',
      issues: [{ path: 'nominationVotes.2.nominationId' }],
    });
  });

  test.each([
    [
      'a withdrawn nomination',
      async () => {
        const { nominations } = await server.app.given.artist();
        await server.app.given.withdrawn(nominations[0]!);
        return nominations;
      },
    ],
    [
      'a deleted artist',
      async () => {
        const artist = await server.app.given.artist();
        await server.app.given.deletedArtist(artist);
        return artist.nominations;
      },
    ],
    [
      'a deleted category',
      async () => {
        const { nominations } = await server.app.given.artist();
        await server.app.given.deletedCategory(nominations[0]!.categoryId);
        return nominations;
      },
    ],
  ])('for %s is rejected', async (_what, arrange) => {
    const answer = await sendJson(PAYMENT, aVoteFor(await arrange()));
    expect(answer.status).toBe(400);
    expect(rejectionIn(answer)).toMatchObject({
      code: 'nominations-invalid',
      issues: [{ path: 'nominationVotes.0.nominationId' }],
    });
  });

  test('names every invalid field at once', async () => {
    const answer = await sendJson(PAYMENT, { phoneNumber: 1, voterEmail: 2, nominationVotes: 3 });
    expect(issuePathsOf(rejectionIn(answer))).toEqual(
      expect.arrayContaining(['phoneNumber', 'voterEmail', 'nominationVotes', 'totalVotes']),
    );
  });

  test('for 10,000 nominations is too large', async () => {
    const answer = await sendJson(PAYMENT, aVoteFor(Array(10_000).fill(votable[0])));
    expect(answer.status).toBe(413);
    rejectionIn(answer);
  });

  test('for 10,000 empty items gets no response larger than the request', async () => {
    const body = JSON.stringify({ nominationVotes: Array(10_000).fill({}) });
    expect(body.length).toBeLessThan(32 * KB);
    const answer = await sendJson(PAYMENT, body);
    expect(answer.status).toBe(400);
    rejectionIn(answer);
    expect(answer.text.length).toBeLessThan(body.length);
  });

  test.each([
    ['short', 'short'],
    ['long', 'k'.repeat(101)],
    ['spaced', 'two words here'],
    ['quoted', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['accented', 'cl\u00e9-idempotente'],
    ['empty', ''],
  ])('with a malformed Idempotency-Key (%s) is rejected', async (_kind, key) => {
    const answer = await sendJson(PAYMENT, aVoteFor(votable), { 'Idempotency-Key': key });
    expect(answer.status).toBe(400);
    rejectionIn(answer);
  });
});

describe('a receipt look-up', () => {
  test.each<[what: string, body: unknown, path: string]>([
    ['that is null', null, ''],
    ['that is a list', [{ email: 'a@b.cm' }], ''],
    ['for neither', {}, ''],
    ['for both', { email: 'a@b.cm', phoneNumber: '677123456' }, ''],
    ['with an extra field', { email: 'a@b.cm', isAdmin: true }, ''],
    ['for an invalid e-mail', { email: 'jean' }, 'email'],
    ['for a blank e-mail', { email: '  ' }, 'email'],
    ['for null as e-mail', { email: null }, 'email'],
    ['for a list as e-mail', { email: ['a@b.cm'] }, 'email'],
    ['for a pattern as e-mail', { email: '%@%' }, 'email'],
    ['for an object as e-mail', { email: { $ne: null } }, 'email'],
    ['for an e-mail with NUL', { email: 'a\0@b.cm' }, 'email'],
    ['for half of a surrogate pair', { email: '\ud800@b.cm' }, 'email'],
    ['for a huge e-mail', { email: `${'a'.repeat(30_000)}@b.cm` }, 'email'],
    ['for an invalid number', { phoneNumber: 'jean' }, 'phoneNumber'],
    ['for a landline', { phoneNumber: '222123456' }, 'phoneNumber'],
    ['for a number of eight digits', { phoneNumber: '67712345' }, 'phoneNumber'],
    ['for a number as a number', { phoneNumber: 677123456 }, 'phoneNumber'],
    ['for null as number', { phoneNumber: null }, 'phoneNumber'],
    ['for a list as number', { phoneNumber: ['677123456'] }, 'phoneNumber'],
    ['for endless digits', { phoneNumber: '6'.repeat(30_000) }, 'phoneNumber'],
  ])('%s is rejected, and the field named', async (_what, body, path) => {
    const answer = await sendJson(LOOKUP, body);
    expect(answer.status).toBe(400);
    expect(issuePathsOf(rejectionIn(answer))).toContain(path);
  });
});

describe.each([
  ['a payment', PAYMENT],
  ['a receipt look-up', LOOKUP],
])('the body of %s', (_what, path) => {
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const padded = (size: number) => `{"padding":"${'x'.repeat(size - '{"padding":""}'.length)}"}`;

  test.each<[what: string, body: string, code: string]>([
    ['truncated', '{"email":"a@b.cm"', 'broken-json'],
    ['with something after its end', '{} {}', 'broken-json'],
    ['in single quotes', "{'email':'a@b.cm'}", 'broken-json'],
    ['with NaN', '{"totalVotes":NaN}', 'broken-json'],
    ['that is a page', '<!doctype html>', 'broken-json'],
    ['that is a bare text', '"phoneNumber"', 'broken-json'],
    ['that is a bare number', '42', 'broken-json'],
    ['that is blank', ' ', 'broken-json'],
    ['with raw NUL', '{"email":"\0"}', 'broken-json'],
    ['that is a list', '[]', 'validation'],
    ['that is a deep list', '['.repeat(16_000) + ']'.repeat(16_000), 'validation'],
    ['that is a deep object', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'validation'],
    [
      'with deep fields',
      `{"email":${'['.repeat(7_000)}${']'.repeat(7_000)},"phoneNumber":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
      'validation',
    ],
    ['that is an empty object', '{}', 'validation'],
    [
      'that would pollute prototypes',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      'validation',
    ],
  ])('%s is rejected', async (_kind, body, code) => {
    const answer = await sendJson(path, body);
    expect(answer.status).toBe(400);
    expect(rejectionIn(answer).code).toBe(code);
  });

  test('hidden in __proto__ does not count', async () => {
    const hidden = { ...aVoteFor(votable), email: 'a@b.cm' };
    const answer = await sendJson(path, `{"__proto__":${JSON.stringify(hidden)}}`);
    expect(answer.status).toBe(400);
    rejectionIn(answer);
  });

  test('that is absent is rejected', async () => {
    for (const headers of [{}, JSON_TYPE]) {
      const answer = await send(path, { headers });
      expect(answer.status).toBe(400);
      expect(rejectionIn(answer).code).toBe('validation');
    }
  });

  test('may have 32 KB, and not a byte more', async () => {
    const full = await sendJson(path, padded(32 * KB));
    expect(full.status).toBe(400);
    const over = await sendJson(path, padded(32 * KB + 1));
    expect(over.status).toBe(413);
    expect(rejectionIn(over).code).toBe('too-large');
  });

  test('is measured unpacked', async () => {
    const answer = await send(path, {
      body: gzipSync(padded(10_000 * KB)),
      headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
    });
    expect(answer.status).toBe(413);
    rejectionIn(answer);
  });

  test.each<[what: string, status: number, headers: Record<string, string>]>([
    ['as plain text', 415, { 'Content-Type': 'text/plain' }],
    ['as a form', 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['as a form with files', 415, { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['as something like JSON', 415, { 'Content-Type': 'application/jsonp' }],
    ['as binary data', 415, { 'Content-Type': ';;;' }],
    ['in an unknown charset', 415, { 'Content-Type': 'application/json; charset=klingon' }],
    ['in an unknown content encoding', 415, { ...JSON_TYPE, 'Content-Encoding': 'zip' }],
    ['falsely declared as compressed', 400, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ])('sent %s is rejected', async (_how, status, headers) => {
    const answer = await send(path, { body: new TextEncoder().encode('{}'), headers });
    expect(answer.status).toBe(status);
    rejectionIn(answer);
  });
});

describe('whatever JSON is sent', () => {
  /** Any value, or one with the right fields of wrong types. */
  const anythingWith = (fields: string[]) =>
    fc.oneof(
      fc.jsonValue(),
      fc.record(Object.fromEntries(fields.map((field) => [field, fc.jsonValue()])), {
        requiredKeys: [],
      }),
    );
  /** Any 16 bits, so that NUL and halves of surrogate pairs are among them. */
  const hostileText = fc.string({
    unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    maxLength: 40,
  });

  const nearlyAPayment = fc.record(
    {
      phoneNumber: fc.oneof(fc.constant('237677123456'), hostileText),
      voterEmail: fc.oneof(fc.constant(null), hostileText, fc.emailAddress()),
      nominationVotes: fc.array(
        fc.record({
          nominationId: fc.oneof(fc.uuid(), hostileText),
          voteCount: fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double(), hostileText),
        }),
        { maxLength: 4 },
      ),
      totalVotes: fc.oneof(fc.integer({ min: -1, max: 400 }), fc.double()),
      deviceInfo: fc.record({
        deviceTimestamp: fc.oneof(fc.constant('2025-11-28T20:00:00.000Z'), hostileText),
        userAgent: hostileText,
        deviceMetadata: hostileText,
      }),
      locale: fc.constantFrom('en', 'fr', 'de'),
    },
    { requiredKeys: [] },
  );

  test.each<[what: string, path: string, bodies: fc.Arbitrary<unknown>]>([
    [
      'a payment',
      PAYMENT,
      anythingWith(['phoneNumber', 'nominationVotes', 'totalVotes', 'deviceInfo', 'voterEmail']),
    ],
    ['nearly a payment', PAYMENT, nearlyAPayment],
    ['a look-up', LOOKUP, anythingWith(['email', 'phoneNumber'])],
    [
      'nearly a look-up',
      LOOKUP,
      fc.oneof(fc.record({ email: hostileText }), fc.record({ phoneNumber: hostileText })),
    ],
  ])('as %s, it is rejected', async (_what, path, bodies) => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await sendJson(path, JSON.stringify(body));
        expect(answer.status).toBe(400);
        rejectionIn(answer);
      }),
      { numRuns: randomRuns(150), seed: 1 },
    );
  });
});

test.each([
  ['en-GB,en', ['Required', 'Expected string, received number', 'Invalid email address']],
  [
    'fr-CM,fr;q=0.9',
    ['Requis', 'Chaîne de caractères attendu, nombre reçu', 'Adresse e-mail invalide'],
  ],
])('errors of fields are in the language of %s', async (language, sentences) => {
  const bodies = [{}, { phoneNumber: 5 }, { voterEmail: 'nobody' }];
  for (const [index, body] of bodies.entries()) {
    const { issues } = rejectionIn(await sendJson(PAYMENT, body, { 'Accept-Language': language }));
    const field = Object.keys(body)[0] ?? 'phoneNumber';
    expect(issues.find(({ path }) => path === field)?.message).toBe(sentences[index]);
  }
});
