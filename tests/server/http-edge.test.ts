import { type IncomingMessage, request as sendRequest } from 'node:http';
import express from 'express';
import fc from 'fast-check';
import pg from 'pg';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppDeps, createApp } from '#server/app';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { errorHandler } from '#server/http/index';
import { OWN_SCRIPT_HASHES } from '#server/pages/index';
import { type Captcha, connectCaptcha } from '#server/payments/providers/captcha';
import { payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { aVoteFor, freshPhone, givenIn } from '../support/given';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LOOKUP = '/api/receipts/lookup';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ timeoutMs: 30_000 });
});
afterAll(() => app.close());
beforeEach(() => {
  app.campay.reset();
  app.logs.length = 0;
});

/** Another instance of the application, on the same or on another database. */
function anotherApp({
  database = { db: app.db, pool: new pg.Pool(), answers: async () => true },
  publicUrl = app.config.publicUrl,
  hsts = null,
  securityContact = null,
  withPages = false,
  cardForm = null,
  captcha = null,
}: {
  database?: Pick<DatabaseHandle, 'db' | 'pool' | 'answers'>;
  publicUrl?: string;
  hsts?: string | null;
  securityContact?: string | null;
  withPages?: boolean;
  cardForm?: AppDeps['cardForm'];
  captcha?: Captcha | null;
} = {}) {
  return request(
    createApp({
      ...app.deps,
      ...database,
      config: { ...app.config, publicUrl, hsts, securityContact },
      payments: { ...app.context, db: database.db, captcha },
      cardForm,
      sandbox: null,
      site: null,
      client: withPages ? (_req, res) => void res.type('html').send('<!doctype html>') : null,
    }),
  );
}

