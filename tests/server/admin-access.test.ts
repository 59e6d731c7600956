import type express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { revokeRole } from '#server/auth/index';
import { loadConfig } from '#server/config/index';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { ENDPOINTS, type Endpoint } from '#shared/contracts/endpoints';
import { may, ROLES, type Role } from '#shared/domain/permissions';
import { anAdministrator, aSignedInVoter, aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

type Method = 'get' | 'post' | 'put' | 'delete';
interface Call {
  method: Method;
  /** Path with `:artist`, `:category` and `:payment` as placeholders for existing ids. */
  path: string;
  body?: object;
  /** Roles that may call it. */
  roles: readonly Role[];
  /** Status code that an owner gets. */
  status: number;
}

const SECRET = 's'.repeat(32);
const { firstSettings: settings } = loadConfig(
  { SESSION_SECRET: SECRET, PHONE_HASH_KEY: SECRET },
  PAYMENT_ADAPTERS,
);
const SETTINGS = { settings, version: 0 };
const CATALOG: readonly Role[] = ['owner', 'editor'];
const MONEY: readonly Role[] = ['owner', 'finance'];
const OWNERS: readonly Role[] = ['owner'];

/** Every path of administrators, in an order in which each finds the data it needs. */
const CALLS: Call[] = [
  { method: 'get', path: '/api/stats', roles: ROLES, status: 200 },
  { method: 'get', path: '/api/voter-tracking', roles: MONEY, status: 200 },
  {
    method: 'post',
    path: '/api/voter-tracking/search',
    roles: MONEY,
    body: { search: 'fan@example.com' },
    status: 200,
  },
  { method: 'get', path: '/api/admin/analytics', roles: ROLES, status: 200 },
  { method: 'get', path: '/api/admin/health', roles: ROLES, status: 200 },
  { method: 'get', path: '/api/admin/mobile-money-routes', roles: ROLES, status: 200 },
  {
    method: 'put',
    path: '/api/admin/mobile-money-routes/:operator',
    body: { provider: null },
    roles: OWNERS,
    status: 200,
  },
  { method: 'get', path: '/api/admin/operator-words', roles: ROLES, status: 200 },
  // A text that was never received.
  {
    method: 'put',
    path: '/api/admin/operator-words',
    body: { provider: 'campay', words: 'No such text', reason: 'expired' },
    roles: MONEY,
    status: 404,
  },
  { method: 'get', path: '/api/admin/leaders', roles: ROLES, status: 200 },
  { method: 'get', path: '/api/admin/editions/figures', roles: ROLES, status: 200 },
  { method: 'get', path: '/api/admin/settings', roles: OWNERS, status: 200 },
  // An older version than the saved one.
  { method: 'put', path: '/api/admin/settings', body: SETTINGS, roles: OWNERS, status: 409 },
  {
    method: 'post',
    path: '/api/admin/settings/preview',
    body: { closesAt: null, retentionDays: 1 },
    roles: OWNERS,
    status: 200,
  },
  { method: 'post', path: '/api/admin/settings/keep-details', roles: OWNERS, status: 200 },
  { method: 'post', path: '/api/admin/settings/publish-results', roles: OWNERS, status: 200 },
  { method: 'post', path: '/api/admin/settings/withdraw-results', roles: OWNERS, status: 200 },
  { method: 'get', path: '/api/admin/editions', roles: ROLES, status: 200 },
  // The current edition is no draft, and there is no other one.
  {
    method: 'post',
    path: '/api/admin/editions',
    body: { year: '2031', from: { year: '1999', categories: [] } },
    roles: OWNERS,
    status: 404,
  },
  { method: 'get', path: '/api/admin/editions/:year/change', roles: OWNERS, status: 409 },
  {
    method: 'post',
    path: '/api/admin/editions/:year/make-current',
    body: { replaces: '2025' },
    roles: OWNERS,
    status: 409,
  },
  { method: 'delete', path: '/api/admin/editions/:year', roles: OWNERS, status: 409 },
  { method: 'get', path: '/api/admin/editions/rehearsal', roles: ROLES, status: 200 },
  {
    method: 'post',
    path: '/api/admin/editions/:year/rehearsal',
    body: { at: '2031-11-28T20:00:00.000Z' },
    roles: OWNERS,
    status: 409,
  },
  {
    method: 'put',
    path: '/api/admin/editions/:year/rehearsal/clock',
    body: { at: '2031-11-28T20:00:00.000Z' },
    roles: OWNERS,
    status: 404,
  },
  { method: 'delete', path: '/api/admin/editions/:year/rehearsal', roles: OWNERS, status: 404 },
  { method: 'get', path: '/api/admin/books', roles: MONEY, status: 200 },
  { method: 'get', path: '/api/admin/books/days/:day', roles: MONEY, status: 200 },
  {
    method: 'post',
    path: '/api/admin/books/days/:day/compare',
    roles: MONEY,
    body: { provider: 'no such' },
    status: 409,
  },
  // Unknown: nothing was compared.
  {
    method: 'post',
    path: '/api/admin/books/differences/:difference/ask',
    roles: MONEY,
    status: 404,
  },
  {
    method: 'post',
    path: '/api/admin/books/differences/:difference/close',
    roles: MONEY,
    body: { note: 'Known' },
    status: 404,
  },
  { method: 'get', path: '/api/admin/books/closings', roles: MONEY, status: 200 },
  // A period that is not over cannot be closed.
  {
    method: 'post',
    path: '/api/admin/books/closings',
    roles: MONEY,
    body: { day: '2099-01-01' },
    status: 409,
  },
  {
    method: 'get',
    path: '/api/admin/books/closings/:closing/report.pdf',
    roles: MONEY,
    status: 404,
  },
  {
    method: 'get',
    path: '/api/admin/books/closings/:closing/report.csv',
    roles: MONEY,
    status: 404,
  },
  { method: 'post', path: '/api/admin/statements/preview', roles: MONEY, body: {}, status: 415 },
  { method: 'post', path: '/api/admin/statements', roles: MONEY, body: {}, status: 415 },
  { method: 'get', path: '/api/admin/payments.csv', roles: MONEY, status: 200 },
  {
    method: 'post',
    path: '/api/admin/payments.csv',
    roles: MONEY,
    body: { search: 'fan' },
    status: 200,
  },
  {
    method: 'post',
    path: '/api/admin/accounting.csv',
    roles: MONEY,
    body: { timezone: 'UTC' },
    status: 200,
  },
  {
    method: 'post',
    path: '/api/admin/voters/preview',
    roles: MONEY,
    body: { email: 'fan@example.com' },
    status: 200,
  },
  {
    method: 'post',
    path: '/api/admin/voters/erase',
    roles: MONEY,
    body: { email: 'fan@example.com' },
    status: 200,
  },
  { method: 'get', path: '/api/admin/payments/:payment', roles: MONEY, status: 200 },
  {
    method: 'post',
    path: '/api/admin/payments/:payment/refund-by-hand',
    roles: MONEY,
    body: { amount: 1, reference: 'R1', returnedAt: '2026-01-01T00:00:00Z' },
    status: 409,
  },
  // Nothing was paid, so there is no receipt to send.
  {
    method: 'put',
    path: '/api/admin/payments/:payment/email',
    roles: MONEY,
    body: { email: 'fan@example.cm', was: null },
    status: 409,
  },
  { method: 'post', path: '/api/admin/payments/:payment/send-receipt', roles: MONEY, status: 409 },
  // Nothing was paid by card, so there is nothing to refund.
  { method: 'post', path: '/api/admin/payments/:payment/refund', roles: MONEY, status: 409 },
  { method: 'post', path: '/api/admin/payments/:payment/check', roles: MONEY, status: 200 },
  {
    method: 'post',
    path: '/api/admin/payments/:payment/settle',
    roles: MONEY,
    body: { act: 'close', reason: 'Nothing is open' },
    status: 409,
  },
  ...['campay', 'fapshi', 'mtn-momo', 'pawapay'].map(
    (name): Call => ({
      method: 'post',
      path: `/api/admin/check-${name}-payments`,
      roles: MONEY,
      status: 200,
    }),
  ),
  {
    method: 'get',
    path: '/api/admin/nominations/category/:category',
    roles: ROLES,
    status: 200,
  },
  { method: 'get', path: '/api/admin/categories', roles: CATALOG, status: 200 },
  {
    method: 'post',
    path: '/api/admin/categories',
    roles: CATALOG,
    body: { name: 'New' },
    status: 201,
  },
  {
    method: 'put',
    path: '/api/admin/categories/:category',
    roles: CATALOG,
    body: { name: 'Other' },
    status: 200,
  },
  {
    method: 'put',
    path: '/api/admin/categories/order',
    roles: CATALOG,
    body: { ids: [':category'] },
    status: 200,
  },
  {
    method: 'put',
    path: '/api/admin/categories/:category/visibility',
    roles: CATALOG,
    body: { isHidden: false },
    status: 200,
  },
  { method: 'get', path: '/api/admin/artists', roles: CATALOG, status: 200 },
  { method: 'get', path: '/api/admin/artists/:artist', roles: CATALOG, status: 200 },
  {
    method: 'post',
    path: '/api/admin/artists',
    roles: CATALOG,
    body: { name: 'New', nominations: [{ categoryId: ':category' }] },
    status: 201,
  },
  {
    method: 'put',
    path: '/api/admin/artists/:artist',
    roles: CATALOG,
    body: { name: 'Other', nominations: [{ categoryId: ':category' }] },
    status: 200,
  },
  {
    method: 'put',
    path: '/api/admin/artists/:artist/photo',
    roles: CATALOG,
    body: { photoUrl: '/uploads/a.webp', replaces: null },
    status: 200,
  },
  { method: 'delete', path: '/api/admin/artists/:artist', roles: CATALOG, status: 204 },
  { method: 'post', path: '/api/admin/artists/:artist/restore', roles: CATALOG, status: 200 },
  // An artist cannot be merged into itself.
  {
    method: 'get',
    path: '/api/admin/artists/:artist/merge?into=:artist',
    roles: CATALOG,
    status: 400,
  },
  {
    method: 'post',
    path: '/api/admin/artists/:artist/merge',
    roles: CATALOG,
    body: { into: ':artist', version: 1, intoVersion: 1 },
    status: 400,
  },
  // Unknown: nothing was merged.
  {
    method: 'post',
    path: '/api/admin/artist-merges/:difference/undo',
    roles: CATALOG,
    status: 404,
  },
  { method: 'delete', path: '/api/admin/categories/:category', roles: CATALOG, status: 204 },
  { method: 'post', path: '/api/admin/categories/:category/restore', roles: CATALOG, status: 200 },
  { method: 'get', path: '/api/admin/deleted', roles: CATALOG, status: 200 },
  // There is no nomination with this id.
  {
    method: 'post',
    path: '/api/admin/nominations/:category/restore',
    roles: CATALOG,
    status: 404,
  },
  // An empty body is no picture.
  { method: 'post', path: '/api/admin/uploads', roles: CATALOG, status: 400 },
  // Internal addresses are forbidden for administrators too.
  {
    method: 'get',
    path: '/api/admin/image-preview?url=http://127.0.0.1/&w=160',
    roles: CATALOG,
    status: 502,
  },
  // An empty body is no file.
  { method: 'post', path: '/api/admin/import/preview', roles: CATALOG, status: 400 },
  { method: 'post', path: '/api/admin/import', roles: CATALOG, status: 400 },
  { method: 'get', path: '/api/admin/actions', roles: ['owner', 'editor', 'finance'], status: 200 },
  {
    method: 'get',
    path: '/api/admin/actions/people',
    roles: ['owner', 'editor', 'finance'],
    status: 200,
  },
  {
    method: 'get',
    path: '/api/admin/actions.csv',
    roles: ['owner', 'editor', 'finance'],
    status: 200,
  },
  { method: 'get', path: '/api/admin/team', roles: OWNERS, status: 200 },
  {
    method: 'post',
    path: '/api/admin/team/invitations',
    roles: OWNERS,
    body: { email: 'new@vote.example', role: 'viewer' },
    status: 204,
  },
  // Neither id exists.
  {
    method: 'delete',
    path: '/api/admin/team/invitations/:category',
    roles: OWNERS,
    status: 404,
  },
  {
    method: 'put',
    path: '/api/admin/team/:artist/role',
    roles: OWNERS,
    body: { role: 'viewer' },
    status: 404,
  },
  { method: 'delete', path: '/api/admin/team/:artist', roles: OWNERS, status: 404 },
  { method: 'delete', path: '/api/admin/team/:artist/sessions', roles: OWNERS, status: 404 },
  { method: 'get', path: '/api/admin/sessions', roles: ROLES, status: 200 },
  {
    method: 'delete',
    path: `/api/admin/sessions/${'0'.repeat(64)}`,
    roles: ROLES,
    status: 404,
  },
  { method: 'delete', path: '/api/admin/sessions', roles: ROLES, status: 204 },
  { method: 'post', path: '/api/admin/no-such-thing', roles: ROLES, status: 404 },
];

type Layers = express.Express['router']['stack'];

/** Every mounted route at any depth, such as `put /api/admin/artists/:id`. */
const routesIn = (layers: Layers): string[] =>
  layers.flatMap(({ route, handle }) => {
    if (route) return [...new Set(route.stack.map(({ method }) => `${method} ${route.path}`))];
    return 'stack' in handle && Array.isArray(handle.stack) ? routesIn(handle.stack) : [];
  });

const isOfAdministrators = (route: string) =>
  /^\w+ \/api\/(admin|stats|voter-tracking)\b/.test(route);

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let voter: { cookie: string };
let team: Record<Role, { cookie: string }>;
let ids: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  voter = await aSignedInVoter(app);
  team = {
    owner: admin,
    editor: await aTeamMember(app, 'editor'),
    finance: await aTeamMember(app, 'finance'),
    viewer: await aTeamMember(app, 'viewer'),
  };
  const artist = await app.given.artist();
  const payment = await app.given.pendingPayment(artist.nominations);
  ids = {
    ':closing': '1',
    ':operator': 'orange',
    ':day': '2026-01-01',
    ':year': settings.year,
    ':difference': '00000000-0000-4000-8000-000000000000',
    ':artist': artist.id,
    ':category': artist.nominations[0]!.categoryId,
    ':payment': payment.id,
  };
});
afterAll(() => app.close());

