import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallbackKeys } from './callback-keys';
import { checkSignature } from './callback-signature';

const URL = 'https://vote.example/api/webhooks/pawapay';
const BODY = Buffer.from('{"depositId":"8917c345-4791-4285-a416-62f24b6982db"}');
const NOW_S = Math.floor(Date.now() / 1_000);

const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const RSA = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ED25519 = generateKeyPairSync('ed25519');

const keysOf = (key: KeyObject | 'unknown' | 'unavailable') =>
  ({
    find: async () => (typeof key === 'string' ? { outcome: key } : { outcome: 'found', key }),
  }) as unknown as CallbackKeys;

const digest = (algorithm: 'sha-256' | 'sha-512', body = BODY) =>
  `${algorithm}=:${createHash(algorithm.replace('-', '')).update(body).digest('base64')}:`;

interface Options {
  signs?: (base: Buffer) => Buffer;
  covered?: string[];
  parameters?: string;
  contentDigest?: string;
}

/** A callback that is signed by hand. */
function callback({
  signs = (base) => sign('sha256', base, P256.privateKey),
  covered = ['@method', '@authority', '@path', 'content-digest'],
  parameters = `created=${NOW_S};expires=${NOW_S + 60};keyid="k"`,
  contentDigest = digest('sha-512'),
}: Options = {}) {
  const values: Record<string, string> = {
    '@method': 'POST',
    '@authority': 'vote.example',
    '@path': '/api/webhooks/pawapay',
    'content-digest': contentDigest,
  };
  const input = `(${covered.map((name) => `"${name}"`).join(' ')});${parameters}`;
  const base = [
    ...covered.map((name) => `"${name}": ${values[name]}`),
    `"@signature-params": ${input}`,
  ].join('\n');
  return {
    method: 'POST',
    body: BODY,
    headers: {
      'content-digest': contentDigest,
      'signature-input': `sig-pp=${input}`,
      signature: `sig-pp=:${signs(Buffer.from(base)).toString('base64')}:`,
    },
  };
}

const check = (options: Options, key: Parameters<typeof keysOf>[0] = P256.publicKey, url = URL) =>
  checkSignature(callback(options), url, keysOf(key));

const algorithms: [string, KeyObject, (base: Buffer) => Buffer][] = [
  ['ecdsa-p256-sha256', P256.publicKey, (base) => sign('sha256', base, P256.privateKey)],
  [
    'ecdsa-p256-sha256',
    P256.publicKey,
    (base) => sign('sha256', base, { key: P256.privateKey, dsaEncoding: 'ieee-p1363' }),
  ],
  ['ecdsa-p384-sha384', P384.publicKey, (base) => sign('sha384', base, P384.privateKey)],
  [
    'rsa-pss-sha512',
    RSA.publicKey,
    (base) =>
      sign('sha512', base, {
        key: RSA.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: 64,
      }),
  ],
  ['rsa-v1_5-sha256', RSA.publicKey, (base) => sign('sha256', base, RSA.privateKey)],
];
const parameters = (alg: string) => `created=${NOW_S};expires=${NOW_S + 60};keyid="k";alg="${alg}"`;

test.each(algorithms)('a signature by %s is valid', async (alg, key, signs) => {
  expect(await check({ signs, parameters: parameters(alg) }, key)).toBe('valid');
  expect(await check({ signs }, key), 'without its name').toBe('valid');
});

test.each([
  ['that the key is not for', 'ecdsa-p384-sha384', P256.publicKey],
  ['that does not exist', 'none', P256.publicKey],
  ['with a shared secret', 'hmac-sha256', P256.publicKey],
  ['that pawaPay does not use', 'ed25519', ED25519.publicKey],
])('an algorithm %s is invalid', async (_what, alg, key) => {
  expect(await check({ parameters: parameters(alg) }, key)).toBe('invalid');
});

test.each([
  ['of another key', { signs: (base: Buffer) => sign('sha256', base, P384.privateKey) }],
  ['that is empty', { signs: () => Buffer.alloc(0) }],
  ['that does not cover the address', { covered: ['@method', '@path', 'content-digest'] }],
  ['that does not cover the body', { covered: ['@method', '@authority', '@path'] }],
  ['without an end', { parameters: `created=${NOW_S};keyid="k"` }],
  ['without a key', { parameters: `created=${NOW_S};expires=${NOW_S + 60}` }],
  [
    'that ended long ago',
    { parameters: `created=${NOW_S - 7_200};expires=${NOW_S - 7_140};keyid="k"` },
  ],
  ['of tomorrow', { parameters: `created=${NOW_S + 86_400};expires=${NOW_S + 86_460};keyid="k"` }],
])('a signature %s is invalid', async (_what, options) => {
  expect(await check(options)).toBe('invalid');
});

test('a signature for another address is invalid', async () => {
  expect(await check({}, P256.publicKey, 'https://shop.example/api/webhooks/pawapay')).toBe(
    'invalid',
  );
  expect(await check({}, P256.publicKey, `${URL}/more`)).toBe('invalid');
});

test('a signature with a key that pawaPay has not published is invalid', async () => {
  expect(await check({}, 'unknown')).toBe('invalid');
});

test('nothing is said when the keys cannot be read, except about a wrong digest', async () => {
  expect(await check({}, 'unavailable')).toBe('unverifiable');
  const contentDigest = digest('sha-512', Buffer.from('{}'));
  expect(await check({ contentDigest }, 'unavailable')).toBe('invalid');
});

test.each([
  ['SHA-256', digest('sha-256')],
  ['both', `${digest('sha-256')}, ${digest('sha-512')}`],
])('the digest may be %s', async (_what, contentDigest) => {
  expect(await check({ contentDigest })).toBe('valid');
});

test.each([
  ['of another body', digest('sha-512', Buffer.from('{}'))],
  ['of this and of another body', `${digest('sha-256')}, ${digest('sha-512', Buffer.from('{}'))}`],
  ['of an unknown kind', 'md5=:AAAA:'],
  ['that is none', 'what'],
])('a digest %s is invalid, even if it is signed', async (_what, contentDigest) => {
  expect(await check({ contentDigest })).toBe('invalid');
});

test.each([
  ['no headers', {}],
  ['only a digest', { 'content-digest': digest('sha-512') }],
  [
    'an unreadable input',
    { 'content-digest': digest('sha-512'), signature: 'a=:AA==:', 'signature-input': '((' },
  ],
])('%s are invalid', async (_what, headers) => {
  const webhook = { method: 'POST', headers, body: BODY };
  expect(await checkSignature(webhook, URL, keysOf(P256.publicKey))).toBe('invalid');
});