describe('a request that changes something', () => {
  const ours = () => app.url;

  test.each<[whose: string, headers: () => Record<string, string>]>([
    ['a program, which sends no origin', () => ({})],
    ['our page in an old browser', () => ({ Origin: ours() })],
    ['our page', () => ({ Origin: ours(), 'Sec-Fetch-Site': 'same-origin' })],
    ['the user, by typing the address', () => ({ 'Sec-Fetch-Site': 'none' })],
  ])('is accepted from %s', async (_whose, headers) => {
    await app.http.post(LOOKUP).set(headers()).send({ email: 'a@b.cm' }).expect(200);
  });

  test.each<[whose: string, headers: () => Record<string, string>]>([
    ['another site', () => ({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })],
    ['another site in an old browser', () => ({ Origin: 'https://evil.example' })],
    ['another subdomain of our domain', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    [
      'a browser, whatever Origin claims',
      () => ({ Origin: ours(), 'Sec-Fetch-Site': 'cross-site' }),
    ],
    ['a browser with an unknown value', () => ({ 'Sec-Fetch-Site': 'somewhere' })],
    ['a page without origin', () => ({ Origin: 'null' })],
    ['another port', () => ({ Origin: 'http://127.0.0.1:1' })],
    ['another scheme', () => ({ Origin: ours().replace('http:', 'https:') })],
    ['an origin with ours as prefix', () => ({ Origin: `${ours()}.evil.example` })],
  ])('is rejected from %s, and nothing is written', async (_whose, headers) => {
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    for (const [path, sent] of [
      ['/api/campay-payment', body],
      [LOOKUP, { email: 'a@b.cm' }],
    ] as const) {
      const answer = await app.http.post(path).set(headers()).send(sent).expect(403);
      expect(answer.body).toEqual({ message: expect.any(String), code: 'cross-origin' });
    }
    expect(await app.db.$count(payments)).toBe(0);
    expect(app.campay.prompts()).toEqual([]);
  });

  test('is rejected before its body is read', async () => {
    await app.http
      .post(LOOKUP)
      .set({ Origin: 'https://evil.example', 'Content-Type': 'application/json' })
      .send('{"broken')
      .expect(403);
  });
});

test('requests that only read may come from anywhere', async () => {
  const headers = { Origin: 'https://blog.example', 'Sec-Fetch-Site': 'cross-site' };
  await app.http.get('/api/categories').set(headers).expect(200);
  await app.http.head('/api/categories').set(headers).expect(200);
});

test('a webhook comes from elsewhere and only its signature counts', async () => {
  const foreign = { Origin: 'https://provider.example', 'Sec-Fetch-Site': 'cross-site' };
  const { nominations } = await app.given.artist();
  await app.http.post('/api/campay-payment').send(aVoteFor(nominations)).expect(201);
  const [transaction] = app.campay.transactions();
  const { url, init } = await app.campay.webhookFor(transaction!.reference);

  const signed = await fetch(url, { ...init, headers: { ...init.headers, ...foreign } });
  expect(signed.status).toBe(200);
  for (const body of ['', '{"signature":"x"}', '\0', 'x'.repeat(1_000)]) {
    const answer = await app.http.post('/api/webhooks/campay').set(foreign).send(body).expect(401);
    expect(answer.body).toEqual({ message: expect.any(String), code: 'webhook-refused' });
  }
  const { body } = await app.http.post('/api/webhooks/campay').send('x'.repeat(40_000)).expect(413);
  expect(body).toMatchObject({ code: 'too-large' });
  await app.settled();
});

describe('security.txt', () => {
  const path = '/.well-known/security.txt';

  test('says where to report a vulnerability, in the standard format', async () => {
    const securityContact = 'mailto:security@vote.example';
    const answer = await anotherApp({ securityContact }).get(path).expect(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const [, expires] = /^Expires: (.*)$/m.exec(answer.text) ?? [];
    expect(answer.text).toBe(
      `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en, fr\nCanonical: ${app.config.publicUrl}${path}\n`,
    );
    expect(new Date(expires!).getTime()).toBeGreaterThan(Date.now());
  });

  test('does not exist while no contact is configured', async () => {
    await app.http.get(path).expect(404);
  });
});

/** For methods that `fetch` refuses to send. */
async function fetchRaw(method: string, path: string) {
  const { statusCode, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
    sendRequest(`${app.url}${path}`, { method }, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end();
  });
  return { status: statusCode ?? 0, headers };
}

describe('every response', () => {
  test.each<[what: string, path: string, status: number]>([
    ['that succeeds', '/api/categories', 200],
    ['that rejects', '/api/categories/x', 400],
    ['that finds nothing', '/api/nothing', 404],
    ['that finds no page', '/api/health/nothing', 404],
  ])('%s carries the security headers and an id', async (_what, path, status) => {
    const { headers } = await app.http.get(path).expect(status);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.stringMatching(UUID),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    ['GET', '/api/health/live'],
    ['GET', '/api/health/ready'],
    ['POST', '/categories'],
    ['TRACE', '/api/categories'],
  ])('to %s %s can neither be framed nor MIME-sniffed', async (method, path) => {
    const { status, headers } = await fetchRaw(method, path);
    expect(status).toBeGreaterThan(0);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'|default-src 'none'/);
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  test('forbids framing, third-party scripts and forms to other sites', async () => {
    const { headers } = await app.http.get('/api/categories');
    const policy = headers['content-security-policy']!;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https:(\s|;|$))/);
  });

  test('shows only our own pictures, so that other hosts never see visitors', async () => {
    const { headers } = await app.http.get('/api/categories');
    const policy = headers['content-security-policy']!.split(';');
    expect(policy).toContain("img-src 'self' data: blob:");
  });

  test('allows Stripe as far as its card form needs, and only with real keys', async () => {
    const policyOf = async (scriptUrl: string | null) => {
      const cardForm = { publishableKey: 'pk_test_1', scriptUrl };
      const { headers } = await anotherApp({ cardForm }).get('/api/categories');
      return headers['content-security-policy']!.split(';');
    };
    const real = await policyOf(null);
    const withSandbox = await policyOf('/sandbox/stripe/stripe.js');
    expect(real.filter((directive) => !withSandbox.includes(directive))).toEqual([
      `script-src 'self' ${OWN_SCRIPT_HASHES.join(' ')} https://js.stripe.com https://*.js.stripe.com`,
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      "connect-src 'self' https://api.stripe.com",
    ]);
    expect(withSandbox.join()).not.toContain('stripe');
  });

  test.each([
    ['turnstile', 'https://challenges.cloudflare.com', ''],
    [
      'hcaptcha',
      'https://hcaptcha.com https://*.hcaptcha.com',
      ' https://hcaptcha.com https://*.hcaptcha.com',
    ],
  ] as const)(
    'allows %s where it is configured, and nothing else',
    async (provider, hosts, styles) => {
      const keys = { provider, siteKey: 'site', secretKey: 'secret' };
      const captcha = connectCaptcha(keys, null, app.context.logger);
      const { headers } = await anotherApp({ captcha }).get('/api/categories');
      const policy = headers['content-security-policy']!.split(';');
      expect(policy).toContain(`script-src 'self' ${OWN_SCRIPT_HASHES.join(' ')} ${hosts}`);
      expect(policy).toContain(`frame-src 'self' ${hosts}`);
      expect(policy).toContain(`connect-src 'self' ${hosts}`);
      expect(policy).toContain(`style-src 'self' 'unsafe-inline'${styles}`);
      const usual = (await app.http.get('/api/categories')).headers['content-security-policy'];
      expect(usual).not.toMatch(/captcha|cloudflare/);
    },
  );

  test('requires https where our public address uses it, and only there', async () => {
    const secure = await anotherApp({
      publicUrl: 'https://vote.example',
      hsts: 'max-age=31536000; includeSubDomains',
    }).get('/api/nothing');
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests');
    const plain = await app.http.get('/api/nothing');
    expect(plain.headers).not.toHaveProperty('strict-transport-security');
    expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  test('has its own id, whatever id the client sends', async () => {
    const ids = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const { headers } = await app.http.get('/api/categories').set('X-Request-Id', 'forged\tid');
      expect(headers['x-request-id']).toMatch(UUID);
      ids.add(headers['x-request-id']!);
    }
    expect(ids.size).toBe(3);
  });

  test('to HEAD equals that to GET without a body', async () => {
    for (const path of ['/api/categories', '/api/categories/x', '/api/nothing']) {
      const get = await app.http.get(path);
      const head = await app.http.head(path);
      expect(head.status).toBe(get.status);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.text ?? '').toBe('');
    }
  });
});

test('a path of administrators shows its methods only to them', async () => {
  await app.http.put('/api/admin/artists').expect(401);
  const admin = await anAdministrator(app);
  const answer = await admin.put('/api/admin/artists').expect(405);
  expect(answer.headers.allow).toBe('GET, POST, HEAD');
});

test('unknown paths of the API get JSON, never the fallback page', async () => {
  const http = anotherApp({ withPages: true });
  await http.get('/categories').expect(200).expect('Content-Type', /html/);
  for (const path of ['/api', '/api/', '/api/nothing', '/API/nothing', '/api/categories/x/y']) {
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const answer = await http.get(path).set('Accept', accept).expect(404);
      expect(answer.type).toBe('application/json');
      expect(answer.body).toEqual({ message: 'No such path', code: 'not-found' });
    }
  }
});

test('the page of the OpenAPI document has the files of its viewer', async () => {
  const page = (await app.http.get('/api/docs').expect(200)).text;
  const files = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBe(3);
  for (const file of files) await app.http.get(file).expect(200);
});

test('any text that the contract accepts can be stored', async () => {
  const { nominations } = await app.given.artist();
  const text = fc
    .string({ unit: 'binary', maxLength: 60 })
    .filter((candidate) => !candidate.includes('\0'));
  const deviceInfo = fc.record({
    deviceTimestamp: fc.oneof(
      fc.constantFrom('1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z'),
      fc
        .date({
          min: new Date('1000-01-02T00:00:00Z'),
          max: new Date('9999-12-30T00:00:00Z'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString().replace('Z', '+13:45')),
    ),
    userAgent: text,
    deviceMetadata: text,
  });
  await fc.assert(
    fc.asyncProperty(deviceInfo, async (device) => {
      const body = aVoteFor(nominations, { deviceInfo: device });
      const { paymentId } = (await app.http.post('/api/campay-payment').send(body).expect(201))
        .body;
      const stored = await app.given.payment(paymentId);
      expect(stored.userAgent).toBe(device.userAgent);
      expect(stored.deviceTimestamp).toEqual(new Date(device.deviceTimestamp));
    }),
    { numRuns: 40, seed: 1 },
  );
});

describe('when the database is down', () => {
  let away: DatabaseHandle;
  let http: ReturnType<typeof anotherApp>;
  beforeAll(async () => {
    away = openDatabase('postgres://operator:pool-password@127.0.0.1:1/awards');
    http = anotherApp({ database: away });
  });
  afterAll(() => away.close());

  test('every route asks for a retry, and reveals nothing about the cause', async () => {
    const id = crypto.randomUUID();
    const { nominations } = await app.given.artist();
    const requests = [
      http.get('/api/categories'),
      http.get(`/api/categories/${id}`),
      http.get(`/api/nominations/category/${id}`),
      http.get(`/api/nominations/artist/${id}`),
      http.get('/api/nominations/share/link'),
      http.get(`/api/artists/${id}`),
      http.get(`/api/artists/${id}/nominations`),
      http.post('/api/campay-payment').send(aVoteFor(nominations)),
      http.get(`/api/payment/${id}/status`),
      http.get(`/api/payment/${id}/receipt-code`),
      http.get('/api/payment/receipt/7KQ2M9X0W1'),
      http.post(LOOKUP).send({ email: 'a@b.cm' }),
      http.get('/api/image-proxy?url=https://photos.example/1.jpg'),
    ];
    for (const sent of requests) {
      const answer = await sent;
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.body).toEqual({
        message: 'Please try again in a moment',
        code: 'unavailable',
      });
      const lines = app.logs.map((line) => JSON.parse(line));
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: 40,
          msg: 'the database is unavailable',
          reason: 'ECONNREFUSED',
          requestId: answer.headers['x-request-id'],
        }),
      );
    }
    expect(app.logs.join('')).not.toContain('pool-password');
    expect(app.campay.prompts()).toEqual([]);
  });

  test('what needs no database still works', async () => {
    await http.get('/api/config').expect(200);
    await http.get('/api/health/live').expect(200, { status: 'ok' });
  });

  test('the node reports that it is not ready', async () => {
    await http.get('/api/health/ready').expect(503, { status: 'unavailable' });
  });
});