const filledIn = (text: string) =>
  text.replace(
    /:(artist|category|payment|day|year|difference|closing|operator)\b/g,
    (name) => ids[name] ?? name,
  );

function call({ method, path, body }: Call, cookie = '') {
  const request = app.http[method](filledIn(path)).set('Cookie', cookie);
  return body ? request.type('json').send(filledIn(JSON.stringify(body))) : request;
}

test('no path of administrators is missing from the table', () => {
  const mounted = routesIn(createApp(app.deps).router.stack).filter(isOfAdministrators);
  const called = CALLS.map(
    ({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/:\w+|[0-9]{64}/, ':id')}`,
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

  test('is forbidden for signed-in voters', async () => {
    const { body } = await call(one, voter.cookie).expect(403);
    expect(body).toEqual({ message: 'Forbidden', code: 'forbidden' });
  });

  test('is allowed for owners, and the response is never cached', async () => {
    const { headers } = await call(one, admin.cookie).expect(one.status);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each(ROLES.filter((role) => one.roles.includes(role)))('is allowed for %s', async (role) => {
    const { status } = await call(one, team[role].cookie);
    expect([401, 403]).not.toContain(status);
  });

  const others = ROLES.filter((role) => !one.roles.includes(role));
  test.skipIf(others.length === 0).each(others)('is forbidden for %s', async (role) => {
    const { body, headers } = await call(one, team[role].cookie).expect(403);
    expect(body).toEqual({ message: 'Forbidden', code: 'forbidden' });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('is rejected from a page of another site, even for signed-in users', async () => {
    await call(one, admin.cookie).set('Origin', 'https://elsewhere.example').expect(403);
  });
});

test('the contract’s permissions match the table', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const [method = '', path = ''] = name.replace(':provider', 'campay').split(' ');
    const { permission } = endpoint;
    const mentioned = CALLS.find(
      (one) =>
        one.method === method.toLowerCase() &&
        one.path.replace(/\?.*/, '').replace(/:\w+|[0-9]{64}/, ':id') ===
          path.replace(/:\w+/, ':id'),
    );
    expect(
      permission === undefined ? undefined : ROLES.filter((role) => may(role, permission)),
      name,
    ).toEqual(mentioned?.roles);
  }
});

test.each<[string, () => string, number]>([
  ['a visitor', () => '', 401],
  ['an account without permission', () => team.finance.cookie, 403],
])('for %s, not even a large body is read', async (_who, cookie, status) => {
  for (const path of ['/api/admin/artists', '/API/Admin/Artists/', '/api/admin/import']) {
    // The body would be invalid: no JSON, and above the size limit.
    const { body } = await app.http
      .post(path)
      .set('Cookie', cookie())
      .type('json')
      .send('x'.repeat(5 * 1024 * 1024))
      .expect(status);
    expect(body.code).toBe(status === 401 ? 'unauthorized' : 'forbidden');
  }
});

describe('once the permission is revoked', () => {
  beforeAll(async () => {
    await revokeRole(app.db, admin.id);
  });

  test.each(CALLS)('$method $path is forbidden for the same session', async (one) => {
    await call(one, admin.cookie).expect(401);
  });
});
