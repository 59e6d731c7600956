import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { grantRole, revokeRole } from '#server/auth/index';
import { adminActions, sessions, users } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { answerChoice, isCallback, signIn, Visitor } from '../support/visitor';

const ADMIN = 'clarisse@awards.example';
const WEEK_S = 7 * 24 * 3_600;

let app: TestApp;
beforeAll(async () => {
  // With a trusted proxy, each visitor has their own address.
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
afterEach(() => app.signIn.shiftClock(0));

const atApp = (path: string) => `${app.url}${path}`;
const whoIs = async (visitor: Visitor) => {
  const response = await visitor.open(atApp('/api/auth/user'));
  return { status: response.status, body: await response.json() };
};
const atAdmin = async (visitor: Visitor) =>
  (await visitor.open(atApp('/api/admin/nothing-here'))).status;
const sessionRows = () => app.db.select().from(sessions);
const sessionIdOf = (visitor: Visitor) =>
  decodeURIComponent(visitor.cookiesFor(app.url)).match(/session=s:([^.]+)\./)?.[1];
const actionsOn = (id: string) =>
  app.db.select().from(adminActions).where(eq(adminActions.entityId, id)).orderBy(adminActions.id);

/** Signs in up to the provider's response, which is not delivered. */
async function upToCallback(visitor: Visitor, account: 'admin' | 'voter' = 'voter') {
  const { url } = await signIn(visitor, app.url, account, { stopAt: isCallback });
  expect(isCallback(url)).toBe(true);
  return new URL(url);
}

test('a visitor has a session only once they are signed in', async () => {
  // The first test of all: here every row belongs to this visitor.
  const visitor = new Visitor();
  const pages = ['/api/categories', '/api/config', '/api/auth/user', '/api/admin/artists'];
  for (const path of pages) await visitor.open(atApp(path));
  await visitor.open(atApp('/api/callback?code=guessed&state=guessed'));
  await visitor.open(atApp('/api/logout'));
  expect(visitor.cookiesFor(app.url)).not.toContain('session=');

  const callback = await upToCallback(visitor);
  expect(await sessionRows()).toEqual([]);
  await visitor.open(callback.href);
  expect(await sessionRows()).toHaveLength(1);
});

describe('a sign-in in progress', () => {
  const begun = async (login = '/api/login') => {
    const visitor = new Visitor();
    const response = await visitor.open(atApp(login));
    const { searchParams } = new URL(response.headers.get('location')!);
    return { searchParams, cookie: response.headers.getSetCookie()[0]!, visitor };
  };

  test('is stored for ten minutes in an encrypted cookie', async () => {
    const { searchParams, cookie } = await begun('/api/login?returnTo=/admin');
    expect(cookie).toMatch(
      /^sign-in=[\w.-]+; Max-Age=600; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/,
    );
    const read = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    for (const name of ['state', 'nonce'])
      expect(read.join()).not.toContain(searchParams.get(name));
    expect(read.join()).not.toContain('admin');
  });

  test('uses no database, however many are started', async () => {
    const before = (await sessionRows()).length;
    for (let i = 0; i < 200; i++) {
      const response = await new Visitor().open(atApp('/api/login'));
      expect(response.headers.get('location')).toContain('/sandbox/oidc/auth?');
    }
    expect(await sessionRows()).toHaveLength(before);
  });

  test('fits into a cookie, however long the return address is', async () => {
    const { cookie } = await begun(`/api/login?returnTo=/${'a'.repeat(2_499)}`);
    expect(cookie.split(';')[0]!.length).toBeLessThanOrEqual(4_096);
  });

  test('belongs to this browser: the cookie of another one does not match', async () => {
    const other = await begun();
    const visitor = new Visitor();
    const { pathname, search } = await upToCallback(visitor);
    const response = await app.http
      .get(`${pathname}${search}`)
      .set('Cookie', other.cookie.split(';')[0]!);
    expect(response.get('Location')).toBe('/?signIn=failed');
  });

  test.each([
    [
      'changed',
      (value: string) => `${value.slice(0, -9)}${value.slice(-9).replaceAll(/\w/g, 'A')}`,
    ],
    ['cut', (value: string) => value.slice(0, -10)],
    ['invented', () => 'sign-in=e30.e30.e30.e30.e30'],
    ['empty', () => 'sign-in='],
  ])('is invalid when its cookie was %s', async (_how, changed) => {
    const visitor = new Visitor();
    const { pathname, search } = await upToCallback(visitor);
    const cookie = /sign-in=[^;]+/.exec(visitor.cookiesFor(app.url))![0];
    const response = await app.http.get(`${pathname}${search}`).set('Cookie', changed(cookie));
    expect(response.get('Location')).toBe('/?signIn=failed');
  });

  test('is over after a response, successful or not', async () => {
    const visitor = new Visitor();
    await visitor.open(atApp('/api/login'));
    expect(visitor.cookiesFor(app.url)).toContain('sign-in=');
    await visitor.open(atApp('/api/callback?code=guessed&state=guessed'));
    expect(visitor.cookiesFor(app.url)).not.toContain('sign-in=');
  });

  test('continues under a new SESSION_SECRET beside the old one, and not without', async () => {
    const [old = ''] = app.config.sessionSecrets;
    const newSecret = 'a-fresh-session-secret-of-32-chars';
    const landing = async (...sessionSecrets: string[]) => {
      const visitor = new Visitor();
      const { pathname, search } = await upToCallback(visitor);
      const other = createApp({ ...app.deps, config: { ...app.config, sessionSecrets } });
      const cookie = visitor.cookiesFor(app.url);
      return (await request(other).get(`${pathname}${search}`).set('Cookie', cookie)).get(
        'Location',
      );
    };
    expect(await landing(newSecret)).toBe('/?signIn=failed');
    expect(await landing(newSecret, old)).toBe('/categories');
  });
});

test('a signed-out visitor has no picture', async () => {
  await app.http.get('/api/auth/picture').expect(401);
});

describe('signing in', () => {
  test('makes an owner, by the verified address in ADMIN_EMAILS', async () => {
    const visitor = new Visitor();
    const { url } = await signIn(visitor, app.url, 'admin', { returnTo: '/admin' });
    expect(url).toBe(atApp('/admin'));
    expect(await whoIs(visitor)).toEqual({
      status: 200,
      body: {
        id: expect.any(String),
        email: ADMIN,
        firstName: 'Clarisse',
        lastName: 'Mbouda',
        profileImageUrl: null,
        isAdmin: true,
        role: 'owner',
      },
    });
    expect(await atAdmin(visitor)).toBe(404);
    const { id } = (await whoIs(visitor)).body;
    expect(await actionsOn(id)).toMatchObject([
      {
        userId: id,
        action: 'admin.grant',
        entity: 'user',
        before: { role: null },
        after: { role: 'owner', reason: 'sign-in' },
      },
      { userId: id, action: 'admin.sign-in', before: null, after: null },
    ]);
  });

  test('makes everyone else a user without permissions', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    expect(await whoIs(visitor)).toMatchObject({
      status: 200,
      body: { firstName: 'Landry', email: 'landry@awards.example', isAdmin: false },
    });
    expect(await atAdmin(visitor)).toBe(403);
  });

  test('uses PKCE, state and nonce, all new each time', async () => {
    const asked: URLSearchParams[] = [];
    for (let i = 0; i < 2; i++) {
      const response = await new Visitor().open(atApp('/api/login'));
      asked.push(new URL(response.headers.get('location')!).searchParams);
    }
    for (const params of asked) {
      expect(Object.fromEntries(params)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        redirect_uri: atApp('/api/callback'),
        scope: 'openid email profile',
      });
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked[0]!.get(name)).toMatch(/^[\w-]{43}$/);
      expect(asked[0]!.get(name)).not.toBe(asked[1]!.get(name));
    }
  });

  test('keeps people separate who sign in at the same moment', async () => {
    const accounts = Array.from({ length: 12 }, (_, i) => (i % 2 ? 'admin' : 'voter'));
    const visitors = await Promise.all(
      accounts.map(async (account) => {
        const visitor = new Visitor();
        await signIn(visitor, app.url, account);
        return visitor;
      }),
    );
    for (const [i, visitor] of visitors.entries()) {
      expect((await whoIs(visitor)).body.isAdmin).toBe(accounts[i] === 'admin');
    }
  });

  test('updates the profile from the provider', async () => {
    await signIn(new Visitor(), app.url, 'voter');
    await app.db
      .update(users)
      .set({ firstName: 'Old', email: 'old@awards.example' })
      .where(eq(users.subject, 'demo-voter'));
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    expect((await whoIs(visitor)).body).toMatchObject({
      firstName: 'Landry',
      email: 'landry@awards.example',
    });
  });

  test('an address belongs to the account that verified it last, and so does its role', async () => {
    await app.db.delete(users).where(eq(users.subject, 'demo-voter'));
    await app.db
      .insert(users)
      .values({ id: 'earlier', subject: 'earlier', email: 'Landry@awards.example', isAdmin: true });
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    expect((await whoIs(visitor)).body).toMatchObject({ firstName: 'Landry', isAdmin: false });
    const [earlier] = await app.db.select().from(users).where(eq(users.id, 'earlier'));
    expect(earlier).toMatchObject({ email: null, isAdmin: false });
    expect(await actionsOn('earlier')).toMatchObject([
      { action: 'admin.revoke', after: { reason: 'address moved' } },
    ]);
  });

  test('started under another name of the site, is redirected to its canonical name first, once', async () => {
    const named = atApp('/api/login?returnTo=/admin').replace('127.0.0.1', 'localhost');
    const visitor = new Visitor();
    const response = await visitor.open(named);
    expect(response.headers.get('location')).toBe(atApp('/api/login?returnTo=%2Fadmin&moved=1'));
    expect(response.headers.getSetCookie()).toEqual([]);
    const movedResponse = await visitor.open(`${named}&moved=1`);
    expect(movedResponse.headers.get('location')).toContain('/sandbox/oidc/auth?');
  });

  test.each([
    ['/category/1?artist=2', '/category/1?artist=2'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/api/logout', '/'],
  ])('with the return address %s ends at %s', async (returnTo, path) => {
    const { url } = await signIn(new Visitor(), app.url, 'voter', { returnTo });
    expect(url).toBe(atApp(path));
  });
});

