import type express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SIGN_IN_SANDBOX_ADMIN_EMAIL } from '#sandbox/index';
import { createApp } from '#server/app';
import { revokeAdmin } from '#server/auth/index';
import { loadConfig } from '#server/config/index';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

type Method = 'get' | 'post' | 'put' | 'delete';
interface Call {
  method: Method;
  /** With `:artist`, `:category` and `:payment` for those there are. */
  path: string;
  body?: object;
  /** What an administrator gets. */
  status: number;
}

const SECRET = 's'.repeat(32);
const { firstSettings: settings } = loadConfig(
  { SESSION_SECRET: SECRET, PHONE_HASH_KEY: SECRET },
  PAYMENT_ADAPTERS,
);
const SETTINGS = { settings, version: 0 };

/** Every path of administrators, in an order in which each finds what it needs. */
const CALLS: Call[] = [
  { method: 'get', path: '/api/stats', status: 200 },
  { method: 'get', path: '/api/voter-tracking', status: 200 },
  {
    method: 'post',
    path: '/api/voter-tracking/search',
    body: { search: 'fan@example.com' },
    status: 200,
  },
  { method: 'get', path: '/api/admin/analytics', status: 200 },
  { method: 'get', path: '/api/admin/health', status: 200 },
  { method: 'get', path: '/api/admin/settings', status: 200 },
  // An older version than that which stands there.
  { method: 'put', path: '/api/admin/settings', body: SETTINGS, status: 409 },
  { method: 'post', path: '/api/admin/settings/publish-results', status: 200 },
  { method: 'get', path: '/api/admin/payments.csv', status: 200 },
  { method: 'post', path: '/api/admin/payments.csv', body: { search: 'fan' }, status: 200 },
  { method: 'get', path: '/api/admin/payments/:payment', status: 200 },
  // Nothing was paid by card, so there is nothing to refund.
  { method: 'post', path: '/api/admin/payments/:payment/refund', status: 409 },
  { method: 'post', path: '/api/admin/payments/:payment/check', status: 200 },
  {
    method: 'post',
    path: '/api/admin/payments/:payment/settle',
    body: { act: 'close', reason: 'Nothing is open' },
    status: 409,
  },
  { method: 'post', path: '/api/admin/check-campay-payments', status: 200 },
  { method: 'get', path: '/api/admin/categories', status: 200 },
  { method: 'post', path: '/api/admin/categories', body: { name: 'New' }, status: 201 },
  { method: 'put', path: '/api/admin/categories/:category', body: { name: 'Other' }, status: 200 },
  { method: 'get', path: '/api/admin/artists', status: 200 },
  { method: 'get', path: '/api/admin/artists/:artist', status: 200 },
  {
    method: 'post',
    path: '/api/admin/artists',
    body: { name: 'New', nominations: [{ categoryId: ':category' }] },
    status: 201,
  },
  {
    method: 'put',
    path: '/api/admin/artists/:artist',
    body: { name: 'Other', nominations: [{ categoryId: ':category' }] },
    status: 200,
  },
  { method: 'delete', path: '/api/admin/artists/:artist', status: 204 },
  { method: 'post', path: '/api/admin/artists/:artist/restore', status: 200 },
  { method: 'delete', path: '/api/admin/categories/:category', status: 204 },
  { method: 'post', path: '/api/admin/categories/:category/restore', status: 200 },
  // An empty body is no picture.
  { method: 'post', path: '/api/admin/uploads', status: 400 },
  // Our own machines are out of reach for administrators too.
  { method: 'get', path: '/api/admin/image-preview?url=http://127.0.0.1/&w=160', status: 502 },
  // An empty body is no file.
  { method: 'post', path: '/api/admin/import/preview', status: 400 },
  { method: 'post', path: '/api/admin/import', status: 400 },
  { method: 'get', path: '/api/admin/actions', status: 200 },
  { method: 'post', path: '/api/admin/no-such-thing', status: 404 },
];

type Layers = express.Express['router']['stack'];

/** Every route that is mounted, however deep, such as `put /api/admin/artists/:id`. */
const routesIn = (layers: Layers): string[] =>
  layers.flatMap(({ route, handle }) => {
    if (route) return [...new Set(route.stack.map(({ method }) => `${method} ${route.path}`))];
    return 'stack' in handle && Array.isArray(handle.stack) ? routesIn(handle.stack) : [];
  });

const isOfAdministrators = (route: string) =>
  /^\w+ \/api\/(admin|stats|voter-tracking)\b/.test(route);

let app: TestApp;
let admin: { cookie: string };
let voter: { cookie: string };
let ids: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  voter = await aSignedInVoter(app);
  const artist = await app.given.artist();
  const payment = await app.given.pendingPayment(artist.nominations);
  ids = {
    ':artist': artist.id,
    ':category': artist.nominations[0]!.categoryId,
    ':payment': payment.id,
  };
});
afterAll(() => app.close());

const filledIn = (text: string) =>
  text.replace(/:(artist|category|payment)\b/g, (name) => ids[name] ?? name);

function call({ method, path, body }: Call, cookie = '') {
  const request = app.http[method](filledIn(path)).set('Cookie', cookie);
  return body ? request.type('json').send(filledIn(JSON.stringify(body))) : request;
}

test('no path of administrators is missing from the table', () => {
  const mounted = routesIn(createApp(app.deps).router.stack).filter(isOfAdministrators);
  const called = CALLS.map(
    ({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/:\w+/, ':id')}`,
  );
  expect(mounted.length).toBeGreaterThan(15);
  expect(mounted.map((route) => route.replace(/:\w+/, ':id')).sort()).toEqual(
    called.filter((call) => call !== 'post /api/admin/no-such-thing').sort(),
  );
});

describe.each(CALLS)('$method $path', (one) => {
  test('asks a visitor to sign in', async () => {
    const { body } = await call(one).expect(401);
    expect(body).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
  });

  test('is not for voters who signed in', async () => {
    const { body } = await call(one, voter.cookie).expect(403);
    expect(body).toEqual({ message: 'Forbidden', code: 'forbidden' });
  });

  test('is for administrators, and nobody keeps the answer', async () => {
    const { headers } = await call(one, admin.cookie).expect(one.status);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('is not for a page of another site, whoever looks at it', async () => {
    await call(one, admin.cookie).set('Origin', 'https://elsewhere.example').expect(403);
  });
});

test('of a visitor, not even a large body is read', async () => {
  const { body } = await app.http
    .post('/api/admin/artists')
    .send({ name: 'x'.repeat(1024 * 1024) })
    .expect(401);
  expect(body.code).toBe('unauthorized');
});

describe('once the right is revoked', () => {
  beforeAll(async () => {
    await revokeAdmin(app.db, SIGN_IN_SANDBOX_ADMIN_EMAIL);
  });

  test.each(CALLS)('$method $path is closed to the same session', async (one) => {
    await call(one, admin.cookie).expect(401);
  });
});
