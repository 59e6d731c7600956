import type { Artist } from '#shared/contracts/catalog';
import type { ArtistParameter } from '#shared/contracts/checkout';

/** Proxies refuse long addresses, and an accented letter takes six characters of one. */
const BIO_LIMIT = 240;

/** Cuts between code points: half an emoji cannot be URL-encoded. */
const shortened = (bio: string | null): string | null =>
  bio === null ? null : Array.from(bio).slice(0, BIO_LIMIT).join('');

/** What the checkout shows until the server has told it more. */
const artistParameter = (artist: Artist): ArtistParameter => ({
  id: artist.id,
  name: artist.name,
  bio: shortened(artist.bio),
  bioFr: shortened(artist.bioFr),
  photoUrl: artist.photoUrl,
  totalVotes: artist.totalVotes,
  categoryCount: artist.categoryCount,
  categories: artist.categories.map(({ nominationId, name, nameFr }) => ({
    nominationId,
    name,
    nameFr,
  })),
});

export const checkoutPath = (artist: Artist): string =>
  `/checkout?artist=${encodeURIComponent(JSON.stringify(artistParameter(artist)))}`;
