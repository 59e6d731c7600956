import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { adminActions, users } from '#shared/schema';
import { advisoryLock } from '../db/advisory-lock';
import type { Database, Transaction } from '../db/client';
import { lockByEmail, type RightReason, setAdmin, type User } from './admin-rights';
import type { Profile } from './sign-in/profile';

/** A right that came or went with a sign-in, not always that of who signed in. */
interface RoleChange {
  userId: string;
  isAdmin: boolean;
  reason: RightReason;
}

export interface RecordedSignIn {
  user: User;
  roles: readonly RoleChange[];
}

/**
 * Writes down who has just signed in, as the provider describes them today, and makes them an
 * administrator when their verified address is among `adminEmails`. Leaving that list takes no
 * right away; but every right was given to an address, and ends once the provider does not vouch
 * for it any more, or vouches for it as another account's: it belongs to the one that proved it last.
 */
export function recordSignIn(
  db: Database,
  profile: Profile,
  adminEmails: readonly string[],
): Promise<RecordedSignIn> {
  return db.transaction(async (tx) => {
    const roles: RoleChange[] = [];
    const change = async (user: User, isAdmin: boolean, reason: RoleChange['reason']) => {
      if (user.isAdmin === isAdmin) return user;
      roles.push({ userId: user.id, isAdmin, reason });
      return setAdmin(tx, user, isAdmin, reason);
    };
    // One after the other: an address may be on its way from one account to another.
    await advisoryLock(tx, 'sign-in');
    const known = await lockAccount(tx, profile);
    const holder = profile.email === null ? undefined : await lockByEmail(tx, profile.email);
    if (holder && holder.id !== known?.id) {
      // It could no longer be revoked by that name.
      await change(holder, false, 'address moved');
      await tx.update(users).set({ email: null }).where(eq(users.id, holder.id));
    }
    if (known && !isVouchedFor(known.email, profile)) {
      await change(known, false, 'address gone');
    }
    const saved = await save(tx, known, profile);
    const address = saved.email?.toLowerCase();
    const isListed = adminEmails.some((listed) => listed.toLowerCase() === address);
    const user = isListed ? await change(saved, true, 'sign-in') : saved;
    if (user.isAdmin) await recordAdminSignIn(tx, user.id);
    return { user, roles };
  });
}

const recordAdminSignIn = (tx: Transaction, userId: string) =>
  tx
    .insert(adminActions)
    .values({ userId, action: 'admin.sign-in', entity: 'user', entityId: userId });

/**
 * The account that issuer and subject name. One from before issuers were kept is theirs only when it
 * had this address too: the same subject at another provider is another person.
 */
async function lockAccount(
  tx: Transaction,
  { issuer, subject, email }: Profile,
): Promise<User | undefined> {
  const isOwn = eq(users.issuer, issuer);
  const isFromBefore = and(
    isNull(users.issuer),
    email === null ? sql`false` : eq(sql`lower(${users.email})`, email.toLowerCase()),
  );
  const [account] = await tx
    .select()
    .from(users)
    .where(and(eq(users.subject, subject), or(isOwn, isFromBefore)))
    .orderBy(asc(users.issuer)) // nulls last
    .limit(1)
    .for('update');
  return account;
}

const isVouchedFor = (address: string | null, { email }: Profile): boolean =>
  address !== null && address.toLowerCase() === email?.toLowerCase();

async function save(tx: Transaction, known: User | undefined, profile: Profile): Promise<User> {
  const [user] = known
    ? await tx.update(users).set(profile).where(eq(users.id, known.id)).returning()
    : await tx
        .insert(users)
        .values({ id: randomUUID(), ...profile })
        .returning();
  if (!user) throw new Error('a user was not saved');
  return user;
}

export async function findUser(db: Database, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user ?? null;
}
