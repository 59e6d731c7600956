import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { sessions, users } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { signIn, Visitor } from '../support/visitor';

const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasClock: true });
});
afterAll(() => app.close());

const signedIn = async (account: 'admin' | 'voter') => {
  const visitor = new Visitor();
  await signIn(visitor, app.url, account);
  return visitor;
};
const statusOf = async (visitor: Visitor, path: string, headers = {}) =>
  (await visitor.open(`${app.url}${path}`, { headers })).status;
/** A request of an attended page. */
const use = (visitor: Visitor) => statusOf(visitor, '/api/stats');
/** A request of a page that has been unattended for a while. */
const refresh = (visitor: Visitor) => statusOf(visitor, '/api/stats', { [UNATTENDED_HEADER]: '1' });
const whoIs = (visitor: Visitor) => statusOf(visitor, '/api/auth/user');

describe('the session of an administrator', () => {
  test('ends after thirty minutes without use, and the user is signed out', async () => {
    const visitor = await signedIn('admin');
    await app.advance(29 * MINUTE);
    expect(await use(visitor)).toBe(200);
    await app.advance(29 * MINUTE);
    expect(await use(visitor)).toBe(200);
    await app.advance(31 * MINUTE);
    const answer = await visitor.open(`${app.url}/api/stats`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
    expect(await whoIs(visitor)).toBe(401);
    // The session does not come back either.
    expect(await use(visitor)).toBe(401);
  });

  test('is not extended by pages that refresh themselves', async () => {
    const visitor = await signedIn('admin');
    for (let minute = 1; minute < 30; minute++) {
      await app.advance(MINUTE);
      expect(await refresh(visitor)).toBe(200);
    }
    await app.advance(2 * MINUTE);
    expect(await refresh(visitor)).toBe(401);
  });

  test('ends twelve hours after the sign-in, however much it is used', async () => {
    const visitor = await signedIn('admin');
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      await app.advance(20 * MINUTE);
      expect(await use(visitor)).toBe(200);
    }
    await app.advance(20 * MINUTE + 1_000);
    expect(await use(visitor)).toBe(401);
    expect(await whoIs(visitor)).toBe(401);
  });

  test('ends whatever the cookie and its row contain', async () => {
    const visitor = await signedIn('admin');
    await app.db.update(sessions).set({ expire: sql`now() + interval '1 year'` });
    await app.advance(31 * MINUTE);
    expect(await use(visitor)).toBe(401);
  });

  test('starts over by signing in', async () => {
    const visitor = await signedIn('admin');
    await app.advance(31 * MINUTE);
    expect(await use(visitor)).toBe(401);
    await signIn(visitor, app.url, 'admin', { returnTo: '/admin' });
    expect(await use(visitor)).toBe(200);
  });

  test('does not begin when a voter gets the role long after signing in', async () => {
    const visitor = await signedIn('voter');
    await app.advance(20 * 60 * MINUTE);
    expect(await whoIs(visitor)).toBe(200);
    await app.db
      .update(users)
      .set({ isAdmin: true })
      .where(eq(users.email, 'landry@awards.example'));
    expect(await use(visitor)).toBe(401);
  });
});

test('the session of a voter lasts for weeks', async () => {
  await app.db.update(users).set({ isAdmin: false });
  const visitor = await signedIn('voter');
  for (let day = 0; day < 4; day++) {
    await app.advance(6 * 24 * 60 * MINUTE);
    expect(await whoIs(visitor)).toBe(200);
  }
});
