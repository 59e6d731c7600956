import { isIP } from 'node:net';
import type { PaymentProviders, ProviderVariables } from './provider-variables';

/** Values as written. Malformed ones are reported elsewhere. */
type RawVariables = Readonly<Record<string, string>>;

/** True when the name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, '$1').toLowerCase();
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

const hostOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).hostname : null;

const isOnAnotherHost = (address: string | undefined): boolean => {
  const host = hostOf(address);
  return host !== null && host !== '' && !isLoopback(host);
};

/** True for a PostgreSQL on another machine; a path as host is a local socket. */
function isRemoteDatabase(databaseUrl: string | undefined): boolean {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return false;
  const host = new URL(databaseUrl).searchParams.get('host') ?? hostOf(databaseUrl) ?? '';
  return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

/**
 * Addresses of the same database: for the server's role, for the owner's role, and bypassing a
 * pooler.
 */
const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_LISTEN_URL'];

/** True when a demo is publicly reachable. */
export const isPublicDemo = (env: RawVariables): boolean =>
  env.NODE_ENV !== 'production' && isOnAnotherHost(env.PUBLIC_URL);

/**
 * Returns the problems of running sandboxes beside anything real. Outside production there is a
 * sandbox sign-in that makes anyone an administrator, and money that is never paid.
 */
export function sandboxProblems(env: RawVariables, providers: PaymentProviders): string[] {
  if (env.NODE_ENV === 'production') {
    return env.DEMO === '1' ? ['DEMO must not be set in production'] : [];
  }
  const mode = 'without NODE_ENV=production anyone can be an administrator here';
  return [
    ...(isOnAnotherHost(env.PUBLIC_URL) && env.DEMO !== '1'
      ? [`PUBLIC_URL is not on this machine, and ${mode} (DEMO=1 allows a public demo)`]
      : []),
    ...DATABASES.filter((name) => isRemoteDatabase(env[name])).map(
      (name) => `${name} is on another machine, and ${mode}`,
    ),
    ...[providers.card, ...providers.mobileMoney]
      .filter((provider) => isConfigured(env, provider) && provider.money(env) === 'real')
      .map(({ name }) => `the keys of ${name} take real money, and ${mode}`),
  ];
}

const isConfigured = (env: RawVariables, { variables }: ProviderVariables) =>
  Object.keys(variables.shape).some((name) => env[name] !== undefined);

/**
 * Refuses test money in production, where it would count like any other, unless staging allows it
 * explicitly.
 */
export function testMoneyProblems(env: RawVariables, providers: PaymentProviders): string[] {
  if (env.ALLOW_TEST_MONEY === '1') return [];
  return [providers.card, ...providers.mobileMoney]
    .filter((provider) => isConfigured(env, provider) && provider.money(env) === 'test')
    .map(({ name }) => `the keys of ${name} take test money (ALLOW_TEST_MONEY=1 for staging)`);
}

/**
 * Refuses the test keys that both captcha providers publish, with which every program passes as a
 * person.
 */
export const captchaProblems = ({
  CAPTCHA_SECRET_KEY: key = '',
  ALLOW_TEST_MONEY,
}: RawVariables) =>
  /^\dx0{20}/.test(key) && ALLOW_TEST_MONEY !== '1'
    ? ['CAPTCHA_SECRET_KEY is a test key, which accepts everyone']
    : [];

/** Services whose traffic must be neither read nor changed on the way. */
const EXTERNAL_SERVICES = [
  'STRIPE_API_BASE',
  'CAMPAY_BASE_URL',
  'FAPSHI_BASE_URL',
  'MTN_MOMO_BASE_URL',
  'PAWAPAY_BASE_URL',
  'OIDC_ISSUER_URL',
  'UPLOADS_S3_ENDPOINT',
];

export function plaintextProblems(env: RawVariables): string[] {
  const plain = EXTERNAL_SERVICES.filter(
    (name) => env[name]?.startsWith('http://') && isOnAnotherHost(env[name]),
  );
  const witnesses = env.LEDGER_WITNESSES?.match(/\bhttp:\/\/[^\s,]+/gi) ?? [];
  return [
    ...plain.map((name) => `${name} must start with https://`),
    ...(witnesses.some(isOnAnotherHost) ? ['LEDGER_WITNESSES must have https:// addresses'] : []),
    ...DATABASES.filter(
      (name) =>
        isRemoteDatabase(env[name]) &&
        !/[?&]sslmode=(verify-full|disable)(&|$)/.test(env[name] ?? ''),
    ).map(
      (name) => `${name} must contain sslmode=verify-full, or sslmode=disable in a private network`,
    ),
  ];
}
