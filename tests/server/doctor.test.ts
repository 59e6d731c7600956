import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request as ask, createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxConnection } from '#sandbox/index';
import { loadConfig } from '#server/config/index';
import { examine } from '#server/doctor/index';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { DEFAULT_ROUTING } from '#shared/domain/provider-routes';
import { toVkey } from '#shared/open-count/note';
import { signerOf, toSigningKey } from '#shared/open-count/signer';
import { countCheckpoints, countWitnesses } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { builtProgram } from '../support/built-program';
import { selfSignedCertificate } from '../support/certificate';
import { settableClock } from '../support/clock';
import { createTestDatabase, execute } from '../support/database';
import { LEDGER_SIGNING_KEY } from '../support/ledger-key';
import { type S3Sandbox, startS3Sandbox } from '../support/s3-sandbox';
import { startTransactionPooler } from '../support/transaction-pooler';

const TEST_MONEY =
  'warning  configuration: money is simulated: remove ALLOW_TEST_MONEY for a real event';
const NOTHING_SIGNED = 'warning  open count: nothing was signed yet: start the servers';
const DAY_MS = 24 * 60 * 60 * 1_000;

let app: TestApp;
let bucket: S3Sandbox;
const program = builtProgram('commands/doctor');
let folder: string;
/** Reverse proxies, with a certificate that expires in a year, and in a week. */
let front: Awaited<ReturnType<typeof startFront>>;
let expiring: Awaited<ReturnType<typeof startFront>>;
/** Accepts requests and never responds. */
let silent: Awaited<ReturnType<typeof answering>>;
let good: Record<string, string>;
beforeAll(async () => {
  [app, bucket] = await Promise.all([
    startTestApp({
      env: {
        VOTING_CLOSES_AT: new Date(Date.now() + DAY_MS).toISOString(),
        LEDGER_SIGNING_KEY,
      },
    }),
    startS3Sandbox(),
  ]);
  folder = await mkdtemp(path.join(tmpdir(), 'awards-doctor-'));
  front = await startFront(365);
  expiring = await startFront(7);
  silent = await answering(() => undefined);
  await app.inbox.open();
  await app.entered();
  const { origin } = new URL(app.stripeUrl);
  const { variables, signIn } = sandboxConnection({ origin, issuer: origin, app: app.url });
  good = {
    NODE_ENV: 'production',
    PUBLIC_URL: front.url,
    DATABASE_URL: app.databaseUrl,
    TRUST_PROXY: '1',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
    SESSION_SECRET: 'a-session-secret-of-32-characters!',
    PHONE_HASH_KEY: 'a-phone-hash-key-of-32-characters!',
    LEDGER_SIGNING_KEY,
    SMTP_URL: `smtp://127.0.0.1:${app.inbox.smtp.port}`,
    OIDC_ISSUER_URL: signIn.settings.issuerUrl,
    OIDC_CLIENT_ID: signIn.settings.clientId,
    OIDC_CLIENT_SECRET: signIn.settings.clientSecret,
    NODE_EXTRA_CA_CERTS: front.authority,
    // The keys of Stripe's sandbox are test keys.
    ALLOW_TEST_MONEY: '1',
    ...bucket.env,
    ...variables,
  };
});
afterAll(async () => {
  await Promise.all([front?.close(), expiring?.close(), silent?.close(), bucket?.close()]);
  await app?.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await rm(good.BACKUP_DIR!, { recursive: true, force: true });
  await backedUp(1);
});

async function backedUp(hoursAgo: number): Promise<void> {
  const file = path.join(good.BACKUP_DIR!, 'one.dump');
  await mkdir(good.BACKUP_DIR!, { recursive: true });
  await writeFile(file, '');
  await writeFile(`${file}.sha256`, '');
  const at = new Date(Date.now() - hoursAgo * 3_600_000 - 1_000);
  await utimes(file, at, at);
}

