import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectProviders, PAYMENT_ADAPTERS } from '#server/payments/index';
import { createLogger } from '#server/platform/logger';
import { toVkey } from '#shared/open-count/note';
import { parseSigningKey, signerOf, toSigningKey } from '#shared/open-count/signer';
import { LEDGER_SIGNING_KEY } from '#tests/support/ledger-key';
import { ConfigError, loadConfig } from './config';
import { PROJECT_ROOT } from './paths';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'awards-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const logger = createLogger('silent');

const load = (env: Record<string, string | undefined> = {}) =>
  loadConfig({ DATA_DIR: dataDir, ...env }, PAYMENT_ADAPTERS);

/** The lines of the message that lists all problems. */
function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [title, ...lines] = error.message.split('\n');
    expect(title).toBe('The configuration is not valid:');
    return lines.map((line) => line.replace(/^ {2}- /, ''));
  }
}

const SECRET = 'a-secret-of-at-least-32-characters';
const CAMPAY = {
  CAMPAY_BASE_URL: 'https://www.campay.example/api',
  CAMPAY_TOKEN: 'permanent-token',
  CAMPAY_WEBHOOK_KEY: 'webhook-key',
};
const FAPSHI = {
  FAPSHI_BASE_URL: 'https://live.fapshi.example',
  FAPSHI_API_USER: 'user',
  FAPSHI_API_KEY: 'key',
  FAPSHI_WEBHOOK_SECRET: 'secret',
};
const MTN_MOMO = {
  MTN_MOMO_BASE_URL: 'https://momo.example',
  MTN_MOMO_SUBSCRIPTION_KEY: 'subscription',
  MTN_MOMO_API_USER: 'user',
  MTN_MOMO_API_KEY: 'key',
  MTN_MOMO_TARGET_ENVIRONMENT: 'mtncameroon',
};
const PAWAPAY = {
  PAWAPAY_BASE_URL: 'https://api.pawapay.example',
  PAWAPAY_API_TOKEN: 'token',
  PAWAPAY_SIGNED_CALLBACKS: '1',
};
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const BUCKET = {
  UPLOADS_S3_ENDPOINT: 'https://s3.eu-west-3.example/',
  UPLOADS_S3_REGION: 'eu-west-3',
  UPLOADS_S3_BUCKET: 'awards-pictures',
  UPLOADS_S3_ACCESS_KEY_ID: 'key-id',
  UPLOADS_S3_SECRET_ACCESS_KEY: 'access-key',
};
const OIDC = {
  OIDC_ISSUER_URL: 'https://accounts.example',
  OIDC_CLIENT_ID: 'awards',
  OIDC_CLIENT_SECRET: 'client-secret',
};
const vkeyOf = (name: string, seed: number) =>
  toVkey(signerOf(name, 'witness', new Uint8Array(32).fill(seed)).key);
const WITNESS = vkeyOf('witness.example/w1', 1);
/** The same with the providers' test systems. */
const TEST_SYSTEMS = {
  stripe: { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
  campay: { ...CAMPAY, CAMPAY_BASE_URL: 'https://demo.campay.example/api' },
  fapshi: { ...FAPSHI, FAPSHI_BASE_URL: 'https://sandbox.fapshi.example' },
  'mtn-momo': { ...MTN_MOMO, MTN_MOMO_TARGET_ENVIRONMENT: 'sandbox' },
  pawapay: { ...PAWAPAY, PAWAPAY_BASE_URL: 'https://api.sandbox.pawapay.example' },
};
const OF_A_WITNESS = toSigningKey(signerOf('a.example', 'witness', new Uint8Array(32)));
const OF_ANOTHER_LOG = toSigningKey(signerOf('a.example', 'log', new Uint8Array(32)));
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vote.example',
  DATABASE_URL: 'postgres://awards:database-password@db.example/awards?sslmode=verify-full',
  TRUST_PROXY: '1',
  SESSION_SECRET: `session-${SECRET}`,
  PHONE_HASH_KEY: `phone-${SECRET}`,
  LEDGER_SIGNING_KEY,
  ...OIDC,
  ...CAMPAY,
};

