import { Agent, type IncomingMessage, request } from 'node:http';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { rateLimits } from '#shared/schema';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { type HostileRequest, hostileRequest, KNOWN_ID, PERSONAL } from '../support/hostile';
import { randomRuns } from '../support/random-runs';

/**
 * Requests that no page of ours would send, to every endpoint: always the same ones, so that no run
 * depends on chance. `FUZZ_SEED` generates others, to search further.
 */
const SEED = Number(process.env.FUZZ_SEED || 20_261_123);
const TOGETHER = 40;
/** Timeout of a response, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Tables that a rejected request must not change. Sign-ins and limits are counted whatever the
 * result.
 */
const TABLES = [
  'payments',
  'payment_votes',
  'nomination_totals',
  'refunds',
  'receipt_emails',
  'artists',
  'categories',
  'nominations',
  'admin_actions',
  'users',
];

interface Answer {
  status: number;
  type: string;
  text: string;
}

interface Target {
  app: TestApp;
  cookies: Record<HostileRequest['identity'], string>;
  knownId: string;
}

async function aTarget(options: Parameters<typeof startTestApp>[0] = {}): Promise<Target> {
  const app = await startTestApp({ ...options, env: { TRUST_PROXY: '1', ...options.env } });
  const { nominations } = await app.given.artist();
  const { id } = await app.given.completedPayment(nominations);
  const [admin, voter] = [await anAdministrator(app), await aSignedInVoter(app)];
  return { app, cookies: { stranger: '', voter: voter.cookie, admin: admin.cookie }, knownId: id };
}

const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
afterAll(() => agent.destroy());

let addresses = 0;
function send({ app, cookies, knownId }: Target, hostile: HostileRequest): Promise<Answer> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of hostile.headers) {
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  // Requests that sign in or out get no session to lose.
  const isSigning = /login|logout|callback/i.test(hostile.path);
  const cookie = isSigning ? '' : cookies[hostile.identity];
  if (cookie !== '') headers.Cookie = [headers.Cookie ?? [], cookie].flat().join('; ');
  addresses += 1;
  headers['X-Forwarded-For'] =
    `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const { method, body } = hostile;
  // Otherwise Node omits it with GET and DELETE, and the body counts as the start of another
  // request: that is rejected, but the first one was not.
  if (body !== null) headers['Content-Length'] = String(Buffer.byteLength(body));
  const url = new URL(app.url);
  const path = hostile.path.replaceAll(KNOWN_ID, knownId);
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, host: url.hostname, port: url.port, method, path, headers, timeout: TIMEOUT_MS },
      (answer: IncomingMessage) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no response in time')));
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // Node's own client refuses to send some of it, or the server closed the connection with data
      // unread.
      const isRefused = /^(ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS|ECONNRESET|EPIPE)$/;
      if (isRefused.test(error.code ?? '')) resolve({ status: 400, type: '', text: '' });
      else reject(error);
    });
    asked.end(body ?? undefined);
  });
}

const rowCountsOf = async ({ app }: Target): Promise<unknown> => {
  const counts = TABLES.map((table) => `(select count(*) from ${table}) as ${table}`);
  const { rows } = await app.db.execute(sql.raw(`select ${counts.join(', ')}`));
  return rows[0];
};

function expectHarmless({ method, path }: HostileRequest, { status, type, text }: Answer): void {
  const what = `${method} ${path}: ${status} ${text.slice(0, 300)}`;
  // Allowed by the contract: an unreachable picture, and a machine too busy to respond to a load
  // balancer in 2 s.
  const isAllowed =
    (status === 502 && text.includes('image-unreachable')) ||
    (status === 503 && path.startsWith('/api/health/ready') && text.includes('unavailable'));
  expect(status < 500 || isAllowed, what).toBe(true);
  if (status < 400) return;
  expect(/node_modules|\n\s+at |Error:|postgres|select .* from/i.test(text), what).toBe(false);
  // An import error may name unknown columns of the file.
  if (text.includes('"code":"import-invalid"')) return;
  for (const personal of PERSONAL) expect(text.includes(personal), what).toBe(false);
  const isApi = /^\/api\//.test(path) && method !== 'HEAD' && text !== '';
  if (isApi) expect(type, what).toMatch(/^(application\/json|text\/html)/);
}

/** True if it may have changed something: 422 is a payment that the provider rejected. */
const mayWrite = ({ method, path }: HostileRequest, { status }: Answer) =>
  status === 422 || (status < 400 && (method !== 'GET' || /(payments|actions)\.csv/.test(path)));

async function expectUnharmed(target: Target, times: number): Promise<void> {
  const { app } = target;
  app.logs.length = 0;
  let compared = 0;
  const batch = fc.array(hostileRequest, { minLength: TOGETHER, maxLength: TOGETHER });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      await app.settled();
      await app.db.delete(rateLimits);
      const before = await rowCountsOf(target);
      const answers = await Promise.all(
        requests.map((hostileRequest) => send(target, hostileRequest)),
      );
      for (const [index, one] of requests.entries()) expectHarmless(one, answers[index]!);
      await app.settled();
      if (requests.some((request, index) => mayWrite(request, answers[index]!))) return;
      expect(await rowCountsOf(target)).toEqual(before);
      compared += 1;
    }),
    { numRuns: Math.ceil(times / TOGETHER), seed: SEED, endOnFailure: true },
  );
  expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
  expect('polluted' in {}).toBe(false);
  // At least one batch wrote nothing, and was compared.
  expect(compared).toBeGreaterThan(0);
}

describe(`hostile requests (FUZZ_SEED=${SEED})`, () => {
  test('break nothing, reveal nothing and, when rejected, write nothing', {
    timeout: 600_000,
  }, async () => {
    const target = await aTarget();
    try {
      await expectUnharmed(target, randomRuns(20_000));
    } finally {
      await target.app.close();
    }
  });

  test('do no harm while the database is slow either', { timeout: 600_000 }, async () => {
    const target = await aTarget({ databaseDelayMs: 10 });
    try {
      await expectUnharmed(target, randomRuns(2_000));
    } finally {
      await target.app.close();
    }
  });
});
