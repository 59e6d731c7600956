import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountName } from '#sandbox/sign-in/accounts';
import { SIGN_IN_SANDBOX_SECOND_FACTOR } from '#sandbox/sign-in/credentials';
import { ENDPOINTS, type Endpoint } from '#shared/contracts/endpoints';
import { type EventSettings, SETTINGS_EFFECTS } from '#shared/contracts/event-settings';
import { RECENT_SIGN_IN_MS } from '#shared/domain/sign-in';
import { adminActions, editions, sessions, users } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { signIn, Visitor } from '../support/visitor';

const EXPORT = '/api/admin/payments.csv';
const PAGE = '/admin/voter-tracking?status=pending';

const signedIn = async (app: TestApp, account: AccountName) => {
  const visitor = new Visitor();
  await signIn(visitor, app.url, account);
  return visitor;
};
const request = async (app: TestApp, visitor: Visitor, path: string, init: RequestInit = {}) => {
  const answer = await visitor.open(`${app.url}${path}`, init);
  const { code } = answer.status < 400 ? { code: null } : await answer.json();
  return { status: answer.status, code };
};
const REFUSED = { status: 403, code: 'sign-in-again' };
const DONE = { status: 200, code: null };
const whoIs = async (app: TestApp, visitor: Visitor) =>
  (await visitor.open(`${app.url}/api/auth/user`)).json();

