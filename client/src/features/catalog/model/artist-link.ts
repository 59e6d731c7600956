interface LinkedArtist {
  id: string;
  /** The first is the one to show; there may be none. */
  categories: readonly { id: string }[];
}

/** The address that opens this artist's profile, inside the first category that nominates them. */
export function artistLink(artist: LinkedArtist, origin: string = window.location.origin): string {
  const [first] = artist.categories;
  return first ? `${origin}/category/${first.id}?artist=${artist.id}` : `${origin}/categories`;
}

/** The page of an artist's posters; the server knows them by their id as well. */
export const postersLink = ({ id }: { id: string }): string => `/a/${id}/posters`;
