import { z } from 'zod';
import { ROLES } from '#shared/domain/permissions';

/** The signed-in user, as sent to that user. */
export const currentUser = z.object({
  id: z.string(),
  /** Null unless the sign-in provider has verified it. */
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** True when the user has a role. */
  isAdmin: z.boolean(),
  /** Null for a user outside the team. */
  role: z.enum(ROLES).nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;
