import { eq } from 'drizzle-orm';
import { users } from '#shared/schema';
import type { Database, Transaction } from '../db/client';
import { lockByEmail, setAdmin, type User } from './admin-rights';
import type { Profile } from './sign-in/profile';

/**
 * Writes down who has just signed in, as the provider describes them today, and makes them an
 * administrator when their verified address is among `adminEmails`. Leaving that list takes no
 * right away.
 */
export function recordSignIn(
  db: Database,
  { subject, ...profile }: Profile,
  adminEmails: readonly string[],
): Promise<User> {
  return db.transaction(async (tx) => {
    if (profile.email !== null) await releaseAddress(tx, profile.email, subject);
    const [user] = await tx
      .insert(users)
      .values({ id: subject, subject, ...profile })
      .onConflictDoUpdate({ target: users.id, set: profile })
      .returning();
    if (!user) throw new Error('an upsert returned no row');
    const address = user.email?.toLowerCase();
    const isListed = adminEmails.some((listed) => listed.toLowerCase() === address);
    return isListed ? setAdmin(tx, user, true, 'sign-in') : user;
  });
}

/**
 * An address belongs to the account that verified it last. The account that had it before loses the
 * right that was given to the address: it could no longer be revoked by that name.
 */
async function releaseAddress(tx: Transaction, address: string, subject: string): Promise<void> {
  const holder = await lockByEmail(tx, address);
  if (!holder || holder.id === subject) return;
  await setAdmin(tx, holder, false, 'address moved');
  await tx.update(users).set({ email: null }).where(eq(users.id, holder.id));
}

export async function findUser(db: Database, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user ?? null;
}