describe('a critical action', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ hasClock: true });
  });
  afterAll(() => app.close());
  /** A little longer than the limit. */
  const letTimePass = () => app.advance(RECENT_SIGN_IN_MS + 2_000);

  test('requires a sign-in in the last ten minutes, before anything else is checked', async () => {
    const visitor = await signedIn(app, 'admin');
    expect(await request(app, visitor, EXPORT)).toEqual(DONE);
    await letTimePass();
    const dangerous = Object.entries<Endpoint>(ENDPOINTS).filter(
      ([, { effects }]) => effects?.length,
    );
    expect(dangerous.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'GET /api/admin/payments.csv',
        'POST /api/admin/payments.csv',
        'GET /api/admin/actions.csv',
        'POST /api/admin/payments/:id/refund',
        'POST /api/admin/payments/:id/settle',
      ]),
    );
    for (const [name] of dangerous) {
      const [method = '', path = ''] = name.split(' ');
      const init = { method, ...(method === 'GET' ? {} : { body: '{', headers: JSON_TYPE }) };
      expect(await request(app, visitor, path.replace(':id', 'x'), init), name).toEqual(REFUSED);
    }
    expect(await request(app, visitor, '/api/voter-tracking')).toEqual(DONE);
  });
  const JSON_TYPE = { 'Content-Type': 'application/json' };

  const save = (visitor: Visitor, change: Partial<EventSettings>) => {
    const { settings, version } = app.deps.event.current;
    return request(app, visitor, '/api/admin/settings', {
      method: 'PUT',
      headers: JSON_TYPE,
      body: JSON.stringify({ settings: { ...settings, ...change }, version }),
    });
  };
  /** A change of each single field. */
  const CHANGES: { [Field in keyof EventSettings]: EventSettings[Field] } = {
    name: 'Another',
    nameFr: 'Une autre',
    year: '2031',
    timezone: 'Africa/Lagos',
    opensAt: '2025-01-01T00:00:00.000Z',
    closesAt: '2035-01-01T00:00:00.000Z',
    prices: { mobileMoney: 101, card: 50 },
    votes: { min: 1, max: 7 },
    methods: { mobileMoney: true, card: false },
    routing: { mtn: { order: ['campay'], fixed: null }, orange: { order: null, fixed: null } },
    contact: { email: 'thief@example.com', phone: null, whatsapp: null },
    organiser: { en: 'Pay to 677 00 00 00.', fr: 'Payez au 677 00 00 00.' },
    refunds: { en: 'Write to me.', fr: 'Écrivez-moi.' },
    banner: { text: { en: 'Pay me.', fr: 'Payez-moi.' }, from: null, to: null },
    results: { policy: 'hidden', sealedFrom: null, releasesAtClose: false },
    retentionDays: 1,
    xafPerUsd: 601,
  };
  const fields = Object.keys(SETTINGS_EFFECTS) as (keyof EventSettings)[];

  test.each(fields.filter((field) => SETTINGS_EFFECTS[field].length > 0))(
    'includes the setting %s',
    async (field) => {
      const visitor = await signedIn(app, 'admin');
      await letTimePass();
      const before = await app.db.select().from(editions);
      expect(await save(visitor, { [field]: CHANGES[field] })).toEqual(REFUSED);
      expect(await app.db.select().from(editions)).toEqual(before);
      await signIn(visitor, app.url, 'admin', { returnTo: PAGE, isAgain: true });
      expect(await save(visitor, { [field]: CHANGES[field] })).toEqual(DONE);
      await app.setEvent(app.config.firstSettings);
    },
  );

  test.each(fields.filter((field) => SETTINGS_EFFECTS[field].length === 0))(
    'does not include the setting %s',
    async (field) => {
      const visitor = await signedIn(app, 'admin');
      await letTimePass();
      expect(await save(visitor, { [field]: CHANGES[field] })).toEqual(DONE);
      await app.setEvent(app.config.firstSettings);
    },
  );

  test('includes a change of settings that another process has just saved', async () => {
    const visitor = await signedIn(app, 'admin');
    await letTimePass();
    const { settings, version } = app.deps.event.current;
    // This process has not been notified yet: for it, the stored price would be no change.
    const raised = { ...settings, prices: { mobileMoney: 500, card: 50 } };
    await app.db.update(editions).set({ settings: raised, version: version + 1 });
    const answer = await request(app, visitor, '/api/admin/settings', {
      method: 'PUT',
      headers: JSON_TYPE,
      body: JSON.stringify({ settings, version: version + 1 }),
    });
    expect(answer).toEqual(REFUSED);
    await app.setEvent(app.config.firstSettings);
  });

  test('is allowed right after a sign-in, although the provider reports its time only on request', async () => {
    const visitor = await signedIn(app, 'admin');
    expect(await save(visitor, { prices: { mobileMoney: 101, card: 50 } })).toEqual(DONE);
    await app.setEvent(app.config.firstSettings);
  });

  test('is allowed after signing in again, in a session with a new id', async () => {
    const visitor = await signedIn(app, 'finance');
    await letTimePass();
    expect(await request(app, visitor, EXPORT)).toEqual(REFUSED);
    const before = visitor.cookiesFor(app.url);
    const { url } = await signIn(visitor, app.url, 'finance', { returnTo: PAGE, isAgain: true });
    expect(url).toBe(`${app.url}${PAGE}`);
    expect(await request(app, visitor, EXPORT)).toEqual(DONE);
    // The previous cookie is no longer valid.
    const old = await app.http.get('/api/auth/user').set('Cookie', before);
    expect(old.status).toBe(401);
  });

  test('is not allowed by a sign-in without a request for its time', async () => {
    const visitor = await signedIn(app, 'finance');
    await letTimePass();
    await signIn(visitor, app.url, 'finance');
    expect((await whoIs(app, visitor)).role).toBe('finance');
    expect(await request(app, visitor, EXPORT)).toEqual(REFUSED);
  });

  test('is refused for another account; the first one stays signed in', async () => {
    const visitor = await signedIn(app, 'finance');
    const before = await whoIs(app, visitor);
    await letTimePass();
    const { url } = await signIn(visitor, app.url, 'admin', { returnTo: PAGE, isAgain: true });
    expect(url).toBe(`${app.url}${PAGE}&signIn=otherAccount`);
    expect(await whoIs(app, visitor)).toEqual(before);
    expect(await request(app, visitor, EXPORT)).toEqual(REFUSED);
    const logLines = app.logs.map((line) => JSON.parse(line));
    expect(logLines).toContainEqual(
      expect.objectContaining({ securityEvent: 'sign-in-refused', reason: 'other account' }),
    );
  });

  test('is not allowed by a sign-in that the provider reports as long ago', async () => {
    const visitor = await signedIn(app, 'finance');
    await letTimePass();
    // Simulates a provider that ignores the request for a new sign-in.
    app.signIn.shiftAuthTime(-RECENT_SIGN_IN_MS / 1_000 - 60);
    const { url } = await signIn(visitor, app.url, 'finance', { returnTo: PAGE, isAgain: true });
    app.signIn.shiftAuthTime(0);
    expect(url).toBe(`${app.url}${PAGE}&signIn=failed`);
    expect(await request(app, visitor, EXPORT)).toEqual(REFUSED);
  });

  test('is never allowed when the provider does not report the sign-in time', async () => {
    const visitor = await signedIn(app, 'finance');
    await app.db.update(sessions).set({ sess: sql`(${sessions.sess}::jsonb - 'authenticatedAt')` });
    expect(await request(app, visitor, EXPORT)).toEqual(REFUSED);
  });

  test('leads back to its page with the reason after too many sign-ins', async () => {
    const visitor = await signedIn(app, 'finance');
    const query = new URLSearchParams({ returnTo: PAGE, again: '1' });
    let location: string | null = null;
    for (let begun = 0; begun < 61; begun++) {
      const answer = await visitor.open(`${app.url}/api/login?${query}`);
      location = answer.headers.get('location');
    }
    expect(location).toBe(`${PAGE}&signIn=tooMany`);
    await app.advance(60_000);
  });

  test('gets a normal sign-in when the session has ended meanwhile', async () => {
    const visitor = await signedIn(app, 'finance');
    await app.db.delete(sessions);
    await signIn(visitor, app.url, 'admin', { returnTo: PAGE, isAgain: true });
    // The provider has a session already.
    expect((await whoIs(app, visitor)).role).toBe('finance');
  });
});

