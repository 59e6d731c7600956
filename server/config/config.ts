import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';
import { captchaProvider } from '#shared/contracts/config';
import { type EventSettings, timeZone } from '#shared/contracts/event-settings';
import { INITIAL_VOTE_PRICES } from '#shared/domain/pricing';
import { DEFAULT_ROUTING } from '#shared/domain/provider-routes';
import { MAX_VOTES_PER_CATEGORY } from '#shared/domain/votes';
import {
  captchaProblems,
  isPublicDemo,
  plaintextProblems,
  sandboxProblems,
  testMoneyProblems,
} from './exposure';
import { defaultMailbox, mailbox, smtpUrl } from './mail-settings';
import { PROJECT_ROOT } from './paths';
import type { PaymentProviders, ProviderVariables } from './provider-variables';
import { demoSigner, generatedSecrets, ledgerKeys } from './secrets';
import {
  type BucketSettings,
  bucketEndpoint,
  bucketName,
  bucketRegion,
  keyPrefix,
} from './upload-settings';
import { witnessList } from './witness-settings';

/** Lists all problems of the environment in one message. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** Origin as browsers define it: scheme, host and port. Parses to the text that they send. */
export const origin = httpUrl
  .refine((text) => {
    if (!URL.canParse(text)) return true; // Already reported
    const { href, origin } = new URL(text);
    return href === `${origin}/`;
  }, 'must be an origin such as https://vote.example, without path, query or user')
  .transform((text) => new URL(text).origin);
const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant such as 2026-11-28T20:00:00+01:00' })
  .transform((text) => new Date(text));
const timeZoneName = z
  .string()
  .refine(
    (zone) => timeZone.safeParse(zone).success,
    'must be an IANA time zone such as Africa/Douala',
  );
const secret = z.string().min(32, 'must have at least 32 characters');
const commaSeparated = z.string().transform((list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** True for a list of addresses, subnets and range names, validated by Express itself. */
function areProxyRanges(text: string): boolean {
  try {
    proxyAddr.compile(text.split(/ *, */));
    return true;
  } catch {
    return false;
  }
}

/**
 * Express's `trust proxy`: a hop count, or which addresses to trust. Not `true`, with which callers
 * could forge their address.
 */
const trustProxy = z
  .string()
  .refine(
    (text) => /^(false|\d{1,2})$/.test(text) || areProxyRanges(text),
    'must be a number of proxies (0 for none), or their addresses',
  )
  .transform((text): number | string => {
    if (text === 'false') return 0;
    return /^\d+$/.test(text) ? Number(text) : text;
  });

/**
 * The driver accepts a list of hosts. Each process would choose one of them independently, and a
 * former primary that comes back would accept votes at the same time as the new one.
 */
const SEVERAL_HOSTS =
  /^postgres(ql)?:\/\/([^/?]*@)?[^/?@]*,[^/?@]*([/?]|$)|^[^?]*\?(.*&)?host=[^&]*,/;

const postgresUrl = z
  .string()
  .refine((text) => !SEVERAL_HOSTS.test(text), {
    error:
      'must name one host: give the primary an address that moves with it (docs/operations.md, "Standby and failover")',
    abort: true,
  })
  .pipe(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }));

const flag = z.enum(['0', '1'], 'must be 1 or 0').transform((text) => text === '1');

