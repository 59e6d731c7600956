import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nominationTotals, paymentEvents, payments, paymentVotes } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor } from '../support/given';

const PAYMENT = '/api/campay-payment';
const LOOKUP = '/api/receipts/lookup';
const KB = 1024;

let app: TestApp;
/** One artist in two categories; another in one. */
let votable: { id: string }[];
let ofAnother: { id: string };

beforeAll(async () => {
  app = await startTestApp();
  votable = (await app.given.artist({ nominatedIn: 2 })).nominations;
  ofAnother = (await app.given.artist()).nominations[0]!;
});
afterAll(() => app.close());

/** Rows in every table a request may write to, and calls to the provider. */
const footprint = async () => [
  await app.db.$count(payments),
  await app.db.$count(paymentVotes),
  await app.db.$count(paymentEvents),
  await app.db.$count(nominationTotals),
  app.campay.callCount('collect'),
];
let before: number[];
beforeEach(async () => {
  before = await footprint();
  app.logs.length = 0;
});
/** Holds after every test of this file, whatever it sent. */
afterEach(async () => {
  expect(await footprint()).toEqual(before);
  expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
  expect('polluted' in {}).toBe(false);
});

interface Refusal {
  message: string;
  code: string;
  issues: { path: string; message: string }[];
}

interface RawRequest {
  method?: string;
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** Bytes as given: no client library that repairs what we mean to be broken. */
async function send(path: string, { method = 'POST', body, headers = {} }: RawRequest) {
  const answer = await fetch(app.url + path, { method, headers, body: body ?? null });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const sendJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** Every refusal looks alike; one that finds fault with the request says where. */
function refusalIn({ text, headers }: { text: string; headers: Headers }): Refusal {
  expect(headers.get('content-type')).toContain('application/json');
  const body = JSON.parse(text);
  expect(body).toEqual({
    message: expect.stringMatching(/\S/),
    code: expect.stringMatching(/^[a-z-]+$/),
    issues: expect.any(Array),
  });
  expect(body.issues.length).toBeGreaterThan(0);
  for (const issue of body.issues) {
    expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
  }
  return body;
}

const pathsOf = ({ issues }: Refusal) => issues.map(({ path }) => path);

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
    ['that is nothing', () => null, ''],
    ['that is a list', (vote) => [vote], ''],
    ['without a phone number', without('phoneNumber'), 'phoneNumber'],
    ['without votes', without('nominationVotes'), 'nominationVotes'],
    ['without a sum', without('totalVotes'), 'totalVotes'],

    ['for nominations as an object', having({ nominationVotes: {} }), 'nominationVotes'],
    ['for nominations as a text', having({ nominationVotes: '[]' }), 'nominationVotes'],
    ['for no nomination', having({ nominationVotes: [] }), 'nominationVotes'],
    ['for nothing in the list', having({ nominationVotes: [null] }), 'nominationVotes.0'],
    ['for a list in the list', having({ nominationVotes: [[]] }), 'nominationVotes.0'],
    [
      'for a nomination twice',
      (vote) => ({ ...vote, nominationVotes: Array(2).fill(vote.nominationVotes[0]) }),
      'nominationVotes',
    ],
    [
      'for a nomination twice, once in capitals',
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
      'for more nominations than anybody has',
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
    ['of true votes', firstCount(true), 'nominationVotes.0.voteCount'],
    [
      'of NaN votes, which JSON writes as null',
      firstCount(Number.NaN),
      'nominationVotes.0.voteCount',
    ],
    ['of an unsaid number of votes', firstCount(undefined), 'nominationVotes.0.voteCount'],
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
    ['whose sum is nothing', having({ totalVotes: null }), 'totalVotes'],

    ['for a nomination without id', firstId(undefined), 'nominationVotes.0.nominationId'],
    ['for a number as id', firstId(7), 'nominationVotes.0.nominationId'],
    ['for a word as id', firstId('best-artist'), 'nominationVotes.0.nominationId'],
    ['for an id with more', firstId(`${randomUUID()}0`), 'nominationVotes.0.nominationId'],
    ['for SQL as id', firstId("' OR 1=1 --"), 'nominationVotes.0.nominationId'],
    ['for an object as id', firstId({ $ne: null }), 'nominationVotes.0.nominationId'],
    ['for an id with NUL', firstId(`${randomUUID()}\0`), 'nominationVotes.0.nominationId'],
    ['for an unknown nomination', firstId(randomUUID()), 'nominationVotes.0.nominationId'],

    ['from a number as a number', having({ phoneNumber: 237677123456 }), 'phoneNumber'],
    ['from no number', having({ phoneNumber: '' }), 'phoneNumber'],
    ['from nine digits alone', having({ phoneNumber: '677123456' }), 'phoneNumber'],
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
    ['from nothing as device', having({ deviceInfo: null }), 'deviceInfo'],
    ['at no time', device({ deviceTimestamp: 'yesterday' }), 'deviceInfo.deviceTimestamp'],
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
    ['from half a character', device({ userAgent: 'Test \ud83d' }), 'deviceInfo.userAgent'],
    ['from a talkative browser', device({ userAgent: 'x'.repeat(1025) }), 'deviceInfo.userAgent'],
    ['with NUL in its details', device({ deviceMetadata: '\0' }), 'deviceInfo.deviceMetadata'],
    [
      'with half a character in its details',
      device({ deviceMetadata: '{"language":"\udc00"}' }),
      'deviceInfo.deviceMetadata',
    ],
    ['with an object as details', device({ deviceMetadata: {} }), 'deviceInfo.deviceMetadata'],
    [
      'with endless details',
      device({ deviceMetadata: 'x'.repeat(2049) }),
      'deviceInfo.deviceMetadata',
    ],
  ])('%s is refused, and the field named', async (_what, change, path) => {
    const answer = await sendJson(PAYMENT, change(aVoteFor(votable)));
    expect(answer.status).toBe(400);
    expect(pathsOf(refusalIn(answer))).toContain(path);
  });