describe('a second factor, when configured', () => {
  let app: TestApp;
  beforeAll(async () => {
    const OIDC_REQUIRED_ACR = `urn:other ${SIGN_IN_SANDBOX_SECOND_FACTOR}`;
    app = await startTestApp({ env: { OIDC_REQUIRED_ACR } });
  });
  afterAll(() => app.close());

  test('is required for the team', async () => {
    const visitor = new Visitor();
    const steps = { returnTo: '/admin', hasSecondFactor: true };
    const { url } = await signIn(visitor, app.url, 'editor', steps);
    expect(url).toBe(`${app.url}/admin`);
    const { id, role } = await whoIs(app, visitor);
    expect(role).toBe('editor');
    // One sign-in, although the provider was asked twice.
    const entries = await app.db.select().from(adminActions).where(eq(adminActions.entityId, id));
    expect(entries.map(({ action }) => action)).toEqual(['admin.grant', 'admin.sign-in']);
  });

  test('is required: an account without one is rejected with a message', async () => {
    const visitor = new Visitor();
    const { url } = await signIn(visitor, app.url, 'viewer', { returnTo: '/admin' });
    expect(url).toBe(`${app.url}/?signIn=secondFactor`);
    expect((await request(app, visitor, '/api/stats')).status).toBe(401);
    expect((await request(app, visitor, '/api/auth/user')).status).toBe(401);
  });

  test('is not required for voters', async () => {
    const visitor = await signedIn(app, 'voter');
    expect(await whoIs(app, visitor)).toMatchObject({ role: null });
  });

  test('is required for a voter from the moment that they get a role', async () => {
    const visitor = await signedIn(app, 'voter');
    const { id } = await whoIs(app, visitor);
    await app.db.update(users).set({ role: 'viewer' }).where(eq(users.id, id));
    expect((await request(app, visitor, '/api/stats')).status).toBe(401);
    await signIn(visitor, app.url, 'voter', { hasSecondFactor: true });
    expect((await request(app, visitor, '/api/stats')).status).toBe(200);
  });

  test('is required for signing in again, too', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'finance', { hasSecondFactor: true });
    const options = { returnTo: '/admin', isAgain: true };
    expect((await signIn(visitor, app.url, 'finance', options)).url).toBe(
      `${app.url}/admin?signIn=secondFactor`,
    );
    const { url } = await signIn(visitor, app.url, 'finance', {
      ...options,
      hasSecondFactor: true,
    });
    expect(url).toBe(`${app.url}/admin`);
    expect(await request(app, visitor, EXPORT)).toEqual(DONE);
  });
});
