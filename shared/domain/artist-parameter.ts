import { type ArtistParameter, artistParameter, originParameter } from '#shared/contracts/checkout';

export type EntryProblem = 'noSelection' | 'invalidData';

/** Reads the artist out of the checkout's address. */
export function readArtistParameter(search: string): ArtistParameter | EntryProblem {
  const json = new URLSearchParams(search).get('artist');
  if (!json) return 'noSelection';
  try {
    return artistParameter.parse(JSON.parse(json));
  } catch {
    return 'invalidData';
  }
}

/** Reads the category that the voter comes from; null for none, and for what cannot be one. */
export const readOriginParameter = (search: string): string | null =>
  originParameter.safeParse(new URLSearchParams(search).get('category')).data ?? null;
