import fc from 'fast-check';
import { z } from 'zod';
import { ENDPOINTS, type Endpoint, METHODS } from '#shared/contracts/endpoints';

/** Values that a rejection must never repeat. */
export const PERSONAL = ['private.person@example.cm', '237699887766'] as const;

const DEEP = 2_000;
const nested = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP);

/** Texts known to break software: in SQL, paths, templates, numbers, encodings and logs. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\r\nSet-Cookie: a=b',
    '\u202e\u2066',
    '\ud800',
    '🎤'.repeat(300),
    'x'.repeat(5_000),
    "' or 1=1 --",
    '%',
    '%00',
    '%2e%2e%2f',
    '../../etc/passwd',
    '..\\..\\windows',
    '<script>alert(1)</script>',
    '{{7*7}}<%=7*7%>',
    '__proto__',
    'constructor',
    'NaN',
    'Infinity',
    '1e309',
    '-0',
    '9007199254740993',
    'true',
    'null',
    '[object Object]',
    '00000000-0000-0000-0000-000000000000',
    'file:///etc/passwd',
    'http://127.0.0.1:1/x.png',
    'http://[::ffff:10.0.0.1]/x.png',
    'http://169.254.169.254/latest',
    'javascript:alert(1)',
    ...PERSONAL,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      [],
      {},
      -1,
      0,
      1.5,
      1e21,
      2 ** 53,
      [[]],
      { length: 5 },
      { toString: 1 },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Mostly values that the schema accepts, at its limits and just outside of them. */
function valuesNear(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesNear));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const { minimum = -3, maximum = 200, maxLength = 40 } = schema;
  switch (schema.type) {
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, property]) => [
              name,
              valuesNear(property),
            ]),
          ),
          { requiredKeys: (schema.required ?? []).filter((_name, index) => index % 4 !== 3) },
        )
        .chain((object) =>
          fc.oneof(
            { weight: 5, arbitrary: fc.constant(object) },
            { weight: 1, arbitrary: hostileText.map((key) => ({ ...object, [key]: key })) },
          ),
        );
    case 'array':
      return fc.array(valuesNear(schema.items ?? {}), {
        maxLength: Math.min(schema.maxItems ?? 6, 6),
      });
    case 'integer':
    case 'number':
      return fc.constantFrom(minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.oneof(
        fc.constantFrom(
          'x',
          'x'.repeat(maxLength),
          'x'.repeat(maxLength + 1),
          ...wellFormed(schema),
        ),
        fc.string({ maxLength: 40 }),
      );
    default:
      return hostileValue;
  }
}

