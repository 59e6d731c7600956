import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { endSessionsOf, setRole, type User } from '#server/auth/index';
import { advisoryLock } from '#server/db/advisory-lock';
import type { Database, Transaction } from '#server/db/client';
import { conflict, forbidden, notFound } from '#server/errors';
import type { invitationInput } from '#shared/contracts/admin-team';
import type { Role } from '#shared/domain/permissions';
import { adminActions, invitations, users } from '#shared/schema';

interface MemberRoleChange {
  actorId: string;
  memberId: string;
  /** Null revokes it. */
  role: Role | null;
}

/**
 * Changes or revokes the role of another team member. Only an owner may do so, and not for
 * themselves, so that one owner always remains.
 * @throws AppError 409 for one's own role, 404 for a user outside the team
 */
export function changeRole(
  db: Database,
  { actorId, memberId, role }: MemberRoleChange,
): Promise<void> {
  return asOwner(db, actorId, async (tx) => {
    if (memberId === actorId)
      throw conflict('own-role', 'Administrators cannot change their own role');
    const member = await findMember(tx, memberId);
    await setRole(tx, member, { role, reason: 'team' }, actorId);
  });
}

/**
 * Invites a person: grants a role at their first sign-in with this address.
 * @throws AppError 409 for a team member, or a person already invited
 */
export function invite(
  db: Database,
  actorId: string,
  { email, role }: z.output<typeof invitationInput>,
): Promise<void> {
  return asOwner(db, actorId, async (tx) => {
    const address = email.toLowerCase();
    const isTheirs = and(eq(sql`lower(${users.email})`, address), isNotNull(users.role));
    if ((await tx.$count(users, isTheirs)) > 0) {
      throw conflict('already-member', 'Already a member of the team');
    }
    const [invited] = await tx
      .insert(invitations)
      .values({ email, role, invitedBy: actorId })
      .onConflictDoNothing()
      .returning();
    if (!invited) throw conflict('already-invited', 'Already invited');
    // The address is left out because the log is permanent.
    await record(tx, { actorId, action: 'admin.invite', entityId: invited.id, after: { role } });
  });
}

/** @throws AppError 404 when there is no such invitation, or it has been used meanwhile */
export function withdrawInvitation(db: Database, actorId: string, id: string): Promise<void> {
  return asOwner(db, actorId, async (tx) => {
    const [withdrawn] = await tx.delete(invitations).where(eq(invitations.id, id)).returning();
    if (!withdrawn) throw notFound('invitation');
    const { role } = withdrawn;
    await record(tx, { actorId, action: 'admin.uninvite', entityId: id, after: { role } });
  });
}

/** @throws AppError 404 for a user outside the team */
export function endSessionsOfMember(
  db: Database,
  actorId: string,
  memberId: string,
): Promise<void> {
  return asOwner(db, actorId, async (tx) => {
    const { id } = await findMember(tx, memberId);
    await endSessionsOf(tx, id);
    await record(tx, { actorId, action: 'admin.sign-out', entityId: id });
  });
}

/**
 * Runs changes of the team one after the other, including sign-ins, and checks that the actor is
 * still an owner: they may have lost the role since their request arrived.
 */
function asOwner(
  db: Database,
  actorId: string,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await advisoryLock(tx, 'sign-in');
    const actor = await lookForMember(tx, actorId);
    if (actor?.role !== 'owner') throw forbidden();
    await change(tx);
  });
}

async function findMember(tx: Transaction, id: string): Promise<User> {
  const member = await lookForMember(tx, id);
  if (!member) throw notFound('member of the team');
  return member;
}

async function lookForMember(tx: Transaction, id: string): Promise<User | undefined> {
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNotNull(users.role)));
  return member;
}

interface LoggedAction {
  actorId: string;
  action: 'admin.invite' | 'admin.uninvite' | 'admin.sign-out';
  entityId: string;
  after?: { role: Role };
}

const record = (tx: Transaction, { actorId, ...entry }: LoggedAction) =>
  tx.insert(adminActions).values({ userId: actorId, entity: 'user', ...entry });