  test('of 1e400 votes, which JSON reads as infinity, is refused', async () => {
    const vote = JSON.stringify(aVoteFor(votable)).replace('"voteCount":2', '"voteCount":1e400');
    const answer = await sendJson(PAYMENT, vote);
    expect(answer.status).toBe(400);
    expect(pathsOf(refusalIn(answer))).toContain('nominationVotes.0.voteCount');
  });

  test('for two artists names the nomination that is of the other', async () => {
    const answer = await sendJson(PAYMENT, aVoteFor([...votable, ofAnother]));
    expect(answer.status).toBe(400);
    expect(refusalIn(answer)).toMatchObject({
      code: 'nominations-invalid',
      issues: [{ path: 'nominationVotes.2.nominationId' }],
    });
  });

  test.each([
    [
      'a withdrawn nomination',
      async () => {
        const { nominations } = await app.given.artist();
        await app.given.withdrawn(nominations[0]!);
        return nominations;
      },
    ],
    [
      'a deleted artist',
      async () => {
        const artist = await app.given.artist();
        await app.given.deletedArtist(artist);
        return artist.nominations;
      },
    ],
    [
      'a deleted category',
      async () => {
        const { nominations } = await app.given.artist();
        await app.given.deletedCategory(nominations[0]!.categoryId);
        return nominations;
      },
    ],
  ])('for %s is refused', async (_what, arrange) => {
    const answer = await sendJson(PAYMENT, aVoteFor(await arrange()));
    expect(answer.status).toBe(400);
    expect(refusalIn(answer)).toMatchObject({
      code: 'nominations-invalid',
      issues: [{ path: 'nominationVotes.0.nominationId' }],
    });
  });

  test('names every field at fault at once', async () => {
    const answer = await sendJson(PAYMENT, { phoneNumber: 1, voterEmail: 2, nominationVotes: 3 });
    expect(pathsOf(refusalIn(answer))).toEqual(
      expect.arrayContaining(['phoneNumber', 'voterEmail', 'nominationVotes', 'totalVotes']),
    );
  });

  test('for 10,000 nominations is too large', async () => {
    const answer = await sendJson(PAYMENT, aVoteFor(Array(10_000).fill(votable[0])));
    expect(answer.status).toBe(413);
    refusalIn(answer);
  });

