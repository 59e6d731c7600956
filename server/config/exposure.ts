import { isIP } from 'node:net';
import type { PaymentProviders, ProviderVariables } from './provider-variables';

/** As written. What is malformed is told elsewhere. */
type Given = Readonly<Record<string, string>>;

/** Whether nobody but this machine can be meant. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, '$1').toLowerCase();
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

const hostOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).hostname : null;

const isElsewhere = (address: string | undefined): boolean => {
  const host = hostOf(address);
  return host !== null && host !== '' && !isLoopback(host);
};

/** A PostgreSQL on another machine; a path as its host is a socket of this one. */
function isRemoteDatabase(databaseUrl: string | undefined): boolean {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return false;
  const host = new URL(databaseUrl).searchParams.get('host') ?? hostOf(databaseUrl) ?? '';
  return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

/** One database: by the role that serves, by the one that owns it, and past a pooler. */
const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_LISTEN_URL'];

/** Whether the demo stands where anybody can see it. */
export const isPublicDemo = (env: Given): boolean =>
  env.NODE_ENV !== 'production' && isElsewhere(env.PUBLIC_URL);

/**
 * Everything but production has the sandboxes: a sign-in where anybody is an administrator, and money
 * that nobody pays. They must stand beside nothing that is real.
 */
export function sandboxProblems(env: Given, providers: PaymentProviders): string[] {
  if (env.NODE_ENV === 'production') {
    return env.DEMO === '1' ? ['DEMO must not be set in production'] : [];
  }
  const mode = 'without NODE_ENV=production anybody is an administrator here';
  return [
    ...(isElsewhere(env.PUBLIC_URL) && env.DEMO !== '1'
      ? [`PUBLIC_URL is not of this machine, and ${mode} (DEMO=1 shows a demo to the world)`]
      : []),
    ...DATABASES.filter((name) => isRemoteDatabase(env[name])).map(
      (name) => `${name} is on another machine, and ${mode}`,
    ),
    ...[providers.card, ...providers.mobileMoney]
      .filter((provider) => isGiven(env, provider) && provider.money(env) === 'real')
      .map(({ name }) => `the keys of ${name} take real money, and ${mode}`),
  ];
}

const isGiven = (env: Given, { variables }: ProviderVariables) =>
  Object.keys(variables.shape).some((name) => env[name] !== undefined);

/** Test money counts like any other: production takes none, unless staging says so. */
export function testMoneyProblems(env: Given, providers: PaymentProviders): string[] {
  if (env.ALLOW_TEST_MONEY === '1') return [];
  return [providers.card, ...providers.mobileMoney]
    .filter((provider) => isGiven(env, provider) && provider.money(env) === 'test')
    .map(({ name }) => `the keys of ${name} take test money (ALLOW_TEST_MONEY=1 for staging)`);
}

/** With the keys that both providers publish for tests, every program is a person. */
export const captchaProblems = ({ CAPTCHA_SECRET_KEY: key = '', ALLOW_TEST_MONEY }: Given) =>
  /^\dx0{20}/.test(key) && ALLOW_TEST_MONEY !== '1'
    ? ['CAPTCHA_SECRET_KEY is a key for tests, which lets everybody pass']
    : [];

/** What we tell these, and what they answer, must be neither read nor changed on the way. */
const PEERS = [
  'STRIPE_API_BASE',
  'CAMPAY_BASE_URL',
  'FAPSHI_BASE_URL',
  'MTN_MOMO_BASE_URL',
  'OIDC_ISSUER_URL',
  'UPLOADS_S3_ENDPOINT',
];

export function plainPeerProblems(env: Given): string[] {
  const plain = PEERS.filter((name) => env[name]?.startsWith('http://') && isElsewhere(env[name]));
  const witnesses = env.LEDGER_WITNESSES?.match(/\bhttp:\/\/[^\s,]+/gi) ?? [];
  return [
    ...plain.map((name) => `${name} must start with https://`),
    ...(witnesses.some(isElsewhere) ? ['LEDGER_WITNESSES must have addresses of https://'] : []),
    ...DATABASES.filter(
      (name) =>
        isRemoteDatabase(env[name]) &&
        !/[?&]sslmode=(verify-full|disable)(&|$)/.test(env[name] ?? ''),
    ).map(
      (name) => `${name} must say sslmode=verify-full, or sslmode=disable in a network of your own`,
    ),
  ];
}
