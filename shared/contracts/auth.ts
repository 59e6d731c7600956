import { z } from 'zod';

/** What a signed-in person is told about themselves. */
export const currentUser = z.object({
  id: z.string(),
  /** Null unless the sign-in provider has verified it. */
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
});
export type CurrentUser = z.infer<typeof currentUser>;