async function startFront(validDays: number) {
  const certificate = selfSignedCertificate({ validDays });
  const authority = path.join(folder, `authority-${validDays}.pem`);
  await writeFile(authority, certificate.cert);
  const server = createServer(certificate, (req, res) => {
    const { method, url, headers } = req;
    req.pipe(
      ask(`${app.url}${url}`, { method, headers }, (answer) =>
        answer.pipe(res.writeHead(answer.statusCode ?? 502, answer.headers)),
      ),
    );
  });
  return { ...(await listening(server, 'https')), authority };
}

async function listening(server: Server & { closeAllConnections(): void }, scheme: string) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const answering = (listener: RequestListener) => listening(createHttpServer(listener), 'http');

/**
 * Runs a command as a site operator does, outside of the project, so that no developer's .env file
 * is read.
 */
async function doctor(changes: Record<string, string> = {}) {
  const child = execFile(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...good, ...changes },
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  const lines = out.trimEnd().split('\n');
  return {
    code,
    error,
    lines,
    notWell: lines.filter((line) => !line.startsWith('ok ') && line !== TEST_MONEY),
  };
}

test('when all is well each check says so, and nothing was changed or paid', async () => {
  const { code, error, lines } = await doctor();
  expect(error).toBe('');
  expect(lines).toEqual([
    TEST_MONEY,
    'ok       mobile money: every operator has a provider',
    expect.stringMatching(/^ok {7}database: is PostgreSQL \d+ and answers$/),
    'ok       database: its clock agrees with ours',
    'ok       database: our connections keep time limits and prepared statements',
    'ok       tables: are of this version, and our role has the rights it needs',
    'ok       open count: is signed, with 0 entries',
    ...['campay', 'fapshi', 'mtn-momo', 'pawapay', 'stripe'].flatMap((name) => [
      `ok       ${name}: accepts our credentials`,
      `ok       ${name}: its clock agrees with ours`,
    ]),
    'ok       address: PUBLIC_URL leads to us',
    'ok       certificate: ends in 364 days',
    'ok       webhook of campay: /api/webhooks/campay responds correctly',
    'ok       webhook of fapshi: /api/webhooks/fapshi responds correctly',
    'ok       webhook of mtn-momo: /api/webhooks/mtn-momo responds correctly',
    'ok       webhook of pawapay: /api/webhooks/pawapay responds correctly',
    'ok       webhook of stripe: /api/webhooks/stripe responds correctly',
    'ok       mail: the mail server accepts our connection',
    'ok       uploads: pictures can be stored, listed and removed',
    'ok       sign-in: the issuer publishes its sign-in address',
    'ok       backup: the newest is 1 h old',
  ]);
  expect(code).toBe(0);
  expect(bucket.objects.size).toBe(0);
  expect(await readdir(path.join(good.DATA_DIR!, 'uploads'))).toEqual([]);
  expect(app.inbox.messages()).toEqual([]);
  expect(await app.given.payments()).toEqual([]);
  expect([app.campay, app.fapshi, app.mtnMomo, app.pawapay].flatMap((it) => it.prompts())).toEqual(
    [],
  );
  const secrets = Object.entries(good).filter(([name]) =>
    /SECRET|KEY|PASS|USER|TOKEN|_ID$/.test(name),
  );
  const finding = secrets.filter(([, value]) => lines.join('\n').includes(value));
  expect(finding).toEqual([]);
});

test('operators without a provider, and providers that are fixed or missing, are named', async () => {
  await app.setEvent({
    routing: {
      mtn: { order: ['campay', 'gone'], fixed: 'campay' },
      orange: { order: [], fixed: null },
    },
  });
  const { notWell } = await doctor();
  await app.setEvent({ routing: DEFAULT_ROUTING });
  expect(notWell).toEqual([
    'warning  mobile money: gone, chosen for MTN, is not connected',
    'warning  mobile money: campay is fixed for MTN: check /admin/health',
    'warning  mobile money: nobody takes Orange: check /admin/settings',
  ]);
});

