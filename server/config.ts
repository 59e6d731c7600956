import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from './paths';
import { generatedSecrets } from './secrets';

/** All that is wrong with the environment, in one message. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** What browsers call an origin, so that it can be compared with theirs. */
const origin = httpUrl
  .refine((text) => {
    if (!URL.canParse(text)) return true; // told already
    const { href, origin } = new URL(text);
    return href === `${origin}/`;
  }, 'must be an origin such as https://vote.example, without path, query or user')
  .transform((text) => new URL(text).origin);
const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant such as 2026-11-28T20:00:00+01:00' })
  .transform((text) => new Date(text));
const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'must be an IANA time zone such as Africa/Douala');
const secret = z.string().min(32, 'must have at least 32 characters');
const commaSeparated = z.string().transform((list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const PROXY_NAMES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];
const PREFIX_LIMITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** One part of Express's `trust proxy`: a name for a range, an address, or a subnet. */
function isProxyRange(text: string): boolean {
  if (PROXY_NAMES.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const limit = PREFIX_LIMITS[isIP(address)];
  if (limit === undefined || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= limit);
}

/** Express's `trust proxy`: true, a hop count, or whom to trust. */
const trustProxy = z
  .string()
  .refine(
    (text) =>
      /^(true|false|\d{1,2})$/.test(text) ||
      text.split(',').every((part) => isProxyRange(part.trim())),
    'must be true, false, a number of proxies, or their addresses',
  )
  .transform((text): boolean | number | string => {
    if (text === 'true') return true;
    if (text === 'false') return false;
    return /^\d+$/.test(text) ? Number(text) : text;
  });

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  SESSION_SECRET: commaSeparated.pipe(z.array(secret).min(1)).optional(),
  PHONE_HASH_KEY: secret.optional(),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),

  EVENT_NAME: z.string().max(80).default('Festival Awards'),
  EVENT_YEAR: z
    .string()
    .regex(/^\d{4}$/, 'must be a year')
    .default('2025'),
  EVENT_TIMEZONE: timeZone.default('Africa/Douala'),
  VOTING_OPENS_AT: instant.optional(),
  VOTING_CLOSES_AT: instant.optional(),
  XAF_PER_USD: z.coerce.number().positive().default(600),

  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must start with sk_').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'must start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional(),
  STRIPE_API_BASE: origin.optional(),

  // The settings of fapshi and mtn-momo are read, but this version has no adapter for them.
  MOBILE_MONEY_PROVIDER: z.literal('campay', { error: 'must be campay' }).default('campay'),
  CAMPAY_BASE_URL: httpUrl.optional(),
  CAMPAY_TOKEN: z.string().optional(),
  CAMPAY_USERNAME: z.string().optional(),
  CAMPAY_PASSWORD: z.string().optional(),
  CAMPAY_WEBHOOK_KEY: z.string().optional(),
  FAPSHI_BASE_URL: httpUrl.optional(),
  FAPSHI_API_USER: z.string().optional(),
  FAPSHI_API_KEY: z.string().optional(),
  FAPSHI_WEBHOOK_SECRET: z.string().optional(),
  MTN_MOMO_BASE_URL: httpUrl.optional(),
  MTN_MOMO_SUBSCRIPTION_KEY: z.string().optional(),
  MTN_MOMO_API_USER: z.string().optional(),
  MTN_MOMO_API_KEY: z.string().optional(),
  MTN_MOMO_TARGET_ENVIRONMENT: z.string().optional(),

  OIDC_ISSUER_URL: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  ADMIN_EMAILS: commaSeparated.pipe(z.array(z.email())).default([]),
});
type Environment = z.output<typeof environment>;

export interface CampaySettings {
  baseUrl: string;
  /** A permanent token, or what it takes to ask for a passing one. */
  credentials: { token: string } | { username: string; password: string };
  webhookKey: string;
}

export interface StripeSettings {
  secretKey: string;
  /** For the browser. */
  publishableKey: string;
  webhookSecret: string;
  /** Another Stripe-compatible server; null means Stripe's own. */
  apiBase: string | null;
}

export type Config = ReturnType<typeof toConfig>;

/**
 * Reads the environment once. Outside production missing secrets are generated and kept in the
 * data directory; in production every one is required.
 * @throws ConfigError that lists every problem at once
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // An empty line in an .env file means "not set".
  const given: Given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const parsed = environment.safeParse(given);
  const malformed = parsed.error?.issues.map(
    ({ path, message }) => `${String(path[0])} ${message}`,
  );
  const problems = new Set([...(malformed ?? []), ...problemsOf(given)]);
  if (!parsed.success || problems.size > 0) throw new ConfigError([...problems]);
  return toConfig(parsed.data);
}

type Name = keyof Environment;
/** As written. What is malformed is not missing: both can be told at once. */
type Given = Partial<Record<Name, string>>;

const areGiven = (env: Given, names: readonly Name[]) =>
  names.filter((name) => env[name] !== undefined);

