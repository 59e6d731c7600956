import { oneLine } from './one-line';
import { isUuid } from './uuid';

/**
 * The artist as the address of the checkout names them. Anybody can write an address that leads here
 * and have it read as ours, so that all else in it is ignored, what links of earlier releases carried
 * too, and the name is shown only until the server has answered.
 */
export interface ArtistParameter {
  id: string;
  name: string;
}

export type EntryProblem = 'noSelection' | 'invalidData';

const MAX_NAME_LENGTH = 80;

/** Cut between code points: half an emoji is no text. */
const shownName = (name: string): string =>
  Array.from(oneLine(name)).slice(0, MAX_NAME_LENGTH).join('');

/** Reads the artist out of the checkout's address. */
export function readArtistParameter(search: string): ArtistParameter | EntryProblem {
  const json = new URLSearchParams(search).get('artist');
  if (!json) return 'noSelection';
  try {
    const { id, name } = JSON.parse(json);
    const shown = typeof name === 'string' ? shownName(name) : '';
    return isUuid(id) && shown ? { id, name: shown } : 'invalidData';
  } catch {
    return 'invalidData';
  }
}

/** Reads the category that the voter comes from; null for none, and for what cannot be one. */
export function readOriginParameter(search: string): string | null {
  const origin = new URLSearchParams(search).get('category');
  return isUuid(origin) ? origin : null;
}
