import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminActionList } from '#shared/contracts/admin-catalog';
import { rateLimits, users } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { isCallback, signIn, Visitor } from '../support/visitor';

const ADMIN = 'clarisse@awards.example';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
beforeEach(() => {
  app.logs.length = 0;
});

interface Line {
  level: number;
  requestId: string;
  securityEvent?: string;
  [name: string]: unknown;
}
const lines = (): Line[] => app.logs.map((line) => JSON.parse(line));
/** The security events, without the fields that every line has. */
const events = () =>
  lines()
    .filter(({ securityEvent }) => securityEvent !== undefined)
    .map(({ level, time: _, msg: _msg, requestId, ...event }) => {
      expect(level).toBe(30);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      return event;
    });

const signedIn = async (account: 'admin' | 'voter') => {
  const visitor = new Visitor();
  await signIn(visitor, app.url, account);
  const { id } = await (await visitor.open(`${app.url}/api/auth/user`)).json();
  return { visitor, userId: id as string, client: clientOf(visitor) };
};
/** The stored form of an address, as limits use it. */
const clientOf = ({ address }: Visitor) =>
  createHmac('sha256', app.config.phoneHashKey).update(`sign-in ${address}`).digest('hex');
const open = async (visitor: Visitor, path: string, init: RequestInit = {}) =>
  (await visitor.open(`${app.url}${path}`, init)).status;
const activity = async (visitor: Visitor): Promise<AdminActionList['actions']> =>
  (await (await visitor.open(`${app.url}/api/admin/actions?limit=5`)).json()).actions;

const send = (visitor: Visitor, path: string, body: object) =>
  open(visitor, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const exportSearch = (visitor: Visitor, filters: object) =>
  send(visitor, '/api/admin/payments.csv', filters);

describe('the log records who, from where and what', () => {
  test('for signing in and out, with the granted permissions', async () => {
    const { visitor, userId, client } = await signedIn('admin');
    await open(visitor, '/api/logout');
    expect(events()).toEqual([
      { securityEvent: 'role-given', userId, client, role: 'owner', reason: 'sign-in' },
      { securityEvent: 'signed-in', userId, client, role: 'owner' },
      { securityEvent: 'signed-out', userId, client },
    ]);
    const counted = await app.db.select().from(rateLimits).where(eq(rateLimits.subject, client));
    expect(counted).toMatchObject([{ limit: 'sign-in' }]);
  });

  test('for permissions that a sign-in removes', async () => {
    const { userId } = await signedIn('voter');
    await app.db
      .update(users)
      .set({ email: 'old@awards.example', role: 'editor' })
      .where(eq(users.id, userId));
    app.logs.length = 0;
    const { client } = await signedIn('voter');
    expect(events()).toEqual([
      { securityEvent: 'role-taken', userId, client, role: null, reason: 'address gone' },
      { securityEvent: 'signed-in', userId, client, role: null },
    ]);
  });

  test('for a rejected sign-in', async () => {
    const visitor = new Visitor();
    const { url } = await signIn(visitor, app.url, 'voter', { stopAt: isCallback });
    await visitor.open(url.replace('state=', 'state=x'));
    await open(visitor, '/api/callback?code=guessed&state=guessed');
    const refused = { securityEvent: 'sign-in-refused', client: clientOf(visitor) };
    expect(events()).toEqual([
      { ...refused, reason: expect.stringMatching(/^OAUTH_/) },
      { ...refused, reason: 'none under way' },
    ]);
  });

  test('for a rejected request to an administrators’ path, without possible personal data', async () => {
    const { visitor, userId, client } = await signedIn('voter');
    const stranger = new Visitor();
    app.logs.length = 0;
    await open(visitor, '/api/voter-tracking?search=fan@example.cm');
    await open(stranger, '/api/admin/payments/fan@example.cm');
    await open(stranger, '/api/auth/user');
    expect(events()).toEqual([
      {
        securityEvent: 'admin-refused',
        userId,
        client,
        status: 403,
        path: '/api/voter-tracking',
      },
      {
        securityEvent: 'admin-refused',
        client: clientOf(stranger),
        status: 401,
        path: '/api/admin/payments/*',
      },
    ]);
  });

  test('for an export and for a refund', async () => {
    const { nominations } = await app.given.artist();
    const { paymentId } = await aCardVoter(app).pay(nominations);
    const { visitor, userId, client } = await signedIn('admin');
    app.logs.length = 0;
    await exportSearch(visitor, { search: 'fan@example.cm' });
    await open(visitor, `/api/admin/payments/${paymentId}/refund`, { method: 'POST' });
    await app.settled();
    expect(events()).toEqual([
      { securityEvent: 'payments-exported', userId, client },
      { securityEvent: 'refund-requested', userId, client, paymentId },
    ]);
  });

  test('but no address, name or cookie of a person', async () => {
    const { visitor } = await signedIn('admin');
    await exportSearch(visitor, { search: 'fan@example.cm' });
    await open(visitor, '/api/logout');
    const log = app.logs.join('').toLowerCase();
    for (const personal of [visitor.address, ADMIN, 'clarisse', 'fan@', 'session=']) {
      expect(log).not.toContain(personal);
    }
  });
});

test('the line of a rejected request contains the reason, and a hash of the address', async () => {
  const { visitor } = await signedIn('voter');
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };
  await open(visitor, '/api/stats');
  await open(visitor, '/api/receipts/lookup', { method: 'POST', headers: foreign });
  const lookUp = { email: 'nobody@example.cm' };
  for (let i = 0; i <= 20; i++) await send(visitor, '/api/receipts/lookup', lookUp);
  const refused = () =>
    lines()
      .filter(({ msg, path }) => msg === 'request' && /^.api.(stats|receipts)/.test(String(path)))
      .filter(({ status }) => Number(status) >= 400)
      .map(({ path, status, code }) => ({ path, status, code }));
  const clientOf = ({ client }: Record<string, unknown>) => client;
  const [signIn] = lines().filter(({ securityEvent }) => securityEvent === 'signed-in');
  await expect.poll(refused).toEqual([
    { path: '/api/stats', status: 403, code: 'forbidden' },
    { path: '/api/receipts/lookup', status: 403, code: 'cross-origin' },
    { path: '/api/receipts/lookup', status: 429, code: 'too-many-requests' },
  ]);
  const clients = lines().filter(({ msg, status }) => msg === 'request' && Number(status) >= 400);
  expect(new Set(clients.map(clientOf))).toEqual(new Set([clientOf(signIn!)]));
});

