import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { adminActions, users } from '#shared/schema';
import type { Database, Transaction } from '../db/client';
import { endSessionsOf } from './sessions';

export type User = typeof users.$inferSelect;

/** By what a right came or went. */
export type RightReason = 'sign-in' | 'command' | 'address moved' | 'address gone';

/**
 * Gives or takes the right to administrate, and records it. Who loses it is signed out everywhere. A
 * command has no signed-in user: its change is recorded under the user it concerns, with its reason.
 */
export async function setAdmin(
  tx: Transaction,
  user: User,
  isAdmin: boolean,
  reason: RightReason,
): Promise<User> {
  if (user.isAdmin === isAdmin) return user;
  await tx.update(users).set({ isAdmin }).where(eq(users.id, user.id));
  if (!isAdmin) await endSessionsOf(tx, user.id);
  await tx.insert(adminActions).values({
    userId: user.id,
    action: isAdmin ? 'admin.grant' : 'admin.revoke',
    entity: 'user',
    entityId: user.id,
    before: { isAdmin: user.isAdmin },
    after: { isAdmin, reason },
  });
  return { ...user, isAdmin };
}

/**
 * Gives the right to the user with this verified address, in upper or lower case.
 * @returns whether that changed anything, or null when no user has this address yet
 */
export function grantAdmin(db: Database, address: string): Promise<{ hasChanged: boolean } | null> {
  return db.transaction(async (tx) => {
    const user = await lockByEmail(tx, address);
    if (!user) return null;
    await setAdmin(tx, user, true, 'command');
    return { hasChanged: !user.isAdmin };
  });
}

/**
 * Takes the right of whoever has this verified address, or this id.
 * @returns whether that changed anything and their address, or null when there is nobody
 */
export function revokeAdmin(
  db: Database,
  addressOrId: string,
): Promise<{ hasChanged: boolean; address: string | null } | null> {
  return db.transaction(async (tx) => {
    const user =
      (await lockByEmail(tx, addressOrId)) ?? (await lockOne(tx, eq(users.id, addressOrId)));
    if (!user) return null;
    await setAdmin(tx, user, false, 'command');
    return { hasChanged: user.isAdmin, address: user.email };
  });
}

/** Who administrates, and since when and by what, as it was recorded. */
export function listAdmins(db: Database) {
  const grants = db
    .selectDistinctOn([adminActions.entityId], {
      userId: adminActions.entityId,
      at: adminActions.at,
      reason: sql<string | null>`${adminActions.after} ->> 'reason'`.as('reason'),
    })
    .from(adminActions)
    .where(and(eq(adminActions.entity, 'user'), eq(adminActions.action, 'admin.grant')))
    .orderBy(adminActions.entityId, desc(adminActions.id))
    .as('grants');
  return db
    .select({ id: users.id, address: users.email, since: grants.at, reason: grants.reason })
    .from(users)
    .leftJoin(grants, eq(grants.userId, users.id))
    .where(eq(users.isAdmin, true))
    .orderBy(users.email, users.id);
}

export const lockByEmail = (tx: Transaction, address: string): Promise<User | undefined> =>
  lockOne(tx, eq(sql`lower(${users.email})`, address.toLowerCase()));

async function lockOne(tx: Transaction, condition: SQL): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(condition).for('update');
  return user;
}