/** All variables except those of the payment providers, which their adapters define. */
const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  DEMO: flag.default(false),
  ALLOW_TEST_MONEY: flag.default(false),
  HSTS_SUBDOMAINS: flag.default(true),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: 'must be a mailto: or https:// address' })
    .optional(),
  HOST: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: origin.optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  BACKUP_DIR: z.string().optional(),
  SESSION_SECRET: commaSeparated.pipe(z.array(secret).min(1)).optional(),
  PHONE_HASH_KEY: secret.optional(),
  LEDGER_SIGNING_KEY: commaSeparated.pipe(ledgerKeys).optional(),
  LEDGER_WITNESSES: witnessList.optional(),
  TRUST_PROXY: trustProxy.default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),

  EVENT_NAME: z.string().max(80).default('Festival Awards'),
  EVENT_YEAR: z
    .string()
    .regex(/^\d{4}$/, 'must be a year')
    .default('2025'),
  EVENT_TIMEZONE: timeZoneName.default('Africa/Douala'),
  VOTING_OPENS_AT: instant.optional(),
  VOTING_CLOSES_AT: instant.optional(),
  XAF_PER_USD: z.coerce.number().positive().default(600),

  MOBILE_MONEY_PROVIDERS: commaSeparated.optional(),
  /** One name; what MOBILE_MONEY_PROVIDERS was before it took several. */
  MOBILE_MONEY_PROVIDER: z.string().optional(),

  CAPTCHA_PROVIDER: captchaProvider.optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET_KEY: z.string().optional(),

  UPLOADS_S3_ENDPOINT: bucketEndpoint.optional(),
  UPLOADS_S3_REGION: bucketRegion.optional(),
  UPLOADS_S3_BUCKET: bucketName.optional(),
  UPLOADS_S3_ACCESS_KEY_ID: z.string().optional(),
  UPLOADS_S3_SECRET_ACCESS_KEY: z.string().optional(),
  UPLOADS_S3_PREFIX: keyPrefix.optional(),

  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),

  OIDC_ISSUER_URL: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_REQUIRED_ACR: z
    .string()
    .transform((text) => text.split(/\s+/).filter((value) => value !== ''))
    .default([]),
  ADMIN_EMAILS: commaSeparated.pipe(z.array(z.email())).default([]),
});
type Environment = z.output<typeof environment>;

/** Our site's account with a captcha provider. */
export interface CaptchaSettings {
  provider: z.output<typeof captchaProvider>;
  siteKey: string;
  secretKey: string;
}

/** A client of an OpenID Connect provider. */
export interface OidcSettings {
  issuerUrl: string;
  clientId: string;
  clientSecret: string;
}

export type Config = ReturnType<typeof toConfig>;

/**
 * Reads the environment once. Outside production, missing secrets are generated and stored in the
 * data directory; in production, each one is required.
 *
 * @param providers whose variables are also read and validated
 * @throws ConfigError that lists every problem at once
 */
export function loadConfig(env: NodeJS.ProcessEnv, providers: PaymentProviders): Config {
  // An empty line in an .env file means "not set".
  const rawVariables: RawVariables = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const parsed = environment.safeParse(rawVariables);
  const malformed = parsed.error?.issues.map(
    ({ path, message }) => `${String(path[0])} ${message}`,
  );
  const problems = new Set([...(malformed ?? []), ...problemsOf(rawVariables, providers)]);
  if (!parsed.success || problems.size > 0) throw new ConfigError([...problems]);
  return toConfig(parsed.data, rawVariables, providers);
}

type Name = keyof Environment;
/**
 * Values as written. A malformed variable does not count as missing, so both can be reported at
 * once.
 */
type RawVariables = Readonly<Record<string, string>>;

const definedAmong = (env: RawVariables, names: readonly string[]) =>
  names.filter((name) => env[name] !== undefined);

/** Variables that are only valid together: all or none. */
const GROUPS = {
  captcha: ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY'],
  oidc: ['OIDC_ISSUER_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  uploads: [
    'UPLOADS_S3_ENDPOINT',
    'UPLOADS_S3_REGION',
    'UPLOADS_S3_BUCKET',
    'UPLOADS_S3_ACCESS_KEY_ID',
    'UPLOADS_S3_SECRET_ACCESS_KEY',
  ],
} as const satisfies Record<string, readonly Name[]>;

