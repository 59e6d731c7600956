import type { Artist } from '../../../../shared/contracts/catalog';

/** The address that opens this artist's profile, inside the first category that nominates them. */
export function artistLink(
  artist: Pick<Artist, 'id' | 'categories'>,
  origin: string = window.location.origin,
): string {
  const [first] = artist.categories;
  return first ? `${origin}/category/${first.id}?artist=${artist.id}` : `${origin}/categories`;
}