const isOfSession = (cookie: string) => cookie.startsWith('session=');

describe('a session', () => {
  const cardVote = (nominationId: string) => ({
    nominationVotes: [{ nominationId, voteCount: 2 }],
    voterEmail: 'fan@example.cm',
    totalVotes: 2,
  });
  /** Starts the voter's session. @returns the payment's id */
  const startCardPayment = async (visitor: Visitor, nominationId: string) => {
    const response = await visitor.open(atApp('/api/create-payment-intent-multi'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(cardVote(nominationId)),
    });
    return (await response.json()).paymentId;
  };

  test('gets another id by signing in, and the old one becomes invalid', async () => {
    const { nominations } = await app.given.artist();
    const visitor = new Visitor();
    await startCardPayment(visitor, nominations[0]!.id);
    const callback = await upToCallback(visitor);
    const before = visitor.cookiesFor(app.url);
    const idBefore = sessionIdOf(visitor);
    expect((await sessionRows()).map(({ sid }) => sid)).toContain(idBefore);
    await visitor.open(callback.href);
    expect(sessionIdOf(visitor)).not.toBe(idBefore);
    await app.http.get('/api/auth/user').set('Cookie', before).expect(401);
    const ids = (await sessionRows()).map(({ sid }) => sid);
    expect(ids).toContain(sessionIdOf(visitor));
    expect(ids).not.toContain(idBefore);
  });

  test('lasts a week from its last use, in a cookie hidden from scripts and other sites', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    await app.db.update(sessions).set({ expire: sql`now() + interval '1 minute'` });
    const response = await visitor.open(atApp('/api/auth/user'));
    const cookie = response.headers.getSetCookie().find(isOfSession);
    expect(cookie).toMatch(/^session=.+; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/);
    const row = (await sessionRows()).find(({ sid }) => sid === sessionIdOf(visitor));
    const secondsLeft = (row!.expire.getTime() - Date.now()) / 1_000;
    expect(secondsLeft).toBeGreaterThan(WEEK_S - 3_600);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('over https has a cookie that is limited to https and our host', async () => {
    const secure = createApp({
      ...app.deps,
      config: { ...app.config, publicUrl: 'https://vote.example' },
    });
    const { nominations } = await app.given.artist();
    const payment = await request(secure)
      .post('/api/create-payment-intent-multi')
      .send(cardVote(nominations[0]!.id));
    expect(payment.get('Set-Cookie')?.[0]).toMatch(
      /^__Host-session=.+; Path=\/; Expires=.+; HttpOnly; Secure; SameSite=Lax$/,
    );
    const login = await request(secure).get('/api/login').set('Host', 'vote.example');
    expect(login.get('Set-Cookie')?.[0]).toMatch(
      /^__Host-sign-in=.+; Path=\/; Expires=.+; HttpOnly; Secure; SameSite=Lax$/,
    );
    const logout = await request(secure).get('/api/logout').set('Host', 'vote.example');
    expect(logout.get('Set-Cookie')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^__Host-session=; Path=\/; Expires=.+; HttpOnly; Secure/),
        expect.stringMatching(/^__Host-signed-in=; Path=\/; Expires=.+; Secure; SameSite=Lax$/),
      ]),
    );
  });

  test('ends when it was not used for a week', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    await app.db.update(sessions).set({ expire: sql`now() - interval '1 second'` });
    expect((await whoIs(visitor)).status).toBe(401);
  });

  test('ends after a month, however much it is used', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    const past = Date.now() - 31 * 24 * 3_600_000;
    await app.db.update(sessions).set({
      sess: sql`jsonb_set(${sessions.sess}, '{passport,user,at}', to_jsonb(${past}::bigint))`,
    });
    expect((await whoIs(visitor)).status).toBe(401);
  });

  test('has a readable cookie that tells our pages about it, until signing out', async () => {
    const visitor = new Visitor();
    const hint = () => visitor.cookiesFor(app.url).includes('signed-in=1');
    expect(hint()).toBe(false);
    await signIn(visitor, app.url, 'voter');
    expect(hint()).toBe(true);
    const [cookie] = (await visitor.open(atApp('/api/auth/user'))).headers
      .getSetCookie()
      .filter((cookie) => cookie.startsWith('signed-in='));
    expect(cookie).toMatch(/^signed-in=1; Max-Age=604800; Path=\/; Expires=.+; SameSite=Lax$/);
  });

  test('survives a new SESSION_SECRET beside the old one, and not without', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    const statusWith = async (...sessionSecrets: string[]) => {
      const other = createApp({ ...app.deps, config: { ...app.config, sessionSecrets } });
      const cookie = visitor.cookiesFor(app.url);
      return request(other).get('/api/auth/user').set('Cookie', cookie);
    };
    const [old = ''] = app.config.sessionSecrets;
    const newSecret = 'a-fresh-session-secret-of-32-chars';
    expect((await statusWith(newSecret)).status).toBe(401);
    const rotated = await statusWith(newSecret, old);
    expect(rotated.status).toBe(200);
    // From now on the cookie is signed with the new secret.
    const cookie = rotated.get('Set-Cookie')?.find(isOfSession) ?? '';
    const onlyFresh = createApp({
      ...app.deps,
      config: { ...app.config, sessionSecrets: [newSecret] },
    });
    await request(onlyFresh).get('/api/auth/user').set('Cookie', cookie.split(';')[0]!).expect(200);
  });

  test('of a voter keeps its card payment after signing in', async () => {
    const { nominations } = await app.given.artist();
    const visitor = new Visitor();
    const start = () => startCardPayment(visitor, nominations[0]!.id);
    const paymentId = await start();
    expect(paymentId).toEqual(expect.any(String));
    await signIn(visitor, app.url, 'voter');
    expect(await start()).toBe(paymentId);

    await visitor.follow(atApp('/api/logout'), { stopAt: (url) => !url.startsWith(app.url) });
    expect(await start()).not.toBe(paymentId);
  });
});

