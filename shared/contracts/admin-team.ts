import { z } from 'zod';
import { ROLES } from '../domain/permissions';
import { email, isoInstant, storableText, uuid } from './primitives';

const role = z.enum(ROLES);

const teamMember = z.object({
  id: z.string(),
  /** Null where the sign-in provider knows none. */
  name: z.string().nullable(),
  /** Null unless the sign-in provider has verified it. */
  email: z.string().nullable(),
  role,
  /** Null for who has not signed in since they are of the team. */
  lastSignInAt: isoInstant.nullable(),
  openSessions: z.int(),
  /** Whether it is who asks. */
  isOneself: z.boolean(),
  /** Whether the server's settings make them an owner with every sign-in. */
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

/** Ids of people are the text that they were made with. */
export const memberParams = z.object({ id: storableText(255).min(1) });
export const invitationInput = z.object({ email, role });
export const roleInput = z.object({ role });

const openSession = z.object({
  /** Of this list alone: it opens nothing. */
  id: z.string(),
  /** Such as `Chrome`; null where the browser does not tell. */
  browser: z.string().nullable(),
  /** Such as `Android`. */
  system: z.string().nullable(),
  signedInAt: isoInstant,
  lastSeenAt: isoInstant,
  /** Whether it is that of who asks. */
  isThis: z.boolean(),
});
export const openSessionList = z.array(openSession);
export type OpenSession = z.infer<typeof openSession>;
export const sessionParams = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) });
