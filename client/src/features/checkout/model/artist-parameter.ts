import { type ArtistParameter, artistParameter } from '#shared/contracts/checkout';

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
