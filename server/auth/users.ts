import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { advisoryLock } from '#server/db/advisory-lock';
import type { Database, Transaction } from '#server/db/client';
import type { Role } from '#shared/domain/permissions';
import { adminActions, invitations, users } from '#shared/schema';
import { lockByEmail, type RoleChange, setRole, type User } from './roles';
import type { Profile } from './sign-in/profile';
import type { ListedRoles } from './sign-in/sign-in-settings';

export interface RecordedSignIn {
  user: User;
  /** Roles granted or revoked, not always the signed-in user's. */
  roles: readonly (RoleChange & { userId: string })[];
}

/**
 * Records a sign-in with the provider's current profile. Grants the role listed for the verified
 * address, or an invitation's: a listed owner becomes owner whatever their previous role. Removing
 * an address from the list revokes no role. But every role was granted to an address: it ends when
 * the provider no longer verifies that address, or verifies it for another account, because the
 * address belongs to the account that verified it last.
 */
export function recordSignIn(
  db: Database,
  profile: Profile,
  listed: ListedRoles,
): Promise<RecordedSignIn> {
  return db.transaction(async (tx) => {
    const roles: RecordedSignIn['roles'][number][] = [];
    const change = async (user: User, to: RoleChange) => {
      if (user.role === to.role) return user;
      roles.push({ userId: user.id, ...to });
      return setRole(tx, user, to);
    };
    // Serialised, because an address may be moving from one account to another.
    await advisoryLock(tx, 'sign-in');
    const account = await lockAccount(tx, profile);
    const holder = profile.email === null ? undefined : await lockByEmail(tx, profile.email);
    if (holder && holder.id !== account?.id) {
      // Otherwise it could no longer be revoked by that address.
      await change(holder, { role: null, reason: 'address moved' });
      await tx.update(users).set({ email: null }).where(eq(users.id, holder.id));
    }
    if (account && !isVerifiedAddress(account.email, profile)) {
      await change(account, { role: null, reason: 'address gone' });
    }
    const saved = await save(tx, account, profile);
    const listedRole = (saved.email && listed.get(saved.email.toLowerCase())) || null;
    const invited = saved.email === null ? null : await takeInvitation(tx, saved.email);
    if (listedRole === 'owner' || saved.role || !invited) {
      const role = listedRole === 'owner' ? listedRole : (saved.role ?? listedRole);
      return { user: await change(saved, { role, reason: 'sign-in' }), roles };
    }
    return { user: await change(saved, { role: invited, reason: 'invitation' }), roles };
  });
}

/** Uses up the invitation of an address and returns its role; null when there is none. */
async function takeInvitation(tx: Transaction, address: string): Promise<Role | null> {
  const [deleted] = await tx
    .delete(invitations)
    .where(eq(sql`lower(${invitations.email})`, address.toLowerCase()))
    .returning();
  return deleted?.role ?? null;
}

/** Records a team member's sign-in for Activity. */
export async function recordTeamSignIn(db: Database, userId: string): Promise<void> {
  await db
    .insert(adminActions)
    .values({ userId, action: 'admin.sign-in', entity: 'user', entityId: userId });
}

/** True when the provider's profile belongs to this user. */
export async function isUser(
  db: Database,
  id: string,
  { issuer, subject }: Profile,
): Promise<boolean> {
  const isThem = and(eq(users.id, id), eq(users.issuer, issuer), eq(users.subject, subject));
  return (await db.$count(users, isThem)) === 1;
}

/**
 * Finds and locks the account of issuer and subject. An account from before issuers were stored
 * matches only if it has the same address: the same subject at another provider is another person.
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
    .orderBy(asc(users.issuer)) // Nulls last
    .limit(1)
    .for('update');
  return account;
}

const isVerifiedAddress = (address: string | null, { email }: Profile): boolean =>
  address !== null && address.toLowerCase() === email?.toLowerCase();

async function save(tx: Transaction, account: User | undefined, profile: Profile): Promise<User> {
  const [user] = account
    ? await tx.update(users).set(profile).where(eq(users.id, account.id)).returning()
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
