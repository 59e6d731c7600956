interface LinkedArtist {
  id: string;
  /** The first one is shown; may be empty. */
  categories: readonly { id: string }[];
}

/**
 * Returns the address that opens this artist's profile inside the first category that nominates
 * them.
 */
export function artistLink(artist: LinkedArtist, origin: string = window.location.origin): string {
  const [first] = artist.categories;
  return first ? `${origin}/category/${first.id}?artist=${artist.id}` : `${origin}/categories`;
}

/** Returns the page of an artist's posters; the server accepts the id in place of the slug. */
export const postersLink = ({ id }: { id: string }): string => `/a/${id}/posters`;
