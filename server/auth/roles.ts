import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/client';
import type { Role } from '#shared/domain/permissions';
import { adminActions, invitations, users } from '#shared/schema';
import { endSessionsOf } from './sessions';

export type User = typeof users.$inferSelect;

/** Why a role was granted or revoked. */
export type RoleReason =
  | 'sign-in'
  | 'invitation'
  | 'team'
  | 'command'
  | 'address moved'
  | 'address gone';

export interface RoleChange {
  role: Role | null;
  reason: RoleReason;
}

/**
 * Grants, changes or revokes a role, and records it. A user who loses their role is signed out
 * everywhere, and a former owner's invitations are withdrawn. Without an actor, the change is
 * recorded under the user it concerns, with its reason, because a command has no signed-in user.
 */
export async function setRole(
  tx: Transaction,
  user: User,
  { role, reason }: RoleChange,
  actorId = user.id,
): Promise<User> {
  if (user.role === role) return user;
  const [changed] = await tx.update(users).set({ role }).where(eq(users.id, user.id)).returning();
  if (!changed) throw new Error('a role was not saved');
  if (role === null) await endSessionsOf(tx, user.id);
  if (role !== 'owner') await tx.delete(invitations).where(eq(invitations.invitedBy, user.id));
  await tx.insert(adminActions).values({
    userId: actorId,
    action: actionOf(user.role, role),
    entity: 'user',
    entityId: user.id,
    before: { role: user.role },
    after: { role, reason },
  });
  return changed;
}

function actionOf(before: Role | null, after: Role | null): string {
  if (after === null) return 'admin.revoke';
  return before === null ? 'admin.grant' : 'admin.role';
}

/**
 * Grants a role to the user with this verified address, ignoring case.
 * @returns true when that changed anything; null when no user has this address yet
 */
export function grantRole(
  db: Database,
  address: string,
  role: Role,
): Promise<{ hasChanged: boolean } | null> {
  return db.transaction(async (tx) => {
    const user = await lockByEmail(tx, address);
    if (!user) return null;
    await setRole(tx, user, { role, reason: 'command' });
    return { hasChanged: user.role !== role };
  });
}

/**
 * Revokes the role of the user with this verified address or id.
 * @returns whether that changed anything, and the user's address; null when there is no such user
 */
export function revokeRole(
  db: Database,
  addressOrId: string,
): Promise<{ hasChanged: boolean; address: string | null } | null> {
  return db.transaction(async (tx) => {
    const user =
      (await lockByEmail(tx, addressOrId)) ?? (await lockOne(tx, eq(users.id, addressOrId)));
    if (!user) return null;
    await setRole(tx, user, { role: null, reason: 'command' });
    return { hasChanged: user.role !== null, address: user.email };
  });
}

/** Returns the team members with their roles, and when and why each was granted, as recorded. */
export function listTeam(db: Database) {
  const grants = db
    .selectDistinctOn([adminActions.entityId], {
      userId: adminActions.entityId,
      at: adminActions.at,
      reason: sql<string | null>`${adminActions.after} ->> 'reason'`.as('reason'),
    })
    .from(adminActions)
    .where(
      and(
        eq(adminActions.entity, 'user'),
        inArray(adminActions.action, ['admin.grant', 'admin.role']),
      ),
    )
    .orderBy(adminActions.entityId, desc(adminActions.id))
    .as('grants');
  return db
    .select({
      id: users.id,
      address: users.email,
      role: users.role,
      since: grants.at,
      reason: grants.reason,
    })
    .from(users)
    .leftJoin(grants, eq(grants.userId, users.id))
    .where(isNotNull(users.role))
    .orderBy(users.email, users.id);
}

export const lockByEmail = (tx: Transaction, address: string): Promise<User | undefined> =>
  lockOne(tx, eq(sql`lower(${users.email})`, address.toLowerCase()));

async function lockOne(tx: Transaction, condition: SQL): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(condition).for('update');
  return user;
}