function problemsOf(env: RawVariables, providers: PaymentProviders): string[] {
  const problems: string[] = [];
  for (const names of Object.values(GROUPS)) {
    const present = definedAmong(env, names);
    const missing = names.filter((name) => !present.includes(name));
    if (present.length > 0) {
      problems.push(...missing.map((name) => `${name} is missing (${present.join(', ')} is set)`));
    }
  }
  if (env.UPLOADS_S3_PREFIX !== undefined && definedAmong(env, GROUPS.uploads).length === 0) {
    problems.push(`${GROUPS.uploads.join(', ')} are missing (UPLOADS_S3_PREFIX is set)`);
  }
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_LISTEN_URL']) {
    if (env[name] !== undefined && env.DATABASE_URL === undefined) {
      problems.push(`DATABASE_URL is missing (${name} is set)`);
    }
  }
  if (Number(env.WORKERS) > 1 && env.DATABASE_URL === undefined) {
    problems.push('WORKERS above 1 needs DATABASE_URL');
  }
  if (env.METRICS_HOST !== undefined && env.METRICS_PORT === undefined) {
    problems.push('METRICS_PORT is missing (METRICS_HOST is set)');
  }
  if (env.METRICS_PORT !== undefined && Number(env.METRICS_PORT) === Number(env.PORT ?? 3000)) {
    problems.push('METRICS_PORT must differ from PORT');
  }
  const { card, mobileMoney } = providers;
  problems.push(...[card, ...mobileMoney].flatMap((provider) => providerProblems(env, provider)));
  problems.push(...choiceProblems(env, providers));
  if (Date.parse(env.VOTING_OPENS_AT ?? '') >= Date.parse(env.VOTING_CLOSES_AT ?? '')) {
    problems.push('VOTING_CLOSES_AT must be after VOTING_OPENS_AT');
  }
  problems.push(...sandboxProblems(env, providers));
  if (env.NODE_ENV === 'production') problems.push(...productionProblems(env, providers));
  return problems;
}

const namesOf = ({ variables }: ProviderVariables) => Object.keys(variables.shape);

/**
 * The variables of a provider that is not chosen are validated too, because they were set on
 * purpose.
 */
function providerProblems(env: RawVariables, provider: ProviderVariables): string[] {
  const present = definedAmong(env, namesOf(provider));
  if (present.length === 0) return [];
  const issues = provider.variables.safeParse(env).error?.issues ?? [];
  return issues.map(({ path: [name], message }) => {
    if (name === undefined) return message;
    return env[String(name)] === undefined
      ? `${String(name)} is missing (${present.join(', ')} is set)`
      : `${String(name)} ${message}`;
  });
}

const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SESSION_SECRET',
  'PHONE_HASH_KEY',
  'LEDGER_SIGNING_KEY',
  'TRUST_PROXY',
  ...GROUPS.oidc,
] as const satisfies readonly Name[];

function productionProblems(env: RawVariables, providers: PaymentProviders): string[] {
  const problems = REQUIRED_IN_PRODUCTION.filter((name) => env[name] === undefined).map(
    (name) => `${name} is missing`,
  );
  if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https://')) {
    problems.push('PUBLIC_URL must start with https://');
  }
  problems.push(...plaintextProblems(env), ...testMoneyProblems(env, providers));
  problems.push(...captchaProblems(env));
  const chosen = chosenNames(env, providers);
  const usable = providers.mobileMoney.filter(({ name }) => chosen.includes(name));
  const variables = [providers.card, ...usable].flatMap(namesOf);
  // Unknown names have already been reported.
  if (usable.length === chosen.length && definedAmong(env, variables).length === 0) {
    problems.push(`no payment method: set the STRIPE_ variables, or those of ${chosen.join(', ')}`);
  }
  return problems;
}

/** Number of providers whose sandboxes take the payments of a demo. */
const DEMO_PROVIDERS = 3;

/** Names of the mobile money providers that take new payments, in the order of the variable. */
function chosenNames(env: RawVariables, { mobileMoney }: PaymentProviders): string[] {
  const names = env.MOBILE_MONEY_PROVIDERS ?? env.MOBILE_MONEY_PROVIDER;
  if (names !== undefined) return names.split(',').flatMap((name) => name.trim() || []);
  const isDemo =
    env.NODE_ENV !== 'production' && definedAmong(env, mobileMoney.flatMap(namesOf)).length === 0;
  return mobileMoney.slice(0, isDemo ? DEMO_PROVIDERS : 1).map(({ name }) => name);
}

