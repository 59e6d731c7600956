import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { users } from '#shared/schema';
import { advisoryLock } from '../db/advisory-lock';
import type { Database, Transaction } from '../db/client';
import { lockByEmail, setAdmin, type User } from './admin-rights';
import type { Profile } from './sign-in/profile';

/**
 * Writes down who has just signed in, as the provider describes them today, and makes them an
 * administrator when their verified address is among `adminEmails`. Leaving that list takes no
 * right away; but every right was given to an address, and ends once the provider does not vouch
 * for it any more.
 */
export function recordSignIn(
  db: Database,
  profile: Profile,
  adminEmails: readonly string[],
): Promise<User> {
  return db.transaction(async (tx) => {
    // One after the other: an address may be on its way from one account to another.
    await advisoryLock(tx, 'sign-in');
    const known = await lockAccount(tx, profile);
    if (profile.email !== null) await releaseAddress(tx, profile.email, known);
    if (known && !isVouchedFor(known.email, profile)) {
      await setAdmin(tx, known, false, 'address gone');
    }
    const user = await save(tx, known, profile);
    const address = user.email?.toLowerCase();
    const isListed = adminEmails.some((listed) => listed.toLowerCase() === address);
    return isListed ? setAdmin(tx, user, true, 'sign-in') : user;
  });
}

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

/**
 * An address belongs to the account that verified it last. The account that had it before loses the
 * right that was given to the address: it could no longer be revoked by that name.
 */
async function releaseAddress(
  tx: Transaction,
  address: string,
  owner: User | undefined,
): Promise<void> {
  const holder = await lockByEmail(tx, address);
  if (!holder || holder.id === owner?.id) return;
  await setAdmin(tx, holder, false, 'address moved');
  await tx.update(users).set({ email: null }).where(eq(users.id, holder.id));
}

export async function findUser(db: Database, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user ?? null;
}
