import type { Artist } from '#shared/contracts/catalog';

interface LinkedArtist extends Pick<Artist, 'id' | 'name' | 'totalVotes' | 'categoryCount'> {
  categories: readonly Pick<Artist['categories'][number], 'nominationId' | 'name' | 'nameFr'>[];
}

/**
 * Returns the address of the checkout with the artist, as specified. The checkout itself trusts
 * only the id, and shows the name until the server has responded.
 * @param from category that the voter comes from, which the checkout lists first
 */
export function checkoutPath(artist: LinkedArtist, from: string | null): string {
  const { id, name, totalVotes, categoryCount } = artist;
  const categories = artist.categories.map(({ nominationId, name, nameFr }) => ({
    nominationId,
    name,
    nameFr,
  }));
  const parameter = JSON.stringify({ id, name, totalVotes, categoryCount, categories });
  const origin = from === null ? '' : `&category=${from}`;
  return `/checkout?artist=${encodeURIComponent(parameter)}${origin}`;
}