function choiceProblems(env: RawVariables, providers: PaymentProviders): string[] {
  const variable =
    env.MOBILE_MONEY_PROVIDERS === undefined ? 'MOBILE_MONEY_PROVIDER' : 'MOBILE_MONEY_PROVIDERS';
  const known = providers.mobileMoney.map(({ name }) => name);
  const chosen = chosenNames(env, providers);
  if (env.MOBILE_MONEY_PROVIDERS !== undefined && env.MOBILE_MONEY_PROVIDER !== undefined) {
    return ['MOBILE_MONEY_PROVIDER must not be set beside MOBILE_MONEY_PROVIDERS'];
  }
  if (chosen.length === 0 || !chosen.every((name) => known.includes(name))) {
    const kind = variable.endsWith('S') ? 'a list of' : 'one of';
    return [`${variable} must be ${kind} ${known.join(', ')}`];
  }
  if (new Set(chosen).size < chosen.length) return [`${variable} names a provider twice`];
  // A single name is also the default of a site that takes cards only.
  if (env.NODE_ENV !== 'production' || chosen.length === 1) return [];
  return providers.mobileMoney
    .filter(({ name }) => chosen.includes(name))
    .filter((provider) => definedAmong(env, namesOf(provider)).length === 0)
    .map(({ name }) => `${variable} names ${name}, whose variables are missing`);
}

/** Variables by provider. Each has all or none of them: an incomplete set aborts the start. */
function providerVariables(
  rawVariables: RawVariables,
  { card, mobileMoney }: PaymentProviders,
): Readonly<Record<string, RawVariables>> {
  return Object.fromEntries(
    [card, ...mobileMoney].flatMap((provider) => {
      const variables = definedAmong(rawVariables, namesOf(provider)).map((name) => [
        name,
        rawVariables[name],
      ]);
      return variables.length > 0 ? [[provider.name, Object.fromEntries(variables)]] : [];
    }),
  );
}

function hstsHeader({ HSTS_SUBDOMAINS }: Environment, publicUrl: string): string | null {
  if (!publicUrl.startsWith('https:')) return null;
  return `max-age=31536000${HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`;
}

function moneyNotice(env: Environment, rawVariables: RawVariables): 'demo' | 'test-money' | null {
  if (isPublicDemo(rawVariables)) return 'demo';
  return env.NODE_ENV === 'production' && env.ALLOW_TEST_MONEY ? 'test-money' : null;
}

function captchaSettings(env: Environment): CaptchaSettings | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey } = env;
  const { CAPTCHA_SECRET_KEY: secretKey } = env;
  return provider && siteKey && secretKey ? { provider, siteKey, secretKey } : null;
}

function oidcSettings(env: Environment): OidcSettings | null {
  const { OIDC_ISSUER_URL: issuerUrl, OIDC_CLIENT_ID: clientId } = env;
  const { OIDC_CLIENT_SECRET: clientSecret } = env;
  return issuerUrl && clientId && clientSecret ? { issuerUrl, clientId, clientSecret } : null;
}