test('a response that fails half-way is aborted, and its error goes only to the log', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const halfway = express();
  halfway.set('env', 'production'); // Where Express by itself would print the error.
  halfway.get('/', (_req, res) => {
    res.write('half');
    throw new Error('the rest is missing');
  });
  halfway.use(errorHandler(app.context.logger));
  await expect(request(halfway).get('/')).rejects.toThrow();
  expect(app.logs.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'request failed',
      err: expect.objectContaining({ message: 'the rest is missing' }),
    }),
  ]);
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

describe('health', () => {
  test('is live and ready while all is well', async () => {
    await app.http.get('/api/health/live').expect(200, { status: 'ok' });
    await app.http.get('/api/health/ready').expect(200, { status: 'ok' });
  });

  test('is not ready while draining, though still alive and responding', async () => {
    app.lifecycle.isDraining = true;
    try {
      await app.http.get('/api/health/ready').expect(503, { status: 'unavailable' });
      await app.http.get('/api/health/live').expect(200);
      await app.http.get('/api/categories').expect(200);
    } finally {
      app.lifecycle.isDraining = false;
    }
    await app.http.get('/api/health/ready').expect(200);
  });

  test('is not ready once the pool is closed', async () => {
    const closed = openDatabase('postgres://127.0.0.1:1/awards');
    await closed.close();
    await anotherApp({ database: closed }).get('/api/health/ready').expect(503);
  });
});