  test('for 10,000 nothings gets no answer larger than the question', async () => {
    const body = JSON.stringify({ nominationVotes: Array(10_000).fill({}) });
    expect(body.length).toBeLessThan(32 * KB);
    const answer = await sendJson(PAYMENT, body);
    expect(answer.status).toBe(400);
    refusalIn(answer);
    expect(answer.text.length).toBeLessThan(body.length);
  });

  test.each([
    ['short', 'short'],
    ['long', 'k'.repeat(101)],
    ['spaced', 'two words here'],
    ['quoted', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['accented', 'cl\u00e9-idempotente'],
    ['empty', ''],
  ])('with a malformed Idempotency-Key (%s) is refused', async (_kind, key) => {
    const answer = await sendJson(PAYMENT, aVoteFor(votable), { 'Idempotency-Key': key });
    expect(answer.status).toBe(400);
    refusalIn(answer);
  });
});

describe('a receipt look-up', () => {
  test.each<[what: string, body: unknown, path: string]>([
    ['that is nothing', null, ''],
    ['that is a list', [{ email: 'a@b.cm' }], ''],
    ['for nobody', {}, ''],
    ['for both', { email: 'a@b.cm', phoneNumber: '677123456' }, ''],
    ['with a field more', { email: 'a@b.cm', isAdmin: true }, ''],
    ['for an e-mail that is none', { email: 'jean' }, 'email'],
    ['for a blank e-mail', { email: '  ' }, 'email'],
    ['for nothing as e-mail', { email: null }, 'email'],
    ['for a list as e-mail', { email: ['a@b.cm'] }, 'email'],
    ['for a pattern as e-mail', { email: '%@%' }, 'email'],
    ['for an object as e-mail', { email: { $ne: null } }, 'email'],
    ['for an e-mail with NUL', { email: 'a\0@b.cm' }, 'email'],
    ['for half a character', { email: '\ud800@b.cm' }, 'email'],
    ['for a huge e-mail', { email: `${'a'.repeat(30_000)}@b.cm` }, 'email'],
    ['for a number that is none', { phoneNumber: 'jean' }, 'phoneNumber'],
    ['for a landline', { phoneNumber: '222123456' }, 'phoneNumber'],
    ['for a number of eight digits', { phoneNumber: '67712345' }, 'phoneNumber'],
    ['for a number as a number', { phoneNumber: 677123456 }, 'phoneNumber'],
    ['for nothing as number', { phoneNumber: null }, 'phoneNumber'],
    ['for a list as number', { phoneNumber: ['677123456'] }, 'phoneNumber'],
    ['for endless digits', { phoneNumber: '6'.repeat(30_000) }, 'phoneNumber'],
  ])('%s is refused, and the field named', async (_what, body, path) => {
    const answer = await sendJson(LOOKUP, body);
    expect(answer.status).toBe(400);
    expect(pathsOf(refusalIn(answer))).toContain(path);
  });
});