describe('problems are reported, and the remaining checks still run', () => {
  test.each<[what: string, changes: () => Record<string, string>, finding: RegExp[]]>([
    [
      'a wrong password of the database',
      () => ({ DATABASE_URL: app.databaseUrl.replace(/:[^:@]+@/, ':wrong@') }),
      [
        /^fault {4}database: cannot be used \(28P01\): look at DATABASE_URL$/,
        /^fault {4}tables: could not be checked \(28P01\)$/,
        /^fault {4}open count: could not be checked \(28P01\)$/,
      ],
    ],
    [
      'credentials that providers refuse',
      () => ({
        CAMPAY_PASSWORD: 'wrong-1',
        FAPSHI_API_KEY: 'wrong-2',
        MTN_MOMO_SUBSCRIPTION_KEY: 'wrong-3',
        PAWAPAY_API_TOKEN: 'wrong-5',
        STRIPE_SECRET_KEY: 'sk_test_wrong4',
      }),
      [
        /^fault {4}campay: refuses our credentials \(HTTP 4\d\d\)/,
        /^fault {4}fapshi: refuses our credentials \(HTTP 403\)/,
        /^fault {4}mtn-momo: refuses our credentials \(HTTP 401\)/,
        /^fault {4}pawapay: refuses our credentials \(HTTP 403\)/,
        /^fault {4}stripe: refuses our credentials \(HTTP 401\)/,
      ],
    ],
    [
      'a permanent token that was revoked',
      () => ({ CAMPAY_USERNAME: '', CAMPAY_PASSWORD: '', CAMPAY_TOKEN: 'revoked' }),
      [/^fault {4}campay: refuses our credentials \(HTTP 401\): look at its settings$/],
    ],
    [
      'providers that do not respond',
      () => ({
        CAMPAY_BASE_URL: 'http://127.0.0.1:1/api',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
      }),
      [
        /^fault {4}campay: cannot be reached \(ECONNREFUSED\)/,
        /^fault {4}stripe: cannot be reached \(StripeConnectionError\)/,
      ],
    ],
    [
      'providers that respond slowly',
      () => ({ CAMPAY_BASE_URL: `${silent.url}/api`, STRIPE_API_BASE: silent.url }),
      [
        /^fault {4}campay: does not answer in time \(TimeoutError\): try again in a few minutes$/,
        /^fault {4}stripe: does not answer in time \(TimeoutError\): try again in a few minutes$/,
      ],
    ],
    [
      'an address that is not a provider’s',
      () => ({ CAMPAY_BASE_URL: `${app.url}/api` }),
      [
        /^fault {4}campay: (refuses our credentials|answers, but not as this API does) \(HTTP 404\)/,
      ],
    ],
    [
      'an untrusted certificate',
      () => ({ NODE_EXTRA_CA_CERTS: '' }),
      [
        /^fault {4}address: PUBLIC_URL cannot be reached from here \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
        ...Array(5).fill(/^fault {4}webhook of .*: .* cannot be reached/),
      ],
    ],
    [
      'a certificate that expires soon',
      () => ({ PUBLIC_URL: expiring.url, NODE_EXTRA_CA_CERTS: expiring.authority }),
      [/^warning {2}certificate: ends in 6 days: renew it before the event$/],
    ],
    [
      'a mail server that is gone',
      () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
      [/^fault {4}mail: the mail server rejects our connection \(ESOCKET.*\): look at SMTP_URL$/],
    ],
    [
      'a bucket whose key is wrong',
      () => ({ UPLOADS_S3_SECRET_ACCESS_KEY: 'wrong' }),
      [/^fault {4}uploads: the bucket refuses \(403 SignatureDoesNotMatch\)/],
    ],
    [
      'a different issuer',
      () => ({ OIDC_ISSUER_URL: app.url }),
      [/^fault {4}sign-in: the issuer does not publish a sign-in address \(\w+\)/],
    ],
    [
      'no backup',
      () => ({ BACKUP_DIR: path.join(folder, 'none') }),
      [/^warning {2}backup: there is none in BACKUP_DIR: npm run db:backup$/],
    ],
    [
      'settings that are rarely intended',
      () => ({
        SMTP_URL: '',
        MOBILE_MONEY_PROVIDER: 'fapshi',
        FAPSHI_BASE_URL: '',
        FAPSHI_API_USER: '',
        FAPSHI_API_KEY: '',
        FAPSHI_WEBHOOK_SECRET: '',
        DATABASE_OWNER_URL: app.ownerUrl,
      }),
      [
        /^warning {2}configuration: DATABASE_OWNER_URL is set/,
        /^warning {2}configuration: mobile money is off$/,
        /^warning {2}mail: receipts are not mailed/,
      ],
    ],
    [
      'a role with too many permissions',
      () => ({ DATABASE_URL: app.ownerUrl }),
      [/^warning {2}tables: our database role may change the history tables/],
    ],
  ])('%s', async (_what, changes, finding) => {
    const { code, error, notWell, lines } = await doctor(changes());
    expect(error).toBe('');
    expect(notWell).toEqual(finding.map((line) => expect.stringMatching(line)));
    expect(code).toBe(notWell.some((line) => line.startsWith('fault')) ? 1 : 0);
    expect(lines.length).toBeGreaterThan(15);
  });

  test('none is reported for a configuration that takes money', async () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    const { lines, notWell } = await doctor({ ...live, ALLOW_TEST_MONEY: '0' });
    expect(lines[0]).toBe('ok       configuration: is valid');
    expect(notWell).toEqual([expect.stringMatching(/^fault {4}stripe: refuses our credentials/)]);
  });

  test.each([
    ['no end of voting', null, 'voting never closes: check /admin/settings'],
    ['an end in the past', -DAY_MS, 'voting is already closed: check /admin/settings'],
  ])('%s', async (_what, fromNow, finding) => {
    const { closesAt } = app.deps.event.current.settings;
    await app.setEvent({
      closesAt: fromNow === null ? null : new Date(Date.now() + fromNow).toISOString(),
    });
    const { notWell } = await doctor().finally(() => app.setEvent({ closesAt }));
    expect(notWell).toEqual([`warning  configuration: ${finding}`]);
  });

  test('a backup of the day before yesterday', async () => {
    await backedUp(48);
    expect((await doctor()).notWell).toEqual([
      'warning  backup: the newest is 48 h old: npm run db:backup',
    ]);
  });

  test('an address that leads to another server', async () => {
    const other = await answering((_req, res) => res.writeHead(403).end('<h1>Forbidden</h1>'));
    // Only plain http needs no certificate, and only outside production is it allowed.
    const { notWell } = await doctor({ NODE_ENV: 'test', PUBLIC_URL: other.url }).finally(
      other.close,
    );
    expect(notWell).toEqual([
      'fault    configuration: this is not production: set NODE_ENV=production',
      'fault    address: PUBLIC_URL responds with 403, unlike this server: is the server started, and does PUBLIC_URL lead to it?',
      ...['campay', 'fapshi', 'mtn-momo', 'pawapay', 'stripe'].map((name) =>
        expect.stringMatching(
          `^fault    webhook of ${name}: /api/webhooks/${name} responds with 403`,
        ),
      ),
    ]);
  });

  test('a pooler that loses notifications', async () => {
    const pooler = await startTransactionPooler(app.databaseUrl);
    const { code, error, notWell } = await doctor({ DATABASE_URL: pooler.url });
    await pooler.close();
    expect(error).toBe('');
    expect(notWell).toEqual([
      expect.stringMatching(
        /^warning {2}database: the pooler in front of it drops our time limits \(statement_timeout, lock_timeout, idle_in_transaction_session_timeout\): /,
      ),
      expect.stringMatching(
        /^fault {4}database: the pooler in front of it loses prepared statements: .*PgBouncer .*1\.21/,
      ),
    ]);
    expect(code).toBe(1);
  });

  test('tables that are missing', async () => {
    const database = await createTestDatabase();
    await execute(database.ownerUrl, 'delete from drizzle.__drizzle_migrations where id > 9');
    const { code, notWell } = await doctor({ DATABASE_URL: database.url });
    await database.drop();
    expect(notWell).toEqual([
      expect.stringMatching(/^fault {4}tables: The database lacks migrations .* db:migrate/),
      NOTHING_SIGNED,
    ]);
    expect(code).toBe(1);
  });

  test('a wrong clock', async () => {
    const database = await createTestDatabase();
    const clock = await settableClock(database.ownerUrl);
    await clock.advance(10 * 60_000);
    const { notWell } = await doctor({ DATABASE_URL: database.url });
    await clock.close();
    await database.drop();
    expect(notWell).toEqual([
      expect.stringMatching(
        /^fault {4}database: its clock and ours differ by (599|6\d\d) s: synchronise/,
      ),
      NOTHING_SIGNED,
    ]);
  });

  test('an open count of another name, one without signatures, and inactive witnesses', async () => {
    const seed = new Uint8Array(32).fill(9);
    const otherKey = toSigningKey(signerOf('vote.example/count2', 'log', seed));
    const other = await doctor({ LEDGER_SIGNING_KEY: otherKey });
    expect(other.notWell).toEqual([
      'fault    open count: is vote.example/count, and LEDGER_SIGNING_KEY is a key of vote.example/count2: verifiers will treat that as another log',
    ]);

    const vkeys = ['awake', 'asleep', 'new'].map((name) =>
      toVkey(signerOf(`${name}.example`, 'witness', seed).key),
    );
    const signed = (hoursAgo: number) => ({
      size: 0,
      signedAt: new Date(Date.now() - hoursAgo * 3_600_000 - 1_000),
    });
    await app.db.insert(countWitnesses).values([
      { vkey: vkeys[0]!, ...signed(0) },
      { vkey: vkeys[1]!, ...signed(3) },
    ]);
    await app.db.update(countCheckpoints).set(signed(5));
    const { lines, notWell } = await doctor({
      LEDGER_WITNESSES: vkeys.map((vkey) => `${vkey} https://witness.example`).join(','),
    });
    await app.db.update(countCheckpoints).set(signed(0));
    expect(lines).toContain('ok       witness awake.example: has signed 0 entries');
    expect(notWell).toEqual([
      'fault    open count: was signed 5 h ago: see why in the log of the servers',
      'warning  witness asleep.example: signed 3 h ago: contact its operator',
      'warning  witness new.example: has signed nothing yet: contact its operator',
    ]);
  });

  test('an invalid configuration, one line for each problem', async () => {
    const { code, lines, error } = await doctor({ PHONE_HASH_KEY: 'short', PORT: 'none' });
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(lines).toEqual([
      expect.stringMatching(/^fault {4}configuration: PORT /),
      'fault    configuration: PHONE_HASH_KEY must have at least 32 characters',
    ]);
  });

  test('a server that never responds, after a timeout', async () => {
    const silent = await answering(() => undefined);
    const config = loadConfig(
      { ...good, NODE_ENV: 'test', PUBLIC_URL: silent.url },
      PAYMENT_ADAPTERS,
    );
    const findings = await examine(config, { timeLimitMs: 100 });
    await silent.close();
    expect(findings).toContainEqual({
      level: 'fault',
      about: 'address',
      text: 'no answer within 0.1 s',
    });
    expect(findings[0]).toMatchObject({ about: 'configuration' });
  });
});
