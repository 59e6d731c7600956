import { nameKey } from '#shared/domain/name-key';

/** Enough to choose from; whoever types more of the name sees the others. */
const MAX_SHOWN = 8;

interface Named {
  id: string;
  name: string;
}

/** Returns the other artists that match a search; without one, those whose names look alike. */
export function mergeCandidates<Artist extends Named>(
  artists: readonly Artist[],
  artist: Named,
  search: string,
): Artist[] {
  const [own, wanted] = [nameKey(artist.name), nameKey(search)];
  return artists
    .filter(({ id, name }) => {
      const key = nameKey(name);
      return id !== artist.id && (wanted === '' ? key === own : key.includes(wanted));
    })
    .slice(0, MAX_SHOWN);
}