describe.each([
  ['a payment', PAYMENT],
  ['a receipt look-up', LOOKUP],
])('the body of %s', (_what, path) => {
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const padded = (size: number) => `{"padding":"${'x'.repeat(size - '{"padding":""}'.length)}"}`;

  test.each<[what: string, body: string, code: string]>([
    ['cut short', '{"email":"a@b.cm"', 'broken-json'],
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
    ['that is an empty object', '{}', 'validation'],
    [
      'that would pollute prototypes',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      'validation',
    ],
  ])('%s is refused', async (_kind, body, code) => {
    const answer = await sendJson(path, body);
    expect(answer.status).toBe(400);
    expect(refusalIn(answer).code).toBe(code);
  });

  test('hidden in __proto__ is no body', async () => {
    const hidden = { ...aVoteFor(votable), email: 'a@b.cm' };
    const answer = await sendJson(path, `{"__proto__":${JSON.stringify(hidden)}}`);
    expect(answer.status).toBe(400);
    refusalIn(answer);
  });

  test('that is absent is refused', async () => {
    for (const headers of [{}, JSON_TYPE]) {
      const answer = await send(path, { headers });
      expect(answer.status).toBe(400);
      expect(refusalIn(answer).code).toBe('validation');
    }
  });

  test('may have 32 KB, and not a byte more', async () => {
    const full = await sendJson(path, padded(32 * KB));
    expect(full.status).toBe(400);
    const over = await sendJson(path, padded(32 * KB + 1));
    expect(over.status).toBe(413);
    expect(refusalIn(over).code).toBe('too-large');
  });

  test('is measured unpacked', async () => {
    const answer = await send(path, {
      body: gzipSync(padded(10_000 * KB)),
      headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
    });
    expect(answer.status).toBe(413);
    refusalIn(answer);
  });

  test.each<[what: string, status: number, headers: Record<string, string>]>([
    ['as plain text', 415, { 'Content-Type': 'text/plain' }],
    ['as a form', 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['as a form with files', 415, { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['as something like JSON', 415, { 'Content-Type': 'application/jsonp' }],
    ['as nothing that can be read', 415, { 'Content-Type': ';;;' }],
    ['in an unknown charset', 415, { 'Content-Type': 'application/json; charset=klingon' }],
    ['in an unknown packing', 415, { ...JSON_TYPE, 'Content-Encoding': 'zip' }],
    ['said to be packed', 400, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ])('sent %s is refused', async (_how, status, headers) => {
    const answer = await send(path, { body: new TextEncoder().encode('{}'), headers });
    expect(answer.status).toBe(status);
    refusalIn(answer);
  });
});

describe('a path', () => {
  const WITH_ID = [
    '/api/categories/:id',
    '/api/nominations/category/:id',
    '/api/nominations/artist/:id',
    '/api/artists/:id',
    '/api/artists/:id/nominations',
    '/api/payment/:id/status',
    '/api/payment/:id/receipt-code',
  ];
  const NOT_IDS = [
    'x',
    '42',
    '-1',
    '__proto__',
    'constructor',
    '%00',
    '%20',
    '%F0%9F%8F%86',
    '%27%20OR%201=1--',
    '%2e%2e%2fpayments',
    '00000000-0000-0000-0000-00000000000g',
    `${randomUUID()}0`,
    `${randomUUID()}%00`,
    `{${randomUUID()}}`,
    'x'.repeat(5_000),
  ];
  const BROKEN_ENCODING = ['%ZZ', '%', '%E0%A4%A', '%FF', '%ED%A0%80'];

  test.each(WITH_ID)('%s with a malformed id is refused', async (route) => {
    for (const id of NOT_IDS) {
      const answer = await send(route.replace(':id', id), { method: 'GET' });
      expect(answer.status, id).toBe(400);
      expect(refusalIn(answer).code).toBe('validation');
    }
  });

  test.each([...WITH_ID, '/api/nominations/share/:id', '/api/payment/receipt/:id'])(
    '%s with broken percent-encoding is refused',
    async (route) => {
      for (const id of BROKEN_ENCODING) {
        const answer = await send(route.replace(':id', id), { method: 'GET' });
        expect(answer.status, id).toBe(400);
        refusalIn(answer);
      }
    },
  );

  test.each([
    ['NUL', '%00'],
    ['NUL at its end', 'x%00'],
    ['endless', 'x'.repeat(101)],
  ])('/api/nominations/share/ with a malformed link (%s) is refused', async (_kind, link) => {
    const answer = await send(`/api/nominations/share/${link}`, { method: 'GET' });
    expect(answer.status).toBe(400);
    expect(pathsOf(refusalIn(answer))).toEqual(['link']);
  });

  test.each(['x', '%00', '7KQ2M9X0W', '7KQ2M9X0W1Z', '7KQ2M9X0WU', '%23', "'%20OR%201=1--"])(
    '/api/payment/receipt/%s is refused',
    async (code) => {
      const answer = await send(`/api/payment/receipt/${code}`, { method: 'GET' });
      expect(answer.status).toBe(400);
      expect(pathsOf(refusalIn(answer))).toEqual(['receiptCode']);
    },
  );

  test.each([...WITH_ID, '/api/nominations/share/:id'])(
    '%s with an id of nothing is not found',
    async (route) => {
      const answer = await app.http.get(route.replace(':id', randomUUID())).expect(404);
      expect(answer.body).toEqual({ message: expect.any(String), code: 'not-found' });
    },
  );

  test.each<[query: string, path: string]>([
    ['', 'url'],
    ['?url=', 'url'],
    ['?url=x', 'url'],
    ['?url=javascript:alert(1)', 'url'],
    ['?url=https://a.example/%00', 'url'],
    ['?url=https://a.example/1&url=https://a.example/2', 'url'],
    ['?url[]=https://a.example/1', 'url'],
    ['?url[toString]=x', 'url'],
    ['?__proto__[url]=https://a.example/1', 'url'],
    ['?url=https://a.example/1&w=', 'w'],
    ['?url=https://a.example/1&w=-160', 'w'],
    ['?url=https://a.example/1&w=161', 'w'],
    ['?url=https://a.example/1&w=1e9', 'w'],
    ['?url=https://a.example/1&w=NaN', 'w'],
    ['?url=https://a.example/1&w=160&w=320', 'w'],
  ])('/api/image-proxy%s is refused', async (query, path) => {
    const answer = await send(`/api/image-proxy${query}`, { method: 'GET' });
    expect(answer.status).toBe(400);
    expect(pathsOf(refusalIn(answer))).toContain(path);
  });

  test('/api/image-proxy for an endless address is refused', async () => {
    const url = `https://a.example/${'x'.repeat(4_000)}`;
    const answer = await send(`/api/image-proxy?url=${url}`, { method: 'GET' });
    expect(answer.status).toBe(400);
    expect(pathsOf(refusalIn(answer))).toEqual(['url']);
  });

  test.each<[method: string, path: string]>([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/%ZZ'],
    ['GET', '/api/payment/receipt'],
    ['GET', '/api/payment//status'],
    ['POST', '/api/stripe-payment'],
    ['POST', '/api/fapshi-payment'],
    ['POST', '/api/mtn-momo-payment'],
    ['POST', '/api/-payment'],
    ['POST', '/api/__proto__-payment'],
    ['POST', '/api/webhooks/orange'],
  ])('%s %s is not there', async (method, path) => {
    const answer = await send(path, { method });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String), code: 'not-found' });
  });

  test.each<[method: string, path: string, allowed: string]>([
    ['GET', PAYMENT, 'POST'],
    ['PUT', PAYMENT, 'POST'],
    ['DELETE', PAYMENT, 'POST'],
    ['GET', LOOKUP, 'POST'],
    ['POST', '/api/categories', 'GET, HEAD'],
    ['DELETE', `/api/categories/${randomUUID()}`, 'GET, HEAD'],
    ['POST', `/api/payment/${randomUUID()}/status`, 'GET, HEAD'],
    ['PUT', `/api/payment/${randomUUID()}/attempt`, 'PATCH'],
    ['PATCH', `/api/payment/${randomUUID()}/receipt-code`, 'GET, HEAD'],
    ['POST', '/api/image-proxy', 'GET, HEAD'],
    ['PATCH', '/api/config', 'GET, HEAD'],
    ['POST', '/api/health/live', 'GET, HEAD'],
    ['DELETE', '/api/webhooks/campay', 'GET, POST, PUT, HEAD'],
  ])('%s %s is told which methods will do', async (method, path, allowed) => {
    const answer = await fetch(`${app.url}${path}`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
    const body = { message: expect.any(String), code: 'method-not-allowed' };
    expect(await answer.json()).toEqual(body);
  });
});

describe('whatever JSON is sent', () => {
  /** Anything at all, or something with the right fields of wrong kinds. */
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
    ['a payment, nearly', PAYMENT, nearlyAPayment],
    ['a look-up', LOOKUP, anythingWith(['email', 'phoneNumber'])],
    [
      'a look-up, nearly',
      LOOKUP,
      fc.oneof(fc.record({ email: hostileText }), fc.record({ phoneNumber: hostileText })),
    ],
  ])('as %s, it is refused', async (_what, path, bodies) => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await sendJson(path, JSON.stringify(body));
        expect(answer.status).toBe(400);
        refusalIn(answer);
      }),
      { numRuns: 150 },
    );
  });
});
