// The one contract that the browser parses with, so it takes zod's small edition.
import * as z from 'zod/mini';

const optionalText = z._default(z.nullable(z.string()), null);

/**
 * The artist as it stands in the address of the checkout. Shown only until the server's own answer
 * is there; nothing in it but the id is ever trusted, so all else may be missing.
 */
export const artistParameter = z.object({
  id: z.uuid(),
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  bio: optionalText,
  bioFr: optionalText,
  photoUrl: optionalText,
  totalVotes: z._default(z.number(), 0),
  categoryCount: z._default(z.number(), 0),
  categories: z._default(
    z.array(
      z.object({
        /** Addresses of earlier releases have none. */
        nominationId: z.optional(z.string()),
        name: z.string(),
        nameFr: optionalText,
      }),
    ),
    [],
  ),
});
export type ArtistParameter = z.output<typeof artistParameter>;
