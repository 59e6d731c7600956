import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Request } from 'express';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { sessions } from '#shared/schema';
import type { Database } from '../db/client';

/** An administrator signs in once a day at least. */
const MAX_SESSION_MS = 12 * 3_600_000;
/** Without use; a browser that was left open for longer is anybody's. */
const MAX_IDLE = sql`interval '30 minutes'`;

/** When its person signed in, of a row of `sessions`. */
export const signedInAt = sql`to_timestamp((${sessions.sess} #>> '{passport,user,at}')::float8 / 1000)`;

/** Whether it is the session of this person, of a row of `sessions`. */
export const isSessionOf = (userId: string | SQLWrapper) =>
  sql`${sessions.sess} #>> '{passport,user,id}' = ${userId}`;

/** Whether a session of the team still counts, of a row of `sessions`. */
export const isStillOpen = sql`${sessions.expire} > now()
  and ${signedInAt} > now() - ${MAX_SESSION_MS} * interval '1 millisecond'
  and coalesce(${sessions.usedAt}, ${signedInAt}) > now() - ${MAX_IDLE}`;

/**
 * Whether the session of an administrator still counts. A request is a use of it, and gives it
 * another half hour, unless the page says that it made it by itself while nobody was at it.
 * @param signedInAt in ms
 */
export async function isAdminSessionOpen(
  db: Database,
  req: Request,
  signedInAt: number,
): Promise<boolean> {
  if (Date.now() - signedInAt > MAX_SESSION_MS) return false;
  const signedIn = sql`${new Date(signedInAt).toISOString()}::timestamptz`;
  const isOpen = and(
    eq(sessions.sid, req.sessionID),
    sql`coalesce(${sessions.usedAt}, ${signedIn}) > now() - ${MAX_IDLE}`,
  );
  if (req.get(UNATTENDED_HEADER) !== undefined) return (await db.$count(sessions, isOpen)) > 0;
  const { rowCount } = await db.update(sessions).set({ usedAt: sql`now()` }).where(isOpen);
  return rowCount === 1;
}
