import type { Language } from './localized';

/** Portrait and square for posting online, A4 for print. */
export const POSTER_FORMATS = ['story', 'square', 'a4'] as const;
export type PosterFormat = (typeof POSTER_FORMATS)[number];

/** File name extensions. */
export const POSTER_TYPES = { story: 'jpg', square: 'jpg', a4: 'pdf' } as const satisfies Record<
  PosterFormat,
  string
>;

/** Returns the path of a poster. */
export const posterPath = (nominationId: string, format: PosterFormat, language: Language) =>
  `/posters/${nominationId}-${format}-${language}.${POSTER_TYPES[format]}`;