describe('outside production', () => {
  test('no variable is required', () => {
    expect(load()).toEqual({
      isProduction: false,
      isRehearsal: false,
      captcha: null,
      metrics: null,
      moneyNotice: null,
      ledgerSigners: [{ key: expect.objectContaining({ type: 'log' }), secret: expect.anything() }],
      ledgerWitnesses: null,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      hsts: null,
      securityContact: null,
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseListenUrl: null,
      workers: 1,
      dataDir,
      backupDir: join(dataDir, 'backups'),
      sessionSecrets: [expect.any(String)],
      phoneHashKey: expect.any(String),
      trustProxy: 0,
      logLevel: 'info',
      firstSettings: {
        name: 'Festival Awards',
        nameFr: null,
        year: '2025',
        timezone: 'Africa/Douala',
        opensAt: null,
        closesAt: null,
        prices: { mobileMoney: 100, card: 50 },
        votes: { min: 0, max: 100 },
        methods: { mobileMoney: true, card: true },
        routing: { mtn: { order: null, fixed: null }, orange: { order: null, fixed: null } },
        contact: { email: null, phone: null, whatsapp: null },
        organiser: { en: null, fr: null },
        refunds: { en: null, fr: null },
        banner: { text: { en: null, fr: null }, from: null, to: null },
        results: { policy: 'live', sealedFrom: null, releasesAtClose: false },
        retentionDays: 180,
        xafPerUsd: 600,
      },
      mobileMoneyProviders: ['campay', 'fapshi', 'mtn-momo'],
      providerVariables: {},
      oidc: null,
      adminEmails: [],
      requiredAcr: [],
      mail: {
        smtp: null,
        isOn: true,
        from: { name: null, address: 'receipts@localhost' },
      },
      uploadsBucket: null,
    });
  });

  test('an empty line in an .env file counts as not set', () => {
    const empty = Object.fromEntries(Object.keys(PRODUCTION).map((name) => [name, '']));
    expect(load({ ...empty, PORT: '', EVENT_NAME: '' })).toEqual(load());
  });

  test('given values are used', () => {
    expect(
      load({
        PORT: '8080',
        PUBLIC_URL: 'https://vote.example/',
        DEMO: '1',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgresql://127.0.0.1/awards',
        LOG_LEVEL: 'warn',
        EVENT_NAME: 'Nuit des talents',
        EVENT_YEAR: '2026',
        EVENT_TIMEZONE: 'Africa/Lagos',
        VOTING_OPENS_AT: '2026-11-01T00:00:00+01:00',
        VOTING_CLOSES_AT: '2026-11-28T23:00:00Z',
      }),
    ).toMatchObject({
      port: 8080,
      publicUrl: 'https://vote.example',
      moneyNotice: 'demo',
      host: '0.0.0.0',
      databaseUrl: 'postgresql://127.0.0.1/awards',
      logLevel: 'warn',
      firstSettings: {
        name: 'Nuit des talents',
        year: '2026',
        timezone: 'Africa/Lagos',
        opensAt: '2026-10-31T23:00:00.000Z',
        closesAt: '2026-11-28T23:00:00.000Z',
      },
    });
  });

  test('the address follows the port', () => {
    expect(load({ PORT: '4321' }).publicUrl).toBe('http://localhost:4321');
  });

  test('a data directory is relative to the project, not to the working directory', () => {
    const env = { DATA_DIR: 'elsewhere', SESSION_SECRET: SECRET, PHONE_HASH_KEY: SECRET };
    expect(loadConfig(env, PAYMENT_ADAPTERS).dataDir).toBe(join(PROJECT_ROOT, 'elsewhere'));
  });
});