describe('an invalid response', () => {
  const FAILED = '/?signIn=failed';
  const landing = async (visitor: Visitor, url: URL | string) =>
    (await visitor.open(String(url))).headers.get('location');

  test('with a wrong state does not sign in', async () => {
    const visitor = new Visitor();
    const callback = await upToCallback(visitor);
    callback.searchParams.set('state', 'x'.repeat(43));
    expect(await landing(visitor, callback)).toBe(FAILED);
    expect((await whoIs(visitor)).status).toBe(401);
  });

  test('in a browser that started no sign-in does not sign in', async () => {
    const callback = await upToCallback(new Visitor());
    const stranger = new Visitor();
    expect(await landing(stranger, callback)).toBe(FAILED);
    expect((await whoIs(stranger)).status).toBe(401);
    expect(stranger.cookiesFor(app.url)).toBe('');
  });

  test('used a second time changes nothing for its user, and is useless for others', async () => {
    const visitor = new Visitor();
    const callback = await upToCallback(visitor);
    expect(await landing(visitor, callback)).toBe('/categories');
    expect(await landing(visitor, callback)).toBe('/');
    expect((await whoIs(visitor)).status).toBe(200);

    // Only the code, with a valid state: the provider knows that it was used.
    const thief = new Visitor();
    const thiefCallback = await upToCallback(thief);
    thiefCallback.searchParams.set('code', callback.searchParams.get('code')!);
    expect(await landing(thief, thiefCallback)).toBe(FAILED);
    expect((await whoIs(thief)).status).toBe(401);
  });

  test('from another issuer does not sign in', async () => {
    const visitor = new Visitor();
    const callback = await upToCallback(visitor);
    callback.searchParams.set('iss', 'https://evil.example');
    expect(await landing(visitor, callback)).toBe(FAILED);
  });

  test('with an expired token does not sign in', async () => {
    app.signIn.shiftClock(-2 * 3_600);
    const visitor = new Visitor();
    expect(await landing(visitor, await upToCallback(visitor))).toBe(FAILED);
    expect((await whoIs(visitor)).status).toBe(401);
    app.signIn.shiftClock(0);
    expect(await landing(visitor, await upToCallback(visitor))).toBe('/categories');
  });

  test('without code or error is ignored, and starts no sign-in', async () => {
    expect(await landing(new Visitor(), atApp('/api/callback'))).toBe(FAILED);
  });

  test('after cancelling leads to a page that says so', async () => {
    const visitor = new Visitor();
    const { url } = await visitor.follow(atApp('/api/login'));
    const refusal = await answerChoice(visitor, url, null, { stopAt: isCallback });
    expect(new URL(refusal.url).searchParams.get('error')).toBe('access_denied');
    expect(await landing(visitor, refusal.url)).toBe('/?signIn=cancelled');
  });

  test('of a provider with problems is a failure', async () => {
    const visitor = new Visitor();
    const callback = await upToCallback(visitor);
    const answer = new URLSearchParams({
      error: 'server_error',
      state: callback.searchParams.get('state')!,
      iss: callback.searchParams.get('iss')!,
    });
    expect(await landing(visitor, atApp(`/api/callback?${answer}`))).toBe(FAILED);
  });

  test('is logged with its reason, without the person or the code', async () => {
    app.logs.length = 0;
    const visitor = new Visitor();
    const callback = await upToCallback(visitor, 'admin');
    const code = callback.searchParams.get('code')!;
    callback.searchParams.set('state', 'wrong');
    await landing(visitor, callback);
    const log = app.logs.join('');
    expect(log).toMatch(/"securityEvent":"sign-in-refused".*"reason":"OAUTH_\w+"/);
    expect(log).not.toContain(code);
    expect(log).not.toContain('clarisse');
    expect(log).not.toContain('"level":50');
  });
});

