import type { Language } from './localized';

/** To be posted upright, in a square, and printed. */
export const POSTER_FORMATS = ['story', 'square', 'a4'] as const;
export type PosterFormat = (typeof POSTER_FORMATS)[number];

/** As files end. */
export const POSTER_TYPES = { story: 'jpg', square: 'jpg', a4: 'pdf' } as const satisfies Record<
  PosterFormat,
  string
>;

/** Where a poster is found. */
export const posterPath = (nominationId: string, format: PosterFormat, language: Language) =>
  `/posters/${nominationId}-${format}-${language}.${POSTER_TYPES[format]}`;
