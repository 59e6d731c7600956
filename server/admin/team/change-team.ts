import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { endSessionsOf, setRole, type User } from '#server/auth/index';
import { advisoryLock } from '#server/db/advisory-lock';
import type { Database, Transaction } from '#server/db/client';
import { conflict, forbidden, notFound } from '#server/errors';
import type { invitationInput } from '#shared/contracts/admin-team';
import type { Role } from '#shared/domain/permissions';
import { adminActions, invitations, users } from '#shared/schema';

interface RoleWish {
  actorId: string;
  memberId: string;
  /** Null takes it. */
  role: Role | null;
}

/**
 * Changes or takes the role of somebody else of the team. An owner changes it, who is not the one
 * changed: so there is always one left.
 * @throws AppError 409 for one's own role, 404 for nobody of the team
 */
export function changeRole(db: Database, { actorId, memberId, role }: RoleWish): Promise<void> {
  return asOwner(db, actorId, async (tx) => {
    if (memberId === actorId) throw conflict('own-role', 'Nobody changes their own role');
    const member = await findMember(tx, memberId);
    await setRole(tx, member, { role, reason: 'team' }, actorId);
  });
}

/**
 * Has somebody get a role when they first sign in with this address.
 * @throws AppError 409 for who is of the team, or invited already
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
      throw conflict('already-member', 'They are of the team already');
    }
    const [invited] = await tx
      .insert(invitations)
      .values({ email, role, invitedBy: actorId })
      .onConflictDoNothing()
      .returning();
    if (!invited) throw conflict('already-invited', 'They are invited already');
    // Without the address: what is written down here stays for good.
    await record(tx, { actorId, action: 'admin.invite', entityId: invited.id, after: { role } });
  });
}

/** @throws AppError 404 when there is no such invitation, or they have come meanwhile */
export function withdrawInvitation(db: Database, actorId: string, id: string): Promise<void> {
  return asOwner(db, actorId, async (tx) => {
    const [withdrawn] = await tx.delete(invitations).where(eq(invitations.id, id)).returning();
    if (!withdrawn) throw notFound('invitation');
    const { role } = withdrawn;
    await record(tx, { actorId, action: 'admin.uninvite', entityId: id, after: { role } });
  });
}

/** @throws AppError 404 for nobody of the team */
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
 * One change of the team after the other, sign-ins among them: whoever was an owner when their request
 * came may be none any more.
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

interface Deed {
  actorId: string;
  action: 'admin.invite' | 'admin.uninvite' | 'admin.sign-out';
  entityId: string;
  after?: { role: Role };
}

const record = (tx: Transaction, { actorId, ...deed }: Deed) =>
  tx.insert(adminActions).values({ userId: actorId, entity: 'user', ...deed });