function bucketSettings(env: Environment): BucketSettings | null {
  const { UPLOADS_S3_ENDPOINT: endpoint, UPLOADS_S3_REGION: region } = env;
  const { UPLOADS_S3_BUCKET: bucket, UPLOADS_S3_PREFIX: prefix = '' } = env;
  const { UPLOADS_S3_ACCESS_KEY_ID: accessKeyId } = env;
  const { UPLOADS_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return endpoint && region && bucket && accessKeyId && secretAccessKey
    ? { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey }
    : null;
}

function mailSettings(env: Environment, publicUrl: string) {
  const { address, name } = env.MAIL_FROM ?? defaultMailbox(publicUrl);
  return {
    /** Null means the local inbox outside production, and no mail in production. */
    smtp: env.SMTP_URL ?? null,
    isOn: env.SMTP_URL !== undefined || env.NODE_ENV !== 'production',
    /** A null name means the event's name. */
    from: { address, name: name || null },
  };
}

/** Initial settings of a new database; afterwards the organiser changes them. */
const firstSettings = (env: Environment): EventSettings => ({
  name: env.EVENT_NAME,
  nameFr: null,
  year: env.EVENT_YEAR,
  timezone: env.EVENT_TIMEZONE,
  opensAt: env.VOTING_OPENS_AT?.toISOString() ?? null,
  closesAt: env.VOTING_CLOSES_AT?.toISOString() ?? null,
  prices: {
    mobileMoney: INITIAL_VOTE_PRICES['mobile-money'].amountMinor,
    card: INITIAL_VOTE_PRICES.card.amountMinor,
  },
  votes: { min: 0, max: MAX_VOTES_PER_CATEGORY },
  methods: { mobileMoney: true, card: true },
  routing: DEFAULT_ROUTING,
  contact: { email: null, phone: null, whatsapp: null },
  organiser: { en: null, fr: null },
  refunds: { en: null, fr: null },
  banner: { text: { en: null, fr: null }, from: null, to: null },
  results: { policy: 'live', sealedFrom: null, releasesAtClose: false },
  retentionDays: 180,
  xafPerUsd: env.XAF_PER_USD,
});

function toConfig(env: Environment, rawVariables: RawVariables, providers: PaymentProviders) {
  const dataDir = resolve(PROJECT_ROOT, env.DATA_DIR);
  const secrets =
    env.SESSION_SECRET && env.PHONE_HASH_KEY
      ? { sessionSecret: '', phoneHashKey: '' } // Both are set: nothing to generate
      : generatedSecrets(dataDir);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const sessionSecrets = env.SESSION_SECRET ?? [secrets.sessionSecret];
  return {
    isProduction: env.NODE_ENV === 'production',
    /** True in the process in which a draft is rehearsed. */
    isRehearsal: false,
    /**
     * Notice about the money on every page and receipt; null for real money, and on this machine.
     */
    moneyNotice: moneyNotice(env, rawVariables),
    /** Outside production only this machine can connect, unless HOST is set. */
    host: env.HOST ?? (env.NODE_ENV === 'production' ? undefined : '127.0.0.1'),
    port: env.PORT,
    /** Address at which metrics are served; null when they are not served. */
    metrics: env.METRICS_PORT
      ? { port: env.METRICS_PORT, host: env.METRICS_HOST ?? '127.0.0.1' }
      : null,
    publicUrl,
    hsts: hstsHeader(env, publicUrl),
    /** Contact for vulnerability reports in security.txt; null when not set. */
    securityContact: env.SECURITY_CONTACT ?? null,
    /** Null means the embedded server. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Address with the role that runs migrations. Null means the server's role. */
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    /** Direct address that bypasses a pooler. Null means that there is no pooler. */
    databaseListenUrl: env.DATABASE_LISTEN_URL ?? null,
    /** Number of serving processes. */
    workers: env.WORKERS ?? (env.NODE_ENV === 'production' ? availableParallelism() : 1),
    dataDir,
    backupDir: env.BACKUP_DIR ? resolve(PROJECT_ROOT, env.BACKUP_DIR) : join(dataDir, 'backups'),
    sessionSecrets,
    phoneHashKey: env.PHONE_HASH_KEY ?? secrets.phoneHashKey,
    /** Signers of the log of counted votes, newest first. */
    ledgerSigners: env.LEDGER_SIGNING_KEY ?? [demoSigner(sessionSecrets)],
    /** Null outside production means the sandbox. */
    ledgerWitnesses: env.LEDGER_WITNESSES ?? null,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    firstSettings: firstSettings(env),
    /** Names of the mobile money providers that take new payments, in order. */
    mobileMoneyProviders: chosenNames(rawVariables, providers),
    /**
     * Validated variables of each configured payment provider. Methods without a provider use their
     * sandbox; in production they are off.
     */
    providerVariables: providerVariables(rawVariables, providers),
    /** Null outside production means the sandbox. */
    captcha: captchaSettings(env),
    /** Null outside production means the sandbox. */
    oidc: oidcSettings(env),
    /**
     * `acr` values of which the sign-in provider must confirm one for team members; empty for no
     * requirement.
     */
    requiredAcr: env.OIDC_REQUIRED_ACR,
    /** Addresses that become owners with a verified sign-in. */
    adminEmails: env.ADMIN_EMAILS,
    mail: mailSettings(env, publicUrl),
    /** Null means that uploaded pictures are stored in the data directory. */
    uploadsBucket: bucketSettings(env),
  };
}
