import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordSignIn } from '#server/auth/users';
import { adminActions, users } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { signIn, Visitor } from '../support/visitor';

const ADDRESS = 'landry@awards.example';
/** Subject of the sandbox's account `voter`. */
const SUBJECT = 'demo-voter';
const CATALOG = '/api/admin/categories';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const signedIn = async (account: 'admin' | 'voter' = 'voter') => {
  const visitor = new Visitor();
  await signIn(visitor, app.url, account);
  return visitor;
};
/** Returns the signed-in user; null when signed out. */
const whoIs = async (visitor: Visitor) => {
  const answer = await visitor.open(`${app.url}/api/auth/user`);
  return answer.status === 200 ? answer.json() : null;
};
const statusOf = async (visitor: Visitor, path: string) =>
  (await visitor.open(`${app.url}${path}`)).status;
const userById = async (id: string) => {
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  return user;
};

beforeEach(async () => {
  // Rows stay, because recorded actions refer to them.
  await app.db.update(users).set({ subject: sql`${users.id}`, email: null, isAdmin: false });
});

describe('a subject', () => {
  test('of another provider is another user, without the permissions of the first', async () => {
    const issuer = 'https://accounts.before.example';
    const boss = { id: randomUUID(), issuer, subject: SUBJECT, email: 'boss@awards.example' };
    await app.db.insert(users).values({ ...boss, isAdmin: true });
    const user = await whoIs(await signedIn());
    expect(user).toMatchObject({ email: ADDRESS, isAdmin: false });
    expect(user.id).not.toBe(boss.id);
    expect(await userById(boss.id)).toMatchObject({ email: boss.email, isAdmin: true });
  });

  test('of another provider does not get those permissions with the same address either', async () => {
    const issuer = 'https://accounts.before.example';
    const boss = { id: randomUUID(), issuer, subject: SUBJECT, email: ADDRESS };
    await app.db.insert(users).values({ ...boss, isAdmin: true });
    expect(await whoIs(await signedIn())).toMatchObject({ email: ADDRESS, isAdmin: false });
    expect(await userById(boss.id)).toMatchObject({ email: null, isAdmin: false });
  });

  test.each([
    ['another address', 'boss@awards.example'],
    ['no address', null],
  ])('of an unknown provider, with %s, is another user too', async (_which, email) => {
    const id = randomUUID();
    await app.db.insert(users).values({ id, subject: SUBJECT, email, isAdmin: true });
    const user = await whoIs(await signedIn());
    expect(user).toMatchObject({ email: ADDRESS, isAdmin: false });
    expect(user.id).not.toBe(id);
  });

  test('of an unknown provider is the same user if the address matches, and from then on without it', async () => {
    const id = randomUUID();
    const email = ADDRESS.toUpperCase();
    await app.db.insert(users).values({ id, subject: SUBJECT, email, isAdmin: true });
    expect(await whoIs(await signedIn())).toMatchObject({ id, isAdmin: true });
    expect(await userById(id)).toMatchObject({ issuer: app.deps.signIn.issuerUrl });

    await app.db
      .update(users)
      .set({ email: 'else@awards.example', isAdmin: false })
      .where(eq(users.id, id));
    expect(await whoIs(await signedIn())).toMatchObject({ id, email: ADDRESS });
    expect(await app.db.$count(users, eq(users.subject, SUBJECT))).toBe(1);
  });

  test('that signs in several times at the same moment is one user', async () => {
    await Promise.all(Array.from({ length: 6 }, () => signedIn()));
    expect(await app.db.$count(users, eq(users.subject, SUBJECT))).toBe(1);
  });
});

describe('a permission', () => {
  /** The account before the provider reports a change. */
  const anAdministrator = async (values: Partial<typeof users.$inferInsert> = {}) => {
    const otherSession = await signedIn();
    const { id } = await whoIs(otherSession);
    await app.db
      .update(users)
      .set({ isAdmin: true, ...values })
      .where(eq(users.id, id));
    expect(await statusOf(otherSession, CATALOG)).toBe(200);
    return { id, otherSession };
  };
  const lastChange = async (id: string) => {
    const actions = await app.db
      .select()
      .from(adminActions)
      .where(and(eq(adminActions.entityId, id), ne(adminActions.action, 'admin.sign-in')))
      .orderBy(adminActions.id);
    return actions.at(-1);
  };

  test('stays as long as the provider verifies the address', async () => {
    const { id, otherSession } = await anAdministrator({ email: ADDRESS.toUpperCase() });
    expect(await whoIs(await signedIn())).toMatchObject({ id, isAdmin: true });
    expect(await statusOf(otherSession, CATALOG)).toBe(200);
  });

  test.each([
    ['is a different one', 'old@awards.example'],
    ['was missing before', null],
  ])('ends with a sign-in, everywhere, when the address %s', async (_how, email) => {
    const { id, otherSession } = await anAdministrator({ email });
    const visitor = await signedIn();
    expect(await whoIs(visitor)).toMatchObject({ id, email: ADDRESS, isAdmin: false });
    expect(await statusOf(visitor, CATALOG)).toBe(403);
    expect(await statusOf(otherSession, CATALOG)).toBe(401);
    expect(await lastChange(id)).toMatchObject({
      action: 'admin.revoke',
      after: { role: null, reason: 'address gone' },
    });
  });

  test('ends when the provider verifies no address any more', async () => {
    const { id, otherSession } = await anAdministrator();
    const profile = {
      issuer: app.deps.signIn.issuerUrl,
      subject: SUBJECT,
      email: null,
      firstName: 'Landry',
      lastName: null,
      profileImageUrl: null,
    };
    const { user } = await recordSignIn(app.db, profile, new Map([[ADDRESS, 'owner']]));
    expect(user).toMatchObject({ id, email: null, isAdmin: false });
    expect(await statusOf(otherSession, CATALOG)).toBe(401);
  });

  test('is granted again to a new address that is listed', async () => {
    const visitor = await signedIn('admin');
    const { id } = await whoIs(visitor);
    await app.db.update(users).set({ email: 'old@awards.example' }).where(eq(users.id, id));
    const newSession = await signedIn('admin');
    expect(await whoIs(newSession)).toMatchObject({ id, isAdmin: true });
    expect(await statusOf(visitor, CATALOG)).toBe(401);
    expect(await lastChange(id)).toMatchObject({ action: 'admin.grant' });
  });

  test('that moves to another account ends the sessions of the first', async () => {
    const { id, otherSession } = await anAdministrator();
    await app.db.update(users).set({ subject: 'somebody-else' }).where(eq(users.id, id));
    expect(await whoIs(await signedIn())).toMatchObject({ email: ADDRESS, isAdmin: false });
    expect(await statusOf(otherSession, CATALOG)).toBe(401);
  });
});
