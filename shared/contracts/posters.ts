import { z } from 'zod';
import { uuid } from './primitives';

/** Artist of the posters: the slug of a current or former short link, or the artist's id. */
export const posterArtist = z.string().regex(/^[a-z0-9-]{1,80}$/i);

/** All posters of an artist: one set for each nomination, in all formats and languages. */
export const posterKits = z.object({
  artist: z.object({ id: uuid, name: z.string(), slug: z.string() }),
  kits: z.array(
    z.object({
      nominationId: uuid,
      category: z.object({ id: uuid, name: z.string(), nameFr: z.string().nullable() }),
      /** Path of the short link printed on them. */
      link: z.string(),
    }),
  ),
});
export type PosterKits = z.infer<typeof posterKits>;
