import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountName } from '#sandbox/sign-in/accounts';
import { revokeRole } from '#server/auth/index';
import type { AdminActionList } from '#shared/contracts/admin-catalog';
import type { OpenSession, Team } from '#shared/contracts/admin-team';
import type { Role } from '#shared/domain/permissions';
import { adminActions, invitations, sessions, users } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { signIn, Visitor } from '../support/visitor';

const TEAM = '/api/admin/team';
const INVITATIONS = `${TEAM}/invitations`;
/** Address of the sandbox's account `voter`. */
const LANDRY = 'landry@awards.example';

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp({ hasClock: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.delete(invitations);
  await app.db.delete(sessions);
  await app.db.update(users).set({ role: null });
  owner = await signedIn('admin');
  app.logs.length = 0;
});

const signedIn = async (account: AccountName, headers: Record<string, string> = {}) => {
  const visitor = new Visitor();
  visitor.headers = headers;
  await signIn(visitor, app.url, account);
  return visitor;
};
const whoIs = async (visitor: Visitor) => (await visitor.open(`${app.url}/api/auth/user`)).json();
const statusOf = async (visitor: Visitor, path: string) =>
  (await visitor.open(`${app.url}${path}`)).status;
const read = async <T>(visitor: Visitor, path: string): Promise<T> =>
  (await visitor.open(`${app.url}${path}`)).json();