/** Names that only make sense together: none, or all of them. */
const GROUPS = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  fapshi: ['FAPSHI_BASE_URL', 'FAPSHI_API_USER', 'FAPSHI_API_KEY', 'FAPSHI_WEBHOOK_SECRET'],
  mtnMomo: [
    'MTN_MOMO_BASE_URL',
    'MTN_MOMO_SUBSCRIPTION_KEY',
    'MTN_MOMO_API_USER',
    'MTN_MOMO_API_KEY',
    'MTN_MOMO_TARGET_ENVIRONMENT',
  ],
  oidc: ['OIDC_ISSUER_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
} as const satisfies Record<string, readonly Name[]>;

function problemsOf(env: Given): string[] {
  const problems: string[] = [];
  for (const names of Object.values(GROUPS)) {
    const given = areGiven(env, names);
    const missing = names.filter((name) => !given.some((present) => present === name));
    if (given.length > 0) {
      problems.push(...missing.map((name) => `${name} is missing (${given.join(', ')} is set)`));
    }
  }
  if (env.STRIPE_API_BASE !== undefined && areGiven(env, GROUPS.stripe).length === 0) {
    problems.push(`${GROUPS.stripe.join(', ')} are missing (STRIPE_API_BASE is set)`);
  }
  problems.push(...campayProblems(env));
  if (Date.parse(env.VOTING_OPENS_AT ?? '') >= Date.parse(env.VOTING_CLOSES_AT ?? '')) {
    problems.push('VOTING_CLOSES_AT must be after VOTING_OPENS_AT');
  }
  if (env.NODE_ENV === 'production') problems.push(...productionProblems(env));
  return problems;
}

const CAMPAY = [
  'CAMPAY_BASE_URL',
  'CAMPAY_TOKEN',
  'CAMPAY_USERNAME',
  'CAMPAY_PASSWORD',
  'CAMPAY_WEBHOOK_KEY',
] as const satisfies readonly Name[];

function campayProblems(env: Given): string[] {
  const given = areGiven(env, CAMPAY);
  if (given.length === 0) return [];
  const problems = (['CAMPAY_BASE_URL', 'CAMPAY_WEBHOOK_KEY'] as const)
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} is missing (${given.join(', ')} is set)`);
  if (!campayCredentials(env)) {
    problems.push('CAMPAY_TOKEN, or CAMPAY_USERNAME with CAMPAY_PASSWORD, is missing');
  }
  return problems;
}

const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SESSION_SECRET',
  'PHONE_HASH_KEY',
  ...GROUPS.oidc,
] as const satisfies readonly Name[];

function productionProblems(env: Given): string[] {
  const problems = REQUIRED_IN_PRODUCTION.filter((name) => env[name] === undefined).map(
    (name) => `${name} is missing`,
  );
  if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https://')) {
    problems.push('PUBLIC_URL must start with https://');
  }
  if (areGiven(env, [...GROUPS.stripe, ...CAMPAY]).length === 0) {
    problems.push('no payment method: set the STRIPE_ variables, or those of campay');
  }
  return problems;
}

function campayCredentials(
  env: Pick<Environment, 'CAMPAY_TOKEN' | 'CAMPAY_USERNAME' | 'CAMPAY_PASSWORD'>,
): CampaySettings['credentials'] | null {
  if (env.CAMPAY_TOKEN) return { token: env.CAMPAY_TOKEN };
  return env.CAMPAY_USERNAME && env.CAMPAY_PASSWORD
    ? { username: env.CAMPAY_USERNAME, password: env.CAMPAY_PASSWORD }
    : null;
}

function campaySettings(env: Environment): CampaySettings | null {
  const credentials = campayCredentials(env);
  return env.CAMPAY_BASE_URL && env.CAMPAY_WEBHOOK_KEY && credentials
    ? { baseUrl: env.CAMPAY_BASE_URL, webhookKey: env.CAMPAY_WEBHOOK_KEY, credentials }
    : null;
}

function stripeSettings(env: Environment): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase = null } = env;
  return secretKey && publishableKey && webhookSecret
    ? { secretKey, publishableKey, webhookSecret, apiBase }
    : null;
}

function toConfig(env: Environment) {
  const dataDir = isAbsolute(env.DATA_DIR) ? env.DATA_DIR : join(PROJECT_ROOT, env.DATA_DIR);
  const secrets =
    env.SESSION_SECRET && env.PHONE_HASH_KEY
      ? { sessionSecret: '', phoneHashKey: '' } // both given: nothing to generate
      : generatedSecrets(dataDir);
  return {
    isProduction: env.NODE_ENV === 'production',
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** Null means the embedded server. */
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir,
    sessionSecrets: env.SESSION_SECRET ?? [secrets.sessionSecret],
    phoneHashKey: env.PHONE_HASH_KEY ?? secrets.phoneHashKey,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    event: { name: env.EVENT_NAME, year: env.EVENT_YEAR, timezone: env.EVENT_TIMEZONE },
    voting: { opensAt: env.VOTING_OPENS_AT ?? null, closesAt: env.VOTING_CLOSES_AT ?? null },
    mobileMoneyProvider: env.MOBILE_MONEY_PROVIDER,
    /** Null outside production means the stand-in, in production that the method is off. */
    campay: campaySettings(env),
    /** As with `campay`. */
    stripe: stripeSettings(env),
  };
}
