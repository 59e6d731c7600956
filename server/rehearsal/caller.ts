import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { CallerIdentity, TeamCaller } from '#server/auth/index';
import type { Database } from '#server/db/client';
import { ROLES } from '#shared/domain/permissions';
import { users } from '#shared/schema';

/** Headers from the server to the process of a rehearsal; those of a browser are dropped. */
export const SECRET_HEADER = 'x-rehearsal-secret';
export const CALLER_HEADER = 'x-rehearsal-caller';

const teamCaller = z.object({
  member: z.object({ id: z.string(), role: z.enum(ROLES) }).nullable(),
  authenticatedAt: z.number().nullable(),
});

export const writeCaller = (caller: TeamCaller): string =>
  Buffer.from(JSON.stringify(caller)).toString('base64url');

/** True when the server has sent this request. */
export function isFromServer({ headers }: IncomingMessage, secret: string): boolean {
  const sent = Buffer.from(String(headers[SECRET_HEADER] ?? ''));
  const expected = Buffer.from(secret);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/**
 * Identifies the callers of a rehearsal as the server reports them. Of a person, their id and role
 * are stored.
 * @param shiftMs how far the clock of this process is ahead of the server's
 */
export const callersOf =
  (db: Database, shiftMs: () => number): CallerIdentity =>
  async ({ headers }) => {
    const text = String(headers[CALLER_HEADER] ?? '');
    if (text === '') return { user: null, authenticatedAt: null };
    const { member, authenticatedAt } = teamCaller.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return {
      user: member && (await knownUser(db, member)),
      authenticatedAt: authenticatedAt === null ? null : authenticatedAt + shiftMs(),
    };
  };

async function knownUser(db: Database, { id, role }: NonNullable<TeamCaller['member']>) {
  const [known] = await db.select().from(users).where(eq(users.id, id));
  if (known?.role === role) return known;
  const [saved] = await db
    .insert(users)
    .values({ id, subject: id, role })
    .onConflictDoUpdate({ target: users.id, set: { role } })
    .returning();
  return saved ?? null;
}