async function send(visitor: Visitor, method: string, path: string, body?: object) {
  const answer = await visitor.open(`${app.url}${path}`, {
    method,
    ...(body
      ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  });
  const { code = null, issues = [] } = answer.status === 204 ? {} : await answer.json();
  return { status: answer.status, code, paths: issues.map(({ path }: { path: string }) => path) };
}
const DONE = { status: 204, code: null, paths: [] };
const refusal = (status: number, code: string, ...paths: string[]) => ({ status, code, paths });
const invite = (email: string, role: Role, visitor = owner) =>
  send(visitor, 'POST', INVITATIONS, { email, role });
const roleOf = async (id: string) => {
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  return user?.role;
};
const idOf = async (visitor: Visitor): Promise<string> => (await whoIs(visitor)).id;
const lastAction = async (id: string) => {
  const actions = await app.db
    .select()
    .from(adminActions)
    .where(and(eq(adminActions.entityId, id), sql`${adminActions.action} <> 'admin.sign-in'`))
    .orderBy(adminActions.id);
  return actions.at(-1);
};
const events = () =>
  app.logs.map((line) => JSON.parse(line)).filter(({ securityEvent }) => securityEvent);

describe('an invitation', () => {
  test('grants its role at the first sign-in of that verified address, once', async () => {
    expect(await invite(` ${LANDRY.toUpperCase()} `, 'finance')).toEqual(DONE);
    const { invitations: waiting } = await read<Team>(owner, TEAM);
    expect(waiting).toMatchObject([{ email: LANDRY.toUpperCase(), role: 'finance' }]);
    const landry = await signedIn('voter');
    const { id, role } = await whoIs(landry);
    expect(role).toBe('finance');
    expect(await lastAction(id)).toMatchObject({
      action: 'admin.grant',
      after: { role: 'finance', reason: 'invitation' },
    });
    expect(events()).toContainEqual(
      expect.objectContaining({ securityEvent: 'role-given', userId: id, reason: 'invitation' }),
    );
    expect((await read<Team>(owner, TEAM)).invitations).toEqual([]);
    await send(owner, 'DELETE', `${TEAM}/${id}`);
    await signIn(landry, app.url, 'voter');
    expect((await whoIs(landry)).role).toBeNull();
  });

  test('that is withdrawn grants nothing', async () => {
    await invite(LANDRY, 'editor');
    const [{ id } = { id: '' }] = (await read<Team>(owner, TEAM)).invitations;
    expect(await send(owner, 'DELETE', `${INVITATIONS}/${id}`)).toEqual(DONE);
    expect(await send(owner, 'DELETE', `${INVITATIONS}/${id}`)).toEqual(refusal(404, 'not-found'));
    expect((await whoIs(await signedIn('voter'))).role).toBeNull();
  });

  test('ends with the role of its sender', async () => {
    const other = await signedIn('editor');
    await app.db
      .update(users)
      .set({ role: 'owner' })
      .where(eq(users.id, await idOf(other)));
    expect(await invite(LANDRY, 'owner', other)).toEqual(DONE);
    await revokeRole(app.db, await idOf(other));
    expect((await whoIs(await signedIn('voter'))).role).toBeNull();
  });

  test('takes nothing from a person who got a role in between', async () => {
    await invite(LANDRY, 'viewer');
    const landry = await signedIn('voter');
    const id = await idOf(landry);
    await app.db.update(users).set({ role: 'finance' }).where(eq(users.id, id));
    await app.db.insert(invitations).values({ email: LANDRY, role: 'viewer', invitedBy: id });
    await signIn(landry, app.url, 'voter');
    expect(await roleOf(id)).toBe('finance');
    expect(await app.db.$count(invitations)).toBe(0);
  });

  test.each([
    ['no address', { email: 'landry', role: 'editor' }, ['email']],
    ['no role of ours', { email: LANDRY, role: 'boss' }, ['role']],
    ['neither', {}, ['email', 'role']],
  ])('to %s is rejected at the field', async (_what, body, paths) => {
    expect(await send(owner, 'POST', INVITATIONS, body)).toEqual(
      refusal(400, 'validation', ...paths),
    );
    expect(await app.db.$count(invitations)).toBe(0);
  });

  test('to a member or an invited address is rejected', async () => {
    await signedIn('editor');
    expect(await invite('Serge@awards.example', 'viewer')).toEqual(refusal(409, 'already-member'));
    expect(await invite('clarisse@awards.example', 'viewer')).toEqual(
      refusal(409, 'already-member'),
    );
    await invite(LANDRY, 'viewer');
    expect(await invite('Landry@awards.example', 'owner')).toEqual(refusal(409, 'already-invited'));
    expect((await read<Team>(owner, TEAM)).invitations).toMatchObject([{ role: 'viewer' }]);
  });

  test('is recorded without the address', async () => {
    await invite(LANDRY, 'viewer');
    const { actions } = await read<AdminActionList>(owner, '/api/admin/actions?limit=5');
    expect(actions[0]).toMatchObject({ action: 'admin.invite', after: { role: 'viewer' } });
    expect(JSON.stringify(actions)).not.toContain('landry');
    expect(app.logs.join('').toLowerCase()).not.toContain('landry');
  });
});

describe('the role of another member', () => {
  test('can be changed, effective from the next request on', async () => {
    const editor = await signedIn('editor');
    const id = await idOf(editor);
    expect(await statusOf(editor, '/api/voter-tracking')).toBe(403);
    expect(await send(owner, 'PUT', `${TEAM}/${id}/role`, { role: 'finance' })).toEqual(DONE);
    expect(await statusOf(editor, '/api/voter-tracking')).toBe(200);
    expect(await statusOf(editor, '/api/admin/artists')).toBe(403);
    expect(await lastAction(id)).toMatchObject({
      userId: await idOf(owner),
      action: 'admin.role',
      before: { role: 'editor' },
      after: { role: 'finance', reason: 'team' },
    });
    expect(events()).toContainEqual(
      expect.objectContaining({ securityEvent: 'role-given', ofUser: id, role: 'finance' }),
    );
    // A later sign-in does not change it.
    await signIn(editor, app.url, 'editor');
    expect((await whoIs(editor)).role).toBe('finance');
  });

  test('can be removed, which signs them out everywhere', async () => {
    const [here, there] = [await signedIn('voter'), await signedIn('voter')];
    const id = await idOf(here);
    await app.db.update(users).set({ role: 'viewer' }).where(eq(users.id, id));
    expect(await send(owner, 'DELETE', `${TEAM}/${id}`)).toEqual(DONE);
    for (const visitor of [here, there]) expect(await statusOf(visitor, '/api/stats')).toBe(401);
    expect(await roleOf(id)).toBeNull();
    expect(await lastAction(id)).toMatchObject({ action: 'admin.revoke' });
    expect(await send(owner, 'DELETE', `${TEAM}/${id}`)).toEqual(refusal(404, 'not-found'));
  });

  test('may be that of an owner', async () => {
    const editor = await signedIn('editor');
    const id = await idOf(editor);
    await send(owner, 'PUT', `${TEAM}/${id}/role`, { role: 'owner' });
    expect(await statusOf(editor, TEAM)).toBe(200);
    const first = await idOf(owner);
    expect(await send(editor, 'PUT', `${TEAM}/${first}/role`, { role: 'viewer' })).toEqual(DONE);
    expect((await read<Team>(editor, TEAM)).members).toMatchObject([
      { id, role: 'owner', isOneself: true, isInSettings: false },
      { id: first, role: 'viewer', isOneself: false, isInSettings: true },
    ]);
  });

  test.each([
    ['PUT', '/role'],
    ['DELETE', ''],
  ])('cannot be one’s own: the last owner stays (%s)', async (method, rest) => {
    const id = await idOf(owner);
    const body = method === 'PUT' ? { role: 'viewer' } : undefined;
    expect(await send(owner, method, `${TEAM}/${id}${rest}`, body)).toEqual(
      refusal(409, 'own-role'),
    );
    expect(await roleOf(id)).toBe('owner');
  });

  test('when two owners remove each other at once, one keeps the role', async () => {
    const editor = await signedIn('editor');
    const ids = [await idOf(owner), await idOf(editor)];
    await send(owner, 'PUT', `${TEAM}/${ids[1]}/role`, { role: 'owner' });
    const answers = await Promise.all([
      send(owner, 'DELETE', `${TEAM}/${ids[1]}`),
      send(editor, 'DELETE', `${TEAM}/${ids[0]}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await app.db.$count(users, eq(users.role, 'owner'))).toBe(1);
  });

  test('does not exist for someone outside of the team', async () => {
    const id = await idOf(await signedIn('voter'));
    for (const nobody of [id, randomUUID(), 'boss']) {
      expect(await send(owner, 'PUT', `${TEAM}/${nobody}/role`, { role: 'owner' })).toEqual(
        refusal(404, 'not-found'),
      );
    }
    expect(await send(owner, 'PUT', `${TEAM}/${id}/role`, { role: 'boss' })).toEqual(
      refusal(400, 'validation', 'role'),
    );
    expect(await roleOf(id)).toBeNull();
  });
});

describe('the list of the team', () => {
  test('contains who they are, when they last signed in, and where they are signed in', async () => {
    const before = new Date();
    await signedIn('viewer');
    await signedIn('viewer');
    await signedIn('editor');
    const { members } = await read<Team>(owner, TEAM);
    expect(members.map(({ name, role, openSessions }) => ({ name, role, openSessions }))).toEqual([
      { name: 'Clarisse Mbouda', role: 'owner', openSessions: 1 },
      { name: 'Serge Tchoumi', role: 'editor', openSessions: 1 },
      { name: 'Ibrahim Njoya', role: 'viewer', openSessions: 2 },
    ]);
    const [, editor] = members;
    expect(Date.parse(editor?.lastSignInAt ?? '')).toBeGreaterThanOrEqual(before.getTime() - 5_000);
    await app.advance(31 * 60_000);
    await signIn(owner, app.url, 'admin');
    expect((await read<Team>(owner, TEAM)).members.map((member) => member.openSessions)).toEqual([
      1, 0, 0,
    ]);
  });

  test('includes a person with a role who has never signed in with it', async () => {
    const id = randomUUID();
    await app.db.insert(users).values({ id, subject: id, role: 'viewer' });
    const { members } = await read<Team>(owner, TEAM);
    expect(members.find((member) => member.id === id)).toEqual({
      id,
      name: null,
      email: null,
      role: 'viewer',
      lastSignInAt: null,
      openSessions: 0,
      isOneself: false,
      isInSettings: false,
    });
  });
});

describe('sessions', () => {
  const LIST = '/api/admin/sessions';
  const PHONE = {
    'User-Agent':
      'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  };

  test('of others can be ended by an owner', async () => {
    const viewer = await signedIn('viewer');
    const id = await idOf(viewer);
    expect(await send(owner, 'DELETE', `${TEAM}/${id}/sessions`)).toEqual(DONE);
    expect(await statusOf(viewer, '/api/stats')).toBe(401);
    expect(await roleOf(id)).toBe('viewer');
    expect(await lastAction(id)).toMatchObject({ action: 'admin.sign-out' });
    expect(await send(owner, 'DELETE', `${TEAM}/nobody/sessions`)).toEqual(
      refusal(404, 'not-found'),
    );
  });

  test('are shown to their user: device, start and last use', async () => {
    const phone = await signedIn('viewer', PHONE);
    await app.advance(60_000);
    const unknown = await signedIn('viewer', { 'User-Agent': '' });
    await signedIn('editor');
    const list = await read<OpenSession[]>(unknown, LIST);
    expect(list).toMatchObject([
      { browser: null, system: null, isThis: true },
      { browser: 'Chrome', system: 'Android', isThis: false },
    ]);
    const [first, second] = list.map((session) => Date.parse(session.signedInAt));
    expect((first ?? 0) - (second ?? 0)).toBeGreaterThan(50_000);
    await app.advance(60_000);
    const [own] = await read<OpenSession[]>(phone, LIST);
    expect(own?.isThis).toBe(true);
    const idleMs = Date.parse(own?.lastSeenAt ?? '') - Date.parse(own?.signedInAt ?? '');
    expect(idleMs).toBeGreaterThan(100_000);
    // Neither the id in the cookie nor other details about a machine.
    const [{ sid } = { sid: '' }] = await app.db.select({ sid: sessions.sid }).from(sessions);
    expect(JSON.stringify(list)).not.toContain(sid);
  });

  test('can be ended by their user, one by one or all but this one', async () => {
    const [here, there, third] = [
      await signedIn('viewer'),
      await signedIn('viewer'),
      await signedIn('viewer'),
    ];
    const other = (await read<OpenSession[]>(there, LIST)).find(({ isThis }) => isThis);
    expect(await send(here, 'DELETE', `${LIST}/${other?.id}`)).toEqual(DONE);
    expect(await statusOf(there, '/api/stats')).toBe(401);
    expect(await statusOf(third, '/api/stats')).toBe(200);
    expect(await send(here, 'DELETE', LIST)).toEqual(DONE);
    expect(await statusOf(third, '/api/stats')).toBe(401);
    expect(await read<OpenSession[]>(here, LIST)).toHaveLength(1);
    expect(events().filter(({ securityEvent }) => securityEvent === 'sessions-ended')).toHaveLength(
      2,
    );
  });

  test('of others cannot be accessed', async () => {
    const viewer = await signedIn('viewer');
    const [theirs] = await read<OpenSession[]>(owner, LIST);
    expect(await send(viewer, 'DELETE', `${LIST}/${theirs?.id}`)).toEqual(
      refusal(404, 'not-found'),
    );
    expect(await send(viewer, 'DELETE', LIST)).toEqual(DONE);
    expect(await statusOf(owner, TEAM)).toBe(200);
    expect(await send(viewer, 'DELETE', `${LIST}/..%2Fteam`)).toMatchObject({ status: 400 });
  });
});