const wellFormed = ({ format }: JsonSchema): string[] => {
  switch (format) {
    case 'uuid':
      return ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', KNOWN_ID];
    case 'email':
      return ['fan@example.cm', PERSONAL[0]];
    case 'date-time':
      return ['2025-11-28T20:00:00.000Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
    case 'uri':
      return ['http://127.0.0.1:1/x.png', 'https://10.0.0.1/x.png'];
    default:
      return ['677123456', PERSONAL[1], 'en', 'campay', '/uploads/x.webp'];
  }
};

/** Placeholder for an existing id; the sender of the request replaces it. */
export const KNOWN_ID = 'known-id';

const schemaOf = (schema: z.ZodType | undefined): JsonSchema =>
  schema === undefined
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

export interface HostileRequest {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: string | Buffer | null;
  identity: 'stranger' | 'voter' | 'admin';
}

const OTHER_PATHS = [
  'GET /api/login',
  'POST /api/login',
  'GET /api/callback',
  'GET /api/logout',
  'GET /api/health/ready',
  'POST /api/webhooks/stripe',
  'POST /api/webhooks/campay',
  'GET /api/webhooks/campay',
  'POST /api/webhooks/fapshi',
  'PUT /api/webhooks/mtn-momo/:id',
  'POST /api/webhooks/pawapay',
  'GET /uploads/:id',
  'GET /assets/:id',
  'GET /',
];
const NAMES = [...Object.keys(ENDPOINTS), ...OTHER_PATHS];
const ALL_METHODS = [...METHODS, 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

const pathTrick = fc.constantFrom<(path: string) => string>(
  (path) => path,
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}/..`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => `${path}%00`,
  (path) => `${path};x=1`,
  (path) => `${path}%zz`,
);

const header = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['Content-Encoding', 'gzip'],
    ['Content-Encoding', 'deflate'],
    ['Content-Encoding', 'br'],
    ['Content-Encoding', 'x-unknown'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-origin'],
    ['Origin', 'null'],
    ['Origin', 'https://evil.example'],
    ['Accept-Encoding', 'x'.repeat(200)],
    ['Range', 'bytes=0-,-1'],
    ['If-None-Match', '*'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Forwarded-Proto', 'javascript'],
    ['X-Forwarded-Host', 'evil.example'],
    ['Idempotency-Key', 'one'],
    ['Idempotency-Key', 'x'.repeat(400)],
    ['Expect', 'nothing'],
    ['Cookie', 'session=s%3Aforged.signature; device=a.b.c; session=again'],
    ['Accept-Language', '*;q=x'],
  ),
);

const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'text/plain',
  'text/csv',
  'image/png',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
);

const rawBody = fc.constantFrom<string | Buffer>(
  '{',
  'null',
  '"text"',
  nested('[', ']'),
  nested('{"a":', '}').replace('}', '1}'),
  '{"totalVotes":1,"totalVotes":2,"__proto__":{"polluted":true}}',
  `{"email":"${'a'.repeat(40_000)}"}`,
  '\ufeff{}',
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  'a=1&a=2&a[b]=3',
);

const queryOf = (schema: JsonSchema): fc.Arbitrary<string> =>
  valuesNear({ type: 'object', ...schema }).chain((value) => {
    const entries = value !== null && typeof value === 'object' ? Object.entries(value) : [];
    const pairs = entries.map(([key, part]) => `${encode(key)}=${encode(textOf(part))}`);
    return fc
      .constantFrom('', '&a=1&a=2', '&a[b]=1', '&__proto__[x]=1', '&%', '&=')
      .map((extra) => {
        const query = pairs.join('&') + extra;
        return query === '' ? '' : `?${query}`;
      });
  });

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A lone surrogate cannot be encoded in an address; its replacement character can. */
const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** A request that no page of ours would send. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .constantFrom(...NAMES)
  .chain((name) => {
    const [method = 'GET', pattern = '/'] = name.split(' ');
    const endpoint: Partial<Endpoint> = (ENDPOINTS as Record<string, Endpoint>)[name] ?? {};
    const body = typeof endpoint.body === 'string' ? {} : schemaOf(endpoint.body);
    const parameters = [...pattern.matchAll(/:\w+/g)].length;
    return fc.record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...ALL_METHODS) },
      ),
      path: fc
        .tuple(
          fc.array(
            fc.oneof(
              { weight: 2, arbitrary: fc.constantFrom(KNOWN_ID, 'campay', 'mtn-momo') },
              { weight: 2, arbitrary: hostileText.map(encode) },
            ),
            { minLength: parameters, maxLength: parameters },
          ),
          fc.oneof(
            { weight: 6, arbitrary: fc.constant((path: string) => path) },
            { weight: 1, arbitrary: pathTrick },
          ),
          queryOf(schemaOf(endpoint.query)),
        )
        .map(([values, trick, query]) => {
          let index = 0;
          const path = pattern.replace(/:\w+/g, () => values[index++] ?? '');
          return trick(path) + query;
        }),
      headers: fc
        .tuple(fc.array(header, { maxLength: 3 }), contentType)
        .map(([headers, type]): [string, string][] =>
          type === '' ? headers : [...headers, ['Content-Type', type]],
        ),
      body: ['GET', 'HEAD'].includes(method)
        ? fc.constant(null)
        : fc.oneof(
            { weight: 5, arbitrary: valuesNear(body).map((value) => JSON.stringify(value) ?? '') },
            { weight: 1, arbitrary: rawBody },
          ),
      identity: fc.constantFrom<HostileRequest['identity']>('stranger', 'voter', 'admin', 'admin'),
    });
  });
