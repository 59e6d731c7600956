import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Request } from 'express';
import type { Database } from '#server/db/client';
import { notFound } from '#server/errors';
import type { OpenSession } from '#shared/contracts/admin-team';
import { sessions } from '#shared/schema';
import { isSessionOf, isStillOpen, signedInAt } from './admin-session';
import { currentUser } from './current-user';

/** Identifies a session without granting access to it. */
const publicId = sql<string>`encode(sha256(${sessions.sid}::bytea), 'hex')`;

/** Returns the caller's sessions, the current one first. */
export async function listOwnSessions(db: Database, req: Request): Promise<OpenSession[]> {
  const isThis = sql<boolean>`${sessions.sid} = ${req.sessionID}`;
  const rows = await db
    .select({
      id: publicId,
      browser: sql<string | null>`${sessions.sess} #>> '{device,browser}'`,
      system: sql<string | null>`${sessions.sess} #>> '{device,system}'`,
      signedInAt: signedInAt.mapWith(sessions.usedAt),
      lastSeenAt: sql`coalesce(${sessions.usedAt}, ${signedInAt})`.mapWith(sessions.usedAt),
      isThis,
    })
    .from(sessions)
    .where(and(isSessionOf(currentUser(req).id), isStillOpen))
    .orderBy(desc(isThis), desc(sessions.usedAt), publicId);
  return rows.map((row) => ({
    ...row,
    signedInAt: row.signedInAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}

/**
 * Ends one of the caller's sessions.
 * @throws AppError 404 when the caller has no such session
 */
export async function endOwnSession(db: Database, req: Request, id: string): Promise<void> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(isSessionOf(currentUser(req).id), eq(publicId, id)));
  if (rowCount === 0) throw notFound('session');
}

/** Ends all sessions of the caller except the current one. */
export async function endOtherSessions(db: Database, req: Request): Promise<void> {
  await db
    .delete(sessions)
    .where(and(isSessionOf(currentUser(req).id), ne(sessions.sid, req.sessionID)));
}