describe('a provider that cannot be reached', () => {
  /** The application, with this between it and the provider. */
  const appThrough = (backchannelOrigin: string) =>
    createApp({ ...app.deps, signIn: { ...app.deps.signIn, backchannelOrigin } });
  const nowhere = () => appThrough('http://127.0.0.1:9');
  const host = () => new URL(app.url).host;

  test('affects nothing else, and is tried again at the next sign-in', async () => {
    let fault: 'away' | 'nested' | 'huge' | null = 'away';
    const gateway = createServer(async (req, res) => {
      if (fault === 'away') {
        res.destroy();
        return;
      }
      const answer = await fetch(new URL(req.url ?? '/', app.deps.signIn.issuerUrl));
      res.setHeader('Content-Type', answer.headers.get('content-type') ?? '');
      const text = await answer.text();
      const more = {
        nested: '['.repeat(50_000) + ']'.repeat(50_000),
        huge: `"${'x'.repeat(1e7)}"`,
      };
      res.end(fault === null ? text : text.replace(/\}$/, `,"more":${more[fault]}}`));
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    try {
      const { port } = gateway.address() as AddressInfo;
      const other = appThrough(`http://127.0.0.1:${port}`);
      const login = () => request(other).get('/api/login').set('Host', host());
      await request(other).get('/api/config').expect(200);
      for (fault of ['away', 'nested', 'huge'] as const) {
        const refused = await login();
        expect(refused.get('Location'), fault).toBe('/?signIn=unavailable');
        expect(refused.get('Set-Cookie')).toBeUndefined();
      }
      fault = null;
      expect((await login()).get('Location')).toContain('/sandbox/oidc/auth?');
    } finally {
      gateway.close();
    }
  });

  test('during the response does not sign in', async () => {
    const visitor = new Visitor();
    const { pathname, search } = await upToCallback(visitor);
    const response = await request(nowhere())
      .get(`${pathname}${search}`)
      .set('Cookie', visitor.cookiesFor(app.url));
    expect(response.get('Location')).toBe('/?signIn=unavailable');
  });

  test('does not prevent signing out', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    const response = await request(nowhere())
      .get('/api/logout')
      .set('Cookie', visitor.cookiesFor(app.url));
    expect(response.get('Location')).toBe('/');
    expect((await whoIs(visitor)).status).toBe(401);
  });
});