describe('a malformed variable is named', () => {
  test.each([
    ['NODE_ENV', 'prod'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'vote.example'],
    ['PUBLIC_URL', 'ftp://vote.example'],
    ['PUBLIC_URL', 'https://vote.example/awards'],
    ['PUBLIC_URL', 'https://vote.example/?a=b'],
    ['PUBLIC_URL', 'https://user@vote.example'],
    ['DATABASE_URL', 'mysql://db.example/awards'],
    ['DATABASE_URL', 'awards'],
    ['DATABASE_OWNER_URL', 'awards'],
    ['SESSION_SECRET', 'too short'],
    ['SESSION_SECRET', `${SECRET},too short`],
    ['SESSION_SECRET', ' , '],
    ['PHONE_HASH_KEY', 'too short'],
    ['LEDGER_SIGNING_KEY', 'PRIVATE+KEY+vote.example/count+00000000+AQ=='],
    ['LEDGER_SIGNING_KEY', OF_A_WITNESS],
    ['LEDGER_SIGNING_KEY', `${LEDGER_SIGNING_KEY},${OF_ANOTHER_LOG}`],
    ['LEDGER_WITNESSES', WITNESS],
    ['LEDGER_WITNESSES', 'https://w1.example'],
    ['LEDGER_WITNESSES', `${WITNESS} ftp://w1.example`],
    ['LEDGER_WITNESSES', `${WITNESS} https://user@w1.example`],
    ['LEDGER_WITNESSES', `${WITNESS} https://w1.example?a=b`],
    ['LEDGER_WITNESSES', `${WITNESS} https://w1.example https://w2.example`],
    ['LEDGER_WITNESSES', `${WITNESS.replace(/\+[0-9a-f]{8}\+/, '+00000000+')} https://w1.example`],
    ['LEDGER_WITNESSES', `${WITNESS} https://w1.example, ${WITNESS} https://w2.example`],
    ['LEDGER_WITNESSES', `${toVkey(parseSigningKey(LEDGER_SIGNING_KEY).key)} https://w1.example`],
    ['LEDGER_WITNESSES', ' , '],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['SECURITY_CONTACT', 'security@vote.example'],
    ['DEMO', 'yes'],
    ['ALLOW_TEST_MONEY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1, proxy.example'],
    ['TRUST_PROXY', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['EVENT_NAME', 'x'.repeat(81)],
    ['EVENT_YEAR', '25'],
    ['EVENT_TIMEZONE', 'Africa/Yaounde2'],
    ['VOTING_OPENS_AT', 'tomorrow'],
    ['VOTING_OPENS_AT', '2026-11-01T00:00:00'],
    ['VOTING_CLOSES_AT', '2026-11-31T00:00:00Z'],
    ['XAF_PER_USD', '0'],
    ['XAF_PER_USD', 'six hundred'],
    ['MOBILE_MONEY_PROVIDER', 'orange'],
    ['CAMPAY_BASE_URL', 'www.campay.example'],
    ['FAPSHI_BASE_URL', 'ftp://live.fapshi.example'],
    ['MTN_MOMO_BASE_URL', 'momo'],
    ['PAWAPAY_BASE_URL', 'api.pawapay.example'],
    ['PAWAPAY_SIGNED_CALLBACKS', 'yes'],
    ['OIDC_ISSUER_URL', 'accounts'],
    ['STRIPE_API_BASE', 'https://stripe.example/v1'],
    ['UPLOADS_S3_ENDPOINT', 's3.example'],
    ['UPLOADS_S3_ENDPOINT', 'https://key:secret@s3.example'],
    ['UPLOADS_S3_ENDPOINT', 'https://s3.example/?list-type=2'],
    ['UPLOADS_S3_REGION', 'Paris, France'],
    ['UPLOADS_S3_BUCKET', 'awards/pictures'],
    ['UPLOADS_S3_BUCKET', '..'],
    ['UPLOADS_S3_PREFIX', '../elsewhere'],
    ['UPLOADS_S3_PREFIX', '/awards'],
    ['ADMIN_EMAILS', 'marie@example.cm, paul'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://user@mail.example'],
    ['SMTP_URL', 'smtp://user:50%@mail.example'],
    ['SMTP_URL', 'smtp://mail.example/?tls.rejectUnauthorized=false'],
    ['MAIL_FROM', 'receipts'],
    ['MAIL_FROM', 'Awards <receipts@vote.example>, other@vote.example'],
    ['MAIL_FROM', 'Awards\r\nBcc: x <receipts@vote.example>'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems.some((line) => line.startsWith(`${name} `))).toBe(true);
  });

  test('VOTING_CLOSES_AT that is not after VOTING_OPENS_AT', () => {
    const instant = '2026-11-28T23:00:00Z';
    expect(problemsOf({ VOTING_OPENS_AT: instant, VOTING_CLOSES_AT: instant })).toEqual([
      'VOTING_CLOSES_AT must be after VOTING_OPENS_AT',
    ]);
  });
});

describe('metrics', () => {
  test('are not served by default, and only on this machine when just a port is set', () => {
    expect(load().metrics).toBeNull();
    expect(load({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  });

  test('are never served on the public port', () => {
    const problem = ['METRICS_PORT must differ from PORT'];
    expect(problemsOf({ PORT: '4000', METRICS_PORT: '4000' })).toEqual(problem);
    expect(problemsOf({ METRICS_PORT: '3000' })).toEqual(problem);
    expect(problemsOf({ METRICS_HOST: '10.0.0.1' })).toEqual([
      'METRICS_PORT is missing (METRICS_HOST is set)',
    ]);
  });
});

test.each<[value: string, trusted: number | string]>([
  ['false', 0],
  ['0', 0],
  ['2', 2],
  ['loopback', 'loopback'],
  ['10.0.0.0/8, fd00::/8, 192.0.2.1', '10.0.0.0/8, fd00::/8, 192.0.2.1'],
])('TRUST_PROXY=%s is converted for Express', (value, trusted) => {
  expect(load({ TRUST_PROXY: value }).trustProxy).toBe(trusted);
});

describe('mail', () => {
  test.each([
    [
      'smtp://mail.example',
      { host: 'mail.example', port: 587, isSecure: false, credentials: null },
    ],
    [
      'smtps://awards%40vote.example:p%3Aw@mail.example:4650/',
      {
        host: 'mail.example',
        port: 4650,
        isSecure: true,
        credentials: { user: 'awards@vote.example', password: 'p:w' },
      },
    ],
    ['smtps://[::1]', { host: '::1', port: 465, isSecure: true, credentials: null }],
  ])('SMTP_URL=%s is parsed completely', (SMTP_URL, smtp) => {
    expect(load({ SMTP_URL }).mail.smtp).toEqual(smtp);
  });

  test.each([
    ['hello@vote.example', { name: null, address: 'hello@vote.example' }],
    ['Vote <hello@vote.example>', { name: 'Vote', address: 'hello@vote.example' }],
    ['"Vote, now" <hello@vote.example>', { name: 'Vote, now', address: 'hello@vote.example' }],
  ])('MAIL_FROM=%s is the sender', (MAIL_FROM, from) => {
    expect(load({ MAIL_FROM }).mail.from).toEqual(from);
  });

  test("is sent by default in the event's current name, from the public host", () => {
    const env = { PUBLIC_URL: 'https://vote.example', DEMO: '1' };
    const from = { name: null, address: 'receipts@vote.example' };
    expect(load(env).mail.from).toEqual(from);
  });
});

describe('variables that belong together', () => {
  test.each<[what: string, env: Record<string, string>, missing: string[]]>([
    [
      'Stripe',
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ],
    [
      'Fapshi',
      { FAPSHI_API_KEY: 'k' },
      ['FAPSHI_BASE_URL', 'FAPSHI_API_USER', 'FAPSHI_WEBHOOK_SECRET'],
    ],
    [
      'MTN MoMo',
      { MTN_MOMO_API_USER: 'u', MTN_MOMO_API_KEY: 'k' },
      ['MTN_MOMO_BASE_URL', 'MTN_MOMO_SUBSCRIPTION_KEY', 'MTN_MOMO_TARGET_ENVIRONMENT'],
    ],
    ['pawaPay', { PAWAPAY_API_TOKEN: 't' }, ['PAWAPAY_BASE_URL']],
    [
      'a bucket',
      { UPLOADS_S3_ENDPOINT: 'https://s3.example', UPLOADS_S3_BUCKET: 'awards' },
      ['UPLOADS_S3_REGION', 'UPLOADS_S3_ACCESS_KEY_ID', 'UPLOADS_S3_SECRET_ACCESS_KEY'],
    ],
    ['a captcha', { CAPTCHA_PROVIDER: 'hcaptcha' }, ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY']],
    [
      'the owner of a database',
      { DATABASE_OWNER_URL: 'postgres://localhost/awards' },
      ['DATABASE_URL'],
    ],
    ['sign-in', { OIDC_CLIENT_ID: 'c' }, ['OIDC_ISSUER_URL', 'OIDC_CLIENT_SECRET']],
    ['Campay', { CAMPAY_TOKEN: 't' }, ['CAMPAY_BASE_URL', 'CAMPAY_WEBHOOK_KEY']],
    [
      'Campay with half a login',
      { ...TEST_SYSTEMS.campay, CAMPAY_TOKEN: '', CAMPAY_USERNAME: 'u' },
      ['CAMPAY_TOKEN, or CAMPAY_USERNAME with CAMPAY_PASSWORD,'],
    ],
  ])('of %s are all reported missing at once', (_what, env, missing) => {
    const problems = problemsOf(env);
    expect(problems.map((line) => line.replace(/ is missing.*$/, '')).sort()).toEqual(
      missing.sort(),
    );
  });

  test('of Stripe are its three keys, and STRIPE_API_BASE only together with them', () => {
    const { stripe } = TEST_SYSTEMS;
    expect(load(stripe).providerVariables).toEqual({ stripe });
    const STRIPE_API_BASE = 'http://127.0.0.1:4242';
    const elsewhere = { ...stripe, STRIPE_API_BASE };
    expect(load(elsewhere).providerVariables).toEqual({ stripe: elsewhere });
    expect(problemsOf({ STRIPE_API_BASE })).toEqual(
      Object.keys(STRIPE).map((name) => `${name} is missing (STRIPE_API_BASE is set)`),
    );
  });

  test('of a bucket are five, and a prefix only together with them', () => {
    const settings = {
      endpoint: 'https://s3.eu-west-3.example',
      region: 'eu-west-3',
      bucket: 'awards-pictures',
      prefix: '',
      accessKeyId: 'key-id',
      secretAccessKey: 'access-key',
    };
    expect(load(BUCKET).uploadsBucket).toEqual(settings);
    for (const UPLOADS_S3_PREFIX of ['night/2025', 'night/2025/']) {
      const { uploadsBucket } = load({ ...BUCKET, UPLOADS_S3_PREFIX });
      expect(uploadsBucket).toEqual({ ...settings, prefix: 'night/2025/' });
    }
    expect(problemsOf({ UPLOADS_S3_PREFIX: 'night' })).toEqual([
      `${Object.keys(BUCKET).join(', ')} are missing (UPLOADS_S3_PREFIX is set)`,
    ]);
  });

  test('of Campay are a token, or a name and a password', () => {
    const { campay } = TEST_SYSTEMS;
    expect(load(campay).providerVariables).toEqual({ campay });
    const { CAMPAY_TOKEN: _none, ...rest } = campay;
    const login = { ...rest, CAMPAY_USERNAME: 'name', CAMPAY_PASSWORD: 'password' };
    expect(load(login).providerVariables).toEqual({ campay: login });
  });

  test.each(['campay', 'fapshi', 'mtn-momo', 'pawapay'] as const)(
    'of %s are used when it is chosen; the others keep their existing payments',
    (chosen) => {
      const { campay, fapshi, 'mtn-momo': mtnMomo, pawapay } = TEST_SYSTEMS;
      const all = { ...campay, ...fapshi, ...mtnMomo, ...pawapay };
      const config = load({ ...all, MOBILE_MONEY_PROVIDER: chosen });
      expect(config.providerVariables[chosen]).toEqual(TEST_SYSTEMS[chosen]);
      const { mobileMoney, formerMobileMoney } = connectProviders(config, null, { logger });
      expect(mobileMoney.map(({ name }) => name)).toEqual([chosen]);
      expect([chosen, ...formerMobileMoney.map(({ name }) => name)].sort()).toEqual([
        'campay',
        'fapshi',
        'mtn-momo',
        'pawapay',
      ]);
    },
  );

  test('of several providers are used in the order in which they are named', () => {
    const { campay, fapshi, 'mtn-momo': mtnMomo } = TEST_SYSTEMS;
    const config = load({
      ...campay,
      ...fapshi,
      ...mtnMomo,
      MOBILE_MONEY_PROVIDERS: 'mtn-momo, campay',
    });
    const { mobileMoney, formerMobileMoney } = connectProviders(config, null, { logger });
    expect(mobileMoney.map(({ name }) => name)).toEqual(['mtn-momo', 'campay']);
    expect(formerMobileMoney.map(({ name }) => name)).toEqual(['fapshi']);
  });

  test.each([
    [
      { MOBILE_MONEY_PROVIDERS: 'campay,orange' },
      'MOBILE_MONEY_PROVIDERS must be a list of campay, fapshi, mtn-momo',
    ],
    [{ MOBILE_MONEY_PROVIDERS: ', ,' }, /^MOBILE_MONEY_PROVIDERS must be a list of/],
    [
      { MOBILE_MONEY_PROVIDERS: 'campay,fapshi,campay' },
      'MOBILE_MONEY_PROVIDERS names a provider twice',
    ],
    [
      { MOBILE_MONEY_PROVIDERS: 'campay', MOBILE_MONEY_PROVIDER: 'fapshi' },
      'MOBILE_MONEY_PROVIDER must not be set beside MOBILE_MONEY_PROVIDERS',
    ],
    [
      { ...PRODUCTION, ...CAMPAY, MOBILE_MONEY_PROVIDERS: 'campay,fapshi' },
      'MOBILE_MONEY_PROVIDERS names fapshi, whose variables are missing',
    ],
  ])('that name %j are refused', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(problem)]);
  });

  test('of several providers are all reported at once', () => {
    const problems = problemsOf({
      CAMPAY_BASE_URL: 'campay.example',
      FAPSHI_API_USER: 'user',
      MTN_MOMO_API_KEY: 'key',
    });
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
      'CAMPAY_BASE_URL',
      'CAMPAY_TOKEN,',
      'CAMPAY_WEBHOOK_KEY',
      'FAPSHI_API_KEY',
      'FAPSHI_BASE_URL',
      'FAPSHI_WEBHOOK_SECRET',
      'MTN_MOMO_API_USER',
      'MTN_MOMO_BASE_URL',
      'MTN_MOMO_SUBSCRIPTION_KEY',
      'MTN_MOMO_TARGET_ENVIRONMENT',
    ]);
  });
});

describe('the demo is refused beside anything real', () => {
  test.each<[what: string, env: Record<string, string>, problem: RegExp]>([
    ['an address of the internet', { PUBLIC_URL: 'https://vote.example' }, /^PUBLIC_URL is not on/],
    [
      'a database elsewhere',
      { DATABASE_URL: 'postgres://db.example/awards', DEMO: '1' },
      /^DATABASE_URL is on another machine/,
    ],
    [
      'a database elsewhere, to be migrated',
      {
        DATABASE_URL: 'postgres://localhost/awards',
        DATABASE_OWNER_URL: 'postgres://db.example/awards',
      },
      /^DATABASE_OWNER_URL is on another machine/,
    ],
    ['keys of Stripe', { ...STRIPE, DEMO: '1' }, /^the keys of stripe take real money/],
    [
      'restricted keys of Stripe',
      { ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_1' },
      /^the keys of stripe take real money/,
    ],
    ['Campay', CAMPAY, /^the keys of campay take real money/],
    ['Fapshi', FAPSHI, /^the keys of fapshi take real money/],
    ['MTN MoMo', MTN_MOMO, /^the keys of mtn-momo take real money/],
    ['pawaPay', PAWAPAY, /^the keys of pawapay take real money/],
    ['production', { ...PRODUCTION, DEMO: '1' }, /^DEMO must not be set in production/],
  ])('not %s', (_what, env, problem) => {
    const problems = problemsOf(env);
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://awards.localhost',
  ])('%s is this machine, where no notice is needed', (PUBLIC_URL) => {
    expect(load({ PUBLIC_URL })).toMatchObject({ host: '127.0.0.1', moneyNotice: null });
  });

  test.each([
    'http://127.0.0.1.vote.example',
    'http://192.168.1.4:3000',
    'http://10.0.0.1',
    'http://localhost.vote.example',
    'http://[::ffff:192.0.2.1]',
  ])('%s is not', (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toHaveLength(1);
  });

  test.each(['postgres://127.0.0.1/a', 'postgres://localhost/a', 'postgres:///a?host=/run/pg'])(
    '%s is this machine',
    (DATABASE_URL) => {
      expect(problemsOf({ DATABASE_URL })).toEqual([]);
    },
  );

  test('a public demo shows a notice', () => {
    const { moneyNotice, host } = load({ PUBLIC_URL: 'https://demo.example', DEMO: '1' });
    expect({ moneyNotice, host }).toEqual({ moneyNotice: 'demo', host: '127.0.0.1' });
  });
});

describe('in production', () => {
  test.each<[what: string, env: Record<string, string>]>([
    ['of Stripe', TEST_SYSTEMS.stripe],
    ['of Stripe, restricted', { ...TEST_SYSTEMS.stripe, STRIPE_SECRET_KEY: 'rk_test_1' }],
    ['of Campay', TEST_SYSTEMS.campay],
    ['of Fapshi', { ...TEST_SYSTEMS.fapshi, MOBILE_MONEY_PROVIDER: 'fapshi' }],
    ['of MTN', { ...TEST_SYSTEMS['mtn-momo'], MOBILE_MONEY_PROVIDER: 'mtn-momo' }],
    ['of pawaPay', { ...TEST_SYSTEMS.pawapay, MOBILE_MONEY_PROVIDER: 'pawapay' }],
  ])('test money %s is refused unless staging explicitly allows it', (_what, env) => {
    expect(problemsOf({ ...PRODUCTION, ...env })).toEqual([
      expect.stringMatching(/take test money \(ALLOW_TEST_MONEY=1 for staging\)$/),
    ]);
    expect(load({ ...PRODUCTION, ...env, ALLOW_TEST_MONEY: '1' }).moneyNotice).toBe('test-money');
  });

  test('keys of two modes are refused, whichever one is live', () => {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const) {
      const mixed = { ...STRIPE, [name]: TEST_SYSTEMS.stripe[name] };
      expect(problemsOf({ ...PRODUCTION, ...mixed, ALLOW_TEST_MONEY: '1' })).toEqual([
        'STRIPE_PUBLISHABLE_KEY does not have the same mode as STRIPE_SECRET_KEY',
      ]);
    }
  });

  test.each([
    ['turnstile', '1x0000000000000000000000000000000AA'],
    ['hcaptcha', '0x0000000000000000000000000000000000000000'],
  ])(
    'a captcha of %s that lets everyone pass is refused',
    (CAPTCHA_PROVIDER, CAPTCHA_SECRET_KEY) => {
      const captcha = { CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET_KEY };
      expect(problemsOf({ ...PRODUCTION, ...STRIPE, ...captcha })).toEqual([
        'CAPTCHA_SECRET_KEY is a test key, which accepts everyone',
      ]);
      const real = { ...captcha, CAPTCHA_SECRET_KEY: 'a-real-key' };
      expect(load({ ...PRODUCTION, ...STRIPE, ...real }).captcha).toEqual({
        provider: CAPTCHA_PROVIDER,
        siteKey: 'site',
        secretKey: 'a-real-key',
      });
    },
  );

  test('witnesses are called by https or on this machine; without the setting there are none', () => {
    const other = vkeyOf('gazette.example/w2', 2);
    const both = `${WITNESS} https://w1.example/prefix/,\n ${other} http://127.0.0.1:8090`;
    expect(load({ ...PRODUCTION, LEDGER_WITNESSES: both }).ledgerWitnesses).toEqual([
      { vkey: WITNESS, url: 'https://w1.example/prefix' },
      { vkey: other, url: 'http://127.0.0.1:8090' },
    ]);
    for (const address of ['http://w1.example', 'HTTP://w1.example']) {
      const plain = `${WITNESS} ${address}, ${other} https://w2.example`;
      expect(problemsOf({ ...PRODUCTION, LEDGER_WITNESSES: plain })).toEqual([
        'LEDGER_WITNESSES must have https:// addresses',
      ]);
    }
    expect(load(PRODUCTION).ledgerWitnesses).toBeNull();
  });

  test('restricted keys of Stripe are accepted', () => {
    expect(problemsOf({ ...PRODUCTION, ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_1' })).toEqual([]);
  });

  test.each<[name: string, env: Record<string, string>]>([
    ['STRIPE_API_BASE', STRIPE],
    ['CAMPAY_BASE_URL', CAMPAY],
    ['FAPSHI_BASE_URL', FAPSHI],
    ['MTN_MOMO_BASE_URL', MTN_MOMO],
    ['PAWAPAY_BASE_URL', PAWAPAY],
    ['UPLOADS_S3_ENDPOINT', BUCKET],
  ])('%s must be https or on this machine', (name, env) => {
    expect(problemsOf({ ...PRODUCTION, ...env, [name]: 'http://peer.example' })).toEqual([
      `${name} must start with https://`,
    ]);
    expect(problemsOf({ ...PRODUCTION, ...env, [name]: 'http://127.0.0.1:4242' })).toEqual([]);
  });

  test.each(['DATABASE_URL', 'DATABASE_OWNER_URL'])(
    'a remote database is reached by TLS, or without it only if explicitly set: %s',
    (name) => {
      for (const mode of ['', '?sslmode=require', '?sslmode=no-verify', '?sslmode=prefer']) {
        const address = `postgres://db.example/awards${mode}`;
        expect(problemsOf({ ...PRODUCTION, [name]: address })).toEqual([
          `${name} must contain sslmode=verify-full, or sslmode=disable in a private network`,
        ]);
      }
      for (const address of [
        'postgres://db.example/awards?sslmode=disable',
        'postgres://127.0.0.1/awards',
      ]) {
        expect(problemsOf({ ...PRODUCTION, [name]: address })).toEqual([]);
      }
    },
  );

  const SEVERAL =
    'must name one host: give the primary an address that moves with it (docs/operations.md, "Standby and failover")';
  test.each(['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_LISTEN_URL'])(
    'several database hosts are refused with an alternative: %s',
    (name) => {
      for (const address of [
        'postgres://u:p@h1:5432,h2:5432/awards?target_session_attrs=read-write',
        'postgres://h1,h2/awards?sslmode=disable',
        'postgres://h1,h2:5433/awards',
        'postgres:///awards?host=h1,h2&sslmode=disable',
        'postgres://[::1]:5432,127.0.0.1:5433/awards',
      ]) {
        expect(problemsOf({ ...PRODUCTION, [name]: address })).toContain(`${name} ${SEVERAL}`);
      }
      const password = 'postgres://u:a,b@127.0.0.1/awards?application_name=a,b';
      expect(problemsOf({ ...PRODUCTION, [name]: password })).toEqual([]);
    },
  );

  test('HSTS is sent, including subdomains unless switched off', () => {
    expect(load(PRODUCTION).hsts).toBe('max-age=31536000; includeSubDomains');
    expect(load({ ...PRODUCTION, HSTS_SUBDOMAINS: '0' }).hsts).toBe('max-age=31536000');
  });

  test('the number of proxies in front must be set; 0 is allowed', () => {
    expect(load({ ...PRODUCTION, TRUST_PROXY: '0' }).trustProxy).toBe(0);
    expect(load(PRODUCTION).host).toBeUndefined();
  });

  test('a complete configuration is accepted as it is', () => {
    expect(load(PRODUCTION)).toMatchObject({
      isProduction: true,
      publicUrl: 'https://vote.example',
      databaseUrl: PRODUCTION.DATABASE_URL,
      sessionSecrets: [PRODUCTION.SESSION_SECRET],
      phoneHashKey: PRODUCTION.PHONE_HASH_KEY,
      ledgerSigners: [parseSigningKey(LEDGER_SIGNING_KEY)],
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('all missing variables are listed at once, and nothing is generated', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'PUBLIC_URL is missing',
      'DATABASE_URL is missing',
      'SESSION_SECRET is missing',
      'PHONE_HASH_KEY is missing',
      'LEDGER_SIGNING_KEY is missing',
      'TRUST_PROXY is missing',
      'OIDC_ISSUER_URL is missing',
      'OIDC_CLIENT_ID is missing',
      'OIDC_CLIENT_SECRET is missing',
      'no payment method: set the STRIPE_ variables, or those of campay',
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('malformed variables are listed together with missing ones, each once', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      PORT: 'http',
      PUBLIC_URL: 'http://vote.example',
      DATABASE_URL: 'awards',
      SESSION_SECRET: 'short,shorter',
      OIDC_ISSUER_URL: 'accounts',
      STRIPE_SECRET_KEY: 'pk_live_1',
      CAMPAY_TOKEN: 'token',
    });
    const named = problems.map((line) => line.split(' ')[0]);
    expect(new Set(named)).toEqual(
      new Set([
        'PORT',
        'PUBLIC_URL',
        'DATABASE_URL',
        'SESSION_SECRET',
        'PHONE_HASH_KEY',
        'LEDGER_SIGNING_KEY',
        'TRUST_PROXY',
        'OIDC_ISSUER_URL',
        'OIDC_CLIENT_ID',
        'OIDC_CLIENT_SECRET',
        'STRIPE_SECRET_KEY',
        'STRIPE_PUBLISHABLE_KEY',
        'STRIPE_WEBHOOK_SECRET',
        'CAMPAY_BASE_URL',
        'CAMPAY_WEBHOOK_KEY',
      ]),
    );
    expect(named).toHaveLength(new Set(problems).size);
    expect(problems).not.toContain('DATABASE_URL is missing');
  });

  test('the message never repeats a value', () => {
    const values = {
      ...PRODUCTION,
      PORT: 'port-value',
      DATABASE_URL: 'mysql://awards:database-password@db.example',
      SESSION_SECRET: 'session-value',
      PHONE_HASH_KEY: 'phone-value',
      LEDGER_SIGNING_KEY: 'ledger-value',
      LEDGER_WITNESSES: 'witness-value',
      STRIPE_SECRET_KEY: 'stripe-value',
      ADMIN_EMAILS: 'admin-value',
      LOG_LEVEL: 'level-value',
      EVENT_TIMEZONE: 'zone-value',
    };
    const message = problemsOf(values).join('\n');
    expect(message).toContain('DATABASE_URL');
    for (const secret of ['-value', 'database-password', 'db.example', SECRET]) {
      expect(message).not.toContain(secret);
    }
  });

  test('the public address must be https', () => {
    expect(problemsOf({ ...PRODUCTION, PUBLIC_URL: 'http://vote.example' })).toEqual([
      'PUBLIC_URL must start with https://',
    ]);
  });

  test('the sign-in provider must use https', () => {
    expect(problemsOf({ ...PRODUCTION, OIDC_ISSUER_URL: 'http://accounts.example' })).toEqual([
      'OIDC_ISSUER_URL must start with https://',
    ]);
    expect(
      load({
        OIDC_ISSUER_URL: 'http://localhost:8080',
        OIDC_CLIENT_ID: 'a',
        OIDC_CLIENT_SECRET: 'b',
      }).oidc,
    ).toEqual({
      issuerUrl: 'http://localhost:8080',
      clientId: 'a',
      clientSecret: 'b',
    });
  });

  test.each<[what: string, env: Record<string, string>]>([
    ['mobile money alone', CAMPAY],
    ['Fapshi alone', { ...FAPSHI, MOBILE_MONEY_PROVIDER: 'fapshi' }],
    ['MTN MoMo alone', { ...MTN_MOMO, MOBILE_MONEY_PROVIDER: 'mtn-momo' }],
    ['pawaPay alone', { ...PAWAPAY, MOBILE_MONEY_PROVIDER: 'pawapay' }],
    ['cards alone', STRIPE],
    ['both', { ...CAMPAY, ...STRIPE }],
  ])('%s is enough to take payments', (_what, methods) => {
    const none = Object.fromEntries(Object.keys(CAMPAY).map((name) => [name, '']));
    expect(problemsOf({ ...PRODUCTION, ...none, ...methods })).toEqual([]);
  });

  test.each([
    ['campay', FAPSHI],
    ['fapshi', MTN_MOMO],
    ['mtn-momo', PAWAPAY],
    ['pawapay', CAMPAY],
  ])(
    'with %s chosen, the settings of another provider are not enough',
    (MOBILE_MONEY_PROVIDER, others) => {
      const none = Object.fromEntries(Object.keys(CAMPAY).map((name) => [name, '']));
      expect(problemsOf({ ...PRODUCTION, ...none, ...others, MOBILE_MONEY_PROVIDER })).toEqual([
        `no payment method: set the STRIPE_ variables, or those of ${MOBILE_MONEY_PROVIDER}`,
      ]);
    },
  );

  test('cards without keys are off: there is no sandbox in production', () => {
    const config = load(PRODUCTION);
    expect(config.providerVariables).toEqual({ campay: CAMPAY });
    expect(connectProviders(config, null, { logger })).toMatchObject({
      cards: null,
      cardForm: null,
    });
  });

  test('mobile money without settings is off: there is no sandbox in production', () => {
    const none = Object.fromEntries(Object.keys(CAMPAY).map((name) => [name, '']));
    const config = load({ ...PRODUCTION, ...none, ...STRIPE });
    expect(config.providerVariables).toEqual({ stripe: STRIPE });
    expect(connectProviders(config, null, { logger })).toMatchObject({
      mobileMoney: [],
      formerMobileMoney: [],
    });
  });
});

describe('SESSION_SECRET', () => {
  test('may be a list for rotation: the first one signs, all are accepted', () => {
    const list = [`new-${SECRET}`, `old-${SECRET}`];
    expect(load({ SESSION_SECRET: list.join(',') }).sessionSecrets).toEqual(list);
    expect(load({ SESSION_SECRET: ` ${list.join(' , ')}, ` }).sessionSecrets).toEqual(list);
  });
});

describe('generated secrets', () => {
  const file = () => join(dataDir, 'secrets.json');
  const secretsOf = (config: ReturnType<typeof load>) => ({
    sessionSecrets: config.sessionSecrets,
    phoneHashKey: config.phoneHashKey,
  });

  test('are stable for a data directory, even one that does not exist yet', () => {
    const DATA_DIR = join(dataDir, 'not', 'yet');
    expect(secretsOf(load({ DATA_DIR }))).toEqual(secretsOf(load({ DATA_DIR })));
  });

  test('are long, and differ for each data directory and purpose', () => {
    const first = load();
    const second = load({ DATA_DIR: join(dataDir, 'other') });
    const all = [
      ...first.sessionSecrets,
      first.phoneHashKey,
      ...second.sessionSecrets,
      second.phoneHashKey,
    ];
    expect(new Set(all).size).toBe(4);
    for (const secret of all) expect(secret.length).toBeGreaterThanOrEqual(43);
  });

  test.skipIf(process.platform === 'win32')('can be read by their owner only', () => {
    const umask = process.umask(0);
    try {
      load();
    } finally {
      process.umask(umask);
    }
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });

  test('replace the one that is not set', () => {
    expect(load({ SESSION_SECRET: SECRET }).phoneHashKey).toBe(load().phoneHashKey);
    expect(load({ SESSION_SECRET: SECRET }).sessionSecrets).toEqual([SECRET]);
  });

  test.each(['', '{"sessionSecret":"', '{}', '{"sessionSecret":"short","phoneHashKey":"short"}'])(
    'that are damaged (%s) abort the start and are not overwritten',
    (damaged) => {
      writeFileSync(file(), damaged);
      expect(() => load()).toThrow(`${file()} cannot be read`);
      expect(readFileSync(file(), 'utf8')).toBe(damaged);
    },
  );
});
