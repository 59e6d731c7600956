import { z } from 'zod';
import { ROLES } from '../domain/permissions';

/** What a signed-in person is told about themselves. */
export const currentUser = z.object({
  id: z.string(),
  /** Null unless the sign-in provider has verified it. */
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** Whether they have a role. */
  isAdmin: z.boolean(),
  /** Null for who is not of the team. */
  role: z.enum(ROLES).nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;