describe('signing out', () => {
  test('ends our session and the provider’s, and returns to the home page', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'admin');
    const cookie = visitor.cookiesFor(app.url);
    const id = sessionIdOf(visitor);

    const leaving = await visitor.follow(atApp('/api/logout'));
    expect(new URL(leaving.url).pathname).toBe('/sandbox/oidc/session/end');
    expect((await sessionRows()).map(({ sid }) => sid)).not.toContain(id);
    await app.http.get('/api/auth/user').set('Cookie', cookie).expect(401);

    const xsrf = leaving.html.match(/name="xsrf" value="([^"]+)"/)![1]!;
    const action = leaving.html.match(/action="([^"]+)"/)![1]!;
    const home = await visitor.follow(action, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(home.url).toBe(atApp('/'));

    // The provider asks for the account again.
    const next = await visitor.follow(atApp('/api/login'));
    expect(next.html).toContain('name="account"');
  });

  test('changes nothing for a signed-out visitor', async () => {
    const response = await new Visitor().open(atApp('/api/logout'));
    expect(response.headers.get('location')).toBe('/');
  });
});

describe('permissions', () => {
  const signedInAdmin = async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'admin');
    return visitor;
  };

  test.each([
    '/api/admin/artists',
    '/api/admin/check-campay-payments',
    '/API/Admin/',
    '/api/stats',
    '/api/voter-tracking',
  ])('%s is forbidden for all but administrators', async (path) => {
    const voter = new Visitor();
    await signIn(voter, app.url, 'voter');
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const signedOut = await new Visitor().open(atApp(path), { method });
      expect(signedOut.status).toBe(401);
      expect(await signedOut.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
      const refused = await voter.open(atApp(path), { method });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toEqual({ message: 'Forbidden', code: 'forbidden' });
      expect(refused.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('that are revoked end with the next request, as does the session', async () => {
    const visitor = await signedInAdmin();
    const { id } = (await whoIs(visitor)).body;
    expect(await atAdmin(visitor)).toBe(404);
    const revoked = await revokeRole(app.db, ADMIN.toUpperCase());
    expect(revoked).toEqual({ hasChanged: true, address: ADMIN });
    expect(await atAdmin(visitor)).toBe(401);
    expect((await whoIs(visitor)).status).toBe(401);
    expect(await revokeRole(app.db, id)).toEqual({ hasChanged: false, address: ADMIN });
    expect(await grantRole(app.db, ADMIN, 'owner')).toEqual({ hasChanged: true });
    expect(await atAdmin(visitor)).toBe(401);
    expect((await actionsOn(id)).slice(-2)).toMatchObject([
      { action: 'admin.revoke', after: { role: null, reason: 'command' } },
      { action: 'admin.grant', after: { role: 'owner', reason: 'command' } },
    ]);
  });

  test('cannot be granted to a person who has never signed in', async () => {
    expect(await grantRole(app.db, `${randomUUID()}@example.cm`, 'owner')).toBeNull();
  });

  test('of a deleted person do not exist', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    await app.db.delete(users).where(eq(users.subject, 'demo-voter'));
    expect((await whoIs(visitor)).status).toBe(401);
  });
});
