import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Request } from 'express';
import type { Database } from '#server/db/client';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { sessions } from '#shared/schema';

/** Administrators must sign in again after this time, in ms. */
const MAX_SESSION_MS = 12 * 3_600_000;
/** Longest time without use; after that, someone else may be at the browser. */
const MAX_IDLE = sql`interval '30 minutes'`;

/** Time of the sign-in, from a row of `sessions`. */
export const signedInAt = sql`to_timestamp((${sessions.sess} #>> '{passport,user,at}')::float8 / 1000)`;

/** Condition on `sessions`: the session belongs to this user. */
export const isSessionOf = (userId: string | SQLWrapper) =>
  sql`${sessions.sess} #>> '{passport,user,id}' = ${userId}`;

/** Condition on `sessions`: a team member's session is still valid. */
export const isStillOpen = sql`${sessions.expire} > now()
  and ${signedInAt} > now() - ${MAX_SESSION_MS} * interval '1 millisecond'
  and coalesce(${sessions.usedAt}, ${signedInAt}) > now() - ${MAX_IDLE}`;

/**
 * True when an administrator's session is still valid. A request counts as use and extends it by
 * half an hour, unless the page marks it as sent on its own.
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