describe('the log', () => {
  let broken: { database: TestDatabase; handle: DatabaseHandle };
  beforeAll(async () => {
    // Every query about a payment fails there, and its error carries all parameters.
    const database = await createTestDatabase();
    const handle = openDatabase(database.url);
    await execute(database.ownerUrl, 'DROP TABLE payments CASCADE');
    broken = { database, handle };
  });
  afterAll(async () => {
    await broken.handle.close();
    await broken.database.drop();
  });

  test('contains no personal data and no secret, whatever succeeds or fails', async () => {
    const voterEmail = 'Marie.Ngo@example.cm';
    const phone = freshPhone();
    const national = phone.slice(3);
    const spellings = [
      national,
      `+237 ${national.slice(0, 1)} ${national.slice(1, 3)} ${national.slice(3, 5)} ${national.slice(5)}`,
      `${national.slice(0, 3)}-${national.slice(3, 6)}-${national.slice(6)}`,
    ];
    const headers = {
      Cookie: 'sid=cookie-secret-value',
      Authorization: 'Bearer authorization-secret-value',
      'User-Agent': 'user-agent-secret-value',
      'X-Forwarded-For': '203.0.113.77',
    };
    const { nominations } = await app.given.artist();
    const vote = { ...aVoteFor(nominations), phoneNumber: phone, voterEmail };
    const ids = new Set<string>();
    const sent = async (pending: request.Test, status: number) => {
      const answer = await pending.set(headers);
      expect(answer.status).toBe(status);
      ids.add(answer.headers['x-request-id']!);
      return answer;
    };

    // A whole payment.
    const { paymentId } = (await sent(app.http.post('/api/campay-payment').send(vote), 201)).body;
    await sent(app.http.post('/api/campay-payment').send(vote), 409);
    const [transaction] = app.campay.transactions();
    await app.campay.approve(transaction!.reference);
    await app.settled();
    await expect
      .poll(
        async () => {
          await app.given.dueNow(paymentId);
          const path = `/api/payment/${paymentId}/status`;
          return (await sent(app.http.get(path), 200)).body.status;
        },
        { timeout: 60_000 },
      )
      .toBe('completed');
    const { receiptCode } = (
      await sent(app.http.get(`/api/payment/${paymentId}/receipt-code`), 200)
    ).body;
    await sent(app.http.get(`/api/payment/receipt/${receiptCode}`), 200);
    await sent(app.http.get(`/api/payment/receipt/%23${receiptCode.toLowerCase()}`), 200);
    await sent(app.http.post(LOOKUP).send({ email: voterEmail }), 200);
    for (const phoneNumber of spellings) {
      await sent(app.http.post(LOOKUP).send({ phoneNumber }), 200);
    }

    // All kinds of rejections.
    const wrong = { ...vote, totalVotes: 99 };
    await sent(app.http.post('/api/campay-payment').send(wrong), 400);
    await sent(app.http.post(LOOKUP).send({ email: voterEmail, phoneNumber: phone }), 400);
    await sent(app.http.post(LOOKUP).type('text').send(voterEmail), 415);
    const cut = `{"email":"${voterEmail}","phoneNumber":"${phone}`;
    await sent(app.http.post(LOOKUP).type('json').send(cut), 400);
    const endless = JSON.stringify({ ...vote, padding: phone.repeat(4_000) });
    await sent(app.http.post('/api/campay-payment').type('json').send(endless), 413);
    await sent(app.http.post(LOOKUP).set('Origin', 'https://evil.example').send(vote), 403);
    await sent(app.http.post('/api/webhooks/campay').send({ ...vote, signature: 'x' }), 401);
    const query = `?email=${encodeURIComponent(voterEmail)}&phone=${phone}`;
    await sent(app.http.get(`/api/categories${query}`), 200);
    await sent(app.http.get(`/api/nothing/${voterEmail}${query}`), 404);
    await sent(app.http.get(`/api/${encodeURIComponent(voterEmail)}/${phone}`), 404);
    await sent(app.http.get(`/api/payment/receipt/${phone}`), 400);
    await sent(app.http.get(`/api/payment/receipt/${encodeURIComponent(spellings[1]!)}`), 400);
    await sent(app.http.get(`/api/categories/${voterEmail}%ZZ`), 400);
    await sent(app.http.get(`/api/nominations/share/${voterEmail}`), 404);

    // The provider refuses, does not respond, or is unreachable.
    app.campay.failNext('collect', {
      kind: 'answer',
      status: 400,
      body: { message: `ER101 no wallet for ${phone}`, error_code: 'ER101' },
    });
    await sent(app.http.post('/api/campay-payment').send(vote), 422);
    app.campay.failNext('collect', { kind: 'cut', takesEffect: false });
    await sent(app.http.post('/api/campay-payment').send(vote), 201);

    // The provider rejects, does not respond, is down.
    const failing = anotherApp({ database: broken.handle });
    const artist = await givenIn(broken.handle.db).artist();
    const failingVote = { ...vote, nominationVotes: aVoteFor(artist.nominations).nominationVotes };
    await sent(failing.post('/api/campay-payment').send(failingVote), 500);
    await sent(failing.post(LOOKUP).send({ email: voterEmail }), 500);
    await sent(failing.post(LOOKUP).send({ phoneNumber: phone }), 500);
    await sent(failing.get(`/api/payment/receipt/${receiptCode}`), 500);
    await app.settled();

    const { phoneHash } = await app.given.payment(paymentId);
    const secrets = {
      voterEmail,
      localPart: 'marie.ngo',
      national,
      ...spellings,
      phoneHash: phoneHash!,
      receiptCode,
      cookie: 'cookie-secret-value',
      authorization: 'authorization-secret-value',
      userAgent: 'user-agent-secret-value',
      ipAddress: '203.0.113.77',
      phoneHashKey: app.config.phoneHashKey,
      sessionSecret: app.config.sessionSecrets[0]!,
      database: broken.database.url,
    };
    for (const line of app.logs) {
      for (const [what, secret] of Object.entries(secrets)) {
        const isLeaked = line.toLowerCase().includes(secret.toLowerCase());
        expect(isLeaked, `${what} in: ${line}`).toBe(false);
      }
    }

    // Errors in our own code.
    const requests = () =>
      app.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    await expect
      .poll(() => requests().map(({ requestId }) => requestId))
      .toEqual(expect.arrayContaining([...ids]));
    const lines = requests();
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(lines.length);
    for (const line of lines) {
      expect(line).toMatchObject({
        requestId: expect.stringMatching(UUID),
        method: expect.any(String),
        path: expect.stringMatching(/^\/api\//),
        status: expect.any(Number),
        durationMs: expect.any(Number),
      });
    }
    // Each request is still logged once, with the id that the client got.
    const causes = app.logs.map((line) => JSON.parse(line)).filter(({ paymentId: id }) => id);
    expect(causes.some(({ requestId }) => ids.has(requestId))).toBe(true);
    expect(lines.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        `/api/payment/${paymentId}/receipt-code`,
        '/api/payment/receipt/*',
        LOOKUP,
      ]),
    );
  });

  test('says what failed in a query, without its parameters', async () => {
    const failing = anotherApp({ database: broken.handle });
    await failing.post(LOOKUP).send({ email: 'marie.ngo@example.cm' }).expect(500);
    const [line] = app.logs.map((text) => JSON.parse(text)).filter(({ err }) => err);
    expect(line).toMatchObject({
      msg: 'request failed',
      err: {
        message: 'Failed query',
        stack: expect.stringContaining('receipts.ts'),
        cause: { code: '42P01', message: 'relation "payments" does not exist' },
      },
    });
  });
});
