import { z } from 'zod';
import { uuid } from './primitives';

/**
 * The artist as it stands in the address of the checkout. Shown only until the server's own answer
 * is there; nothing in it but the id is ever trusted, so all else may be missing.
 */
export const artistParameter = z.object({
  id: uuid,
  name: z.string().min(1).max(255),
  bio: z.string().nullable().default(null),
  bioFr: z.string().nullable().default(null),
  photoUrl: z.string().nullable().default(null),
  totalVotes: z.number().default(0),
  categoryCount: z.number().default(0),
  categories: z
    .array(z.object({ id: uuid, name: z.string(), nameFr: z.string().nullable().default(null) }))
    .default([]),
});
export type ArtistParameter = z.output<typeof artistParameter>;