test('a picture that another host does not serve is not an error of ours', async () => {
  const url = 'https://127.0.0.1/artist.jpg';
  await app.given.artist({ photoUrl: url });
  await app.http.get('/api/image-proxy').query({ url }).expect(502);
  await expect
    .poll(() => lines().find(({ path }) => path === '/api/image-proxy'))
    .toMatchObject({ level: 30, status: 502, code: 'image-unreachable' });
});

describe('the activity log contains', () => {
  test('that an administrator signed in, but not that a voter did', async () => {
    await signedIn('voter');
    const { visitor, userId } = await signedIn('admin');
    expect((await activity(visitor))[0]).toMatchObject({
      action: 'admin.sign-in',
      entity: 'user',
      entityId: userId,
      adminName: 'Clarisse Mbouda',
      before: null,
      after: null,
      isOpenable: false,
    });
    await signedIn('voter');
    expect((await activity(visitor))[0]).toMatchObject({ action: 'admin.sign-in' });
  });

  test('what was exported, and of a search only that there was one', async () => {
    const { visitor } = await signedIn('admin');
    await open(visitor, '/api/admin/payments.csv');
    await exportSearch(visitor, { search: 'fan@example.cm', status: 'failed' });
    const [searched, whole] = await activity(visitor);
    const exported = { action: 'payment.export', entity: 'payment', isOpenable: false };
    expect(searched).toMatchObject({ ...exported, after: { status: 'failed', isSearch: true } });
    expect(JSON.stringify(searched)).not.toContain('fan@');
    expect(whole).toMatchObject({ ...exported, entityName: null, after: null });
  });
});
