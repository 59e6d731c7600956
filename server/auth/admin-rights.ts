import { eq, sql } from 'drizzle-orm';
import { adminActions, users } from '#shared/schema';
import type { Database, Transaction } from '../db/client';

export type User = typeof users.$inferSelect;

/** By what a right came or went. */
type Reason = 'sign-in' | 'command' | 'address moved';

/**
 * Gives or takes the right to administrate, and records it. No user is signed in on
 * a command line, so such a change is recorded under the user it concerns, with its reason.
 */
export async function setAdmin(
  tx: Transaction,
  user: User,
  isAdmin: boolean,
  reason: Reason,
): Promise<User> {
  if (user.isAdmin === isAdmin) return user;
  await tx.update(users).set({ isAdmin }).where(eq(users.id, user.id));
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
 * Gives or takes the right of the user with this verified address, in any case.
 * @returns whether that changed anything, or null when no such user has signed in yet
 */
export function setAdminByEmail(
  db: Database,
  address: string,
  isAdmin: boolean,
): Promise<{ hasChanged: boolean } | null> {
  return db.transaction(async (tx) => {
    const user = await lockByEmail(tx, address);
    if (!user) return null;
    await setAdmin(tx, user, isAdmin, 'command');
    return { hasChanged: user.isAdmin !== isAdmin };
  });
}

export async function lockByEmail(tx: Transaction, address: string): Promise<User | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, address.toLowerCase()))
    .for('update');
  return user;
}
