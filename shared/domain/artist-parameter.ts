import { oneLine } from './one-line';
import { isUuid } from './uuid';

/**
 * The artist as named in the checkout's address. Anyone can craft such an address and make it look
 * like ours, so any other content is ignored, including what links of earlier releases carried, and
 * the name is shown only until the server has responded.
 */
export interface ArtistParameter {
  id: string;
  name: string;
}

export type EntryProblem = 'noSelection' | 'invalidData';

const MAX_NAME_LENGTH = 80;

/** Truncates between code points, so that no emoji is cut in half. */
const shownName = (name: string): string =>
  Array.from(oneLine(name)).slice(0, MAX_NAME_LENGTH).join('');

/** Reads the artist from the checkout's address. */
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

/** Reads the category the voter came from; null when there is none or it is invalid. */
export function readOriginParameter(search: string): string | null {
  const origin = new URLSearchParams(search).get('category');
  return isUuid(origin) ? origin : null;
}
