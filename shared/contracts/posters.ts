import { z } from 'zod';
import type { Language } from '../domain/localized';
import { uuid } from './primitives';

/** To be posted upright, in a square, and printed. */
export const POSTER_FORMATS = ['story', 'square', 'a4'] as const;
export type PosterFormat = (typeof POSTER_FORMATS)[number];

/** As files end. */
export const POSTER_TYPES = { story: 'jpg', square: 'jpg', a4: 'pdf' } as const satisfies Record<
  PosterFormat,
  string
>;

/** Whose posters: the end of a short link, a former one too, or the artist's id. */
export const posterArtist = z.string().regex(/^[a-z0-9-]{1,80}$/i);

/** All posters of an artist: one kit for each nomination, in all formats and languages. */
export const posterKits = z.object({
  artist: z.object({ id: uuid, name: z.string(), slug: z.string() }),
  kits: z.array(
    z.object({
      nominationId: uuid,
      category: z.object({ id: uuid, name: z.string(), nameFr: z.string().nullable() }),
      /** The path of the short link that stands on them. */
      link: z.string(),
    }),
  ),
});
export type PosterKits = z.infer<typeof posterKits>;

/** Where a poster is found. */
export const posterPath = (nominationId: string, format: PosterFormat, language: Language) =>
  `/posters/${nominationId}-${format}-${language}.${POSTER_TYPES[format]}`;
