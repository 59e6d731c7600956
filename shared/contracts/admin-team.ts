import { z } from 'zod';
import { ROLES } from '#shared/domain/permissions';
import { email, isoInstant, storableText, uuid } from './primitives';

const role = z.enum(ROLES);

const teamMember = z.object({
  id: z.string(),
  /** Null when the sign-in provider has none. */
  name: z.string().nullable(),
  /** Null unless the sign-in provider has verified it. */
  email: z.string().nullable(),
  role,
  /** Null for a member who has not signed in since joining the team. */
  lastSignInAt: isoInstant.nullable(),
  openSessions: z.int(),
  /** True for the caller. */
  isOneself: z.boolean(),
  /** True when the server's settings make this member an owner at every sign-in. */
  isInSettings: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMember>;

const invitation = z.object({
  id: uuid,
  email: z.string(),
  role,
  invitedAt: isoInstant,
});
export type Invitation = z.infer<typeof invitation>;

export const team = z.object({ members: z.array(teamMember), invitations: z.array(invitation) });
export type Team = z.infer<typeof team>;

/** User ids have the text form they were created with. */
export const memberParams = z.object({ id: storableText(255).min(1) });
export const invitationInput = z.object({ email, role });
export const roleInput = z.object({ role });

const openSession = z.object({
  /** Id within this list only; it grants no access. */
  id: z.string(),
  /** Such as `Chrome`; null when the browser does not send it. */
  browser: z.string().nullable(),
  /** Such as `Android`. */
  system: z.string().nullable(),
  signedInAt: isoInstant,
  lastSeenAt: isoInstant,
  /** True for the caller's current session. */
  isThis: z.boolean(),
});
export const openSessionList = z.array(openSession);
export type OpenSession = z.infer<typeof openSession>;
export const sessionParams = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) });
