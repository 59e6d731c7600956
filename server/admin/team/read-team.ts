import { and, asc, eq, isNotNull, max, sql } from 'drizzle-orm';
import { isSessionOf, isStillOpen, type ListedRoles } from '#server/auth/index';
import type { Database } from '#server/db/client';
import type { Team } from '#shared/contracts/admin-team';
import { ROLES, type Role } from '#shared/domain/permissions';
import { adminActions, invitations, sessions, users } from '#shared/schema';

/** Returns all team members, owners first, and the invitations. */
export async function readTeam(db: Database, askerId: string, listed: ListedRoles): Promise<Team> {
  const signIns = db
    .select({ userId: adminActions.entityId, at: max(adminActions.at).as('at') })
    .from(adminActions)
    .where(and(eq(adminActions.entity, 'user'), eq(adminActions.action, 'admin.sign-in')))
    .groupBy(adminActions.entityId)
    .as('sign_ins');
  const openSessions = db
    .select({ count: sql`count(*)` })
    .from(sessions)
    .where(and(isSessionOf(users.id), isStillOpen));
  const members = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: users.role,
      lastSignInAt: signIns.at,
      openSessions: sql`(${openSessions})`.mapWith(Number),
    })
    .from(users)
    .leftJoin(signIns, eq(signIns.userId, users.id))
    .where(isNotNull(users.role))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id));
  const pending = await db.select().from(invitations).orderBy(asc(invitations.createdAt));
  return {
    members: members
      .flatMap(({ firstName, lastName, role, ...rest }) =>
        role ? [{ ...rest, role, name: nameOf(firstName, lastName) }] : [],
      )
      .map(({ lastSignInAt, ...rest }) => ({
        ...rest,
        lastSignInAt: lastSignInAt?.toISOString() ?? null,
        isOneself: rest.id === askerId,
        isInSettings: listed.get(rest.email?.toLowerCase() ?? '') === 'owner',
      }))
      .sort((a, b) => rankOf(a.role) - rankOf(b.role)),
    invitations: pending.map(({ id, email, role, createdAt }) => ({
      id,
      email,
      role,
      invitedAt: createdAt.toISOString(),
    })),
  };
}

const nameOf = (...parts: (string | null)[]): string | null =>
  parts.filter(Boolean).join(' ').trim() || null;

const rankOf = (role: Role): number => ROLES.indexOf(role);
