import { z } from 'zod';
import { LANGUAGES } from '#shared/domain/localized';
import { storableText, uuid } from './primitives';

export const idParams = z.object({ id: uuid });
export const categoryIdParams = z.object({ categoryId: uuid });
export const artistIdParams = z.object({ artistId: uuid });
export const shareLinkParams = z.object({ link: storableText(100).min(1) });
/** Language of `displayName` and similar fields; defaults to the browser's. */
export const displayQuery = z.object({ lang: z.enum(LANGUAGES).optional() });

/**
 * Texts are sent in both languages; the client applies `localized()`, so switching needs no new
 * request.
 */
export const category = z.object({
  id: uuid,
  name: z.string(),
  nameFr: z.string().nullable(),
  description: z.string().nullable(),
  descriptionFr: z.string().nullable(),
  icon: z.string().nullable(),
  backgroundColor: z.string().nullable(),
  backgroundImageUrl: z.string().nullable(),
  /** Number of active artists nominated here. */
  artistCount: z.number().int(),
});
export type Category = z.infer<typeof category>;

/** Public form of a category: its texts also in the requested language. */
export const publicCategory = category.extend({
  displayName: z.string(),
  displayDescription: z.string().nullable(),
});
export type PublicCategory = z.infer<typeof publicCategory>;

export const artist = z.object({
  id: uuid,
  name: z.string(),
  bio: z.string().nullable(),
  bioFr: z.string().nullable(),
  photoUrl: z.string().nullable(),
  isTrending: z.boolean(),
  /** All counted votes in every category; null when hidden from the public. */
  totalVotes: z.number().int().nullable(),
  /** Votes counted in the last 24 hours; null unless totals are shown live. */
  trendingVotes: z.number().int().nullable(),
  /** Each category has the nomination that its votes belong to. */
  categories: z.array(publicCategory.extend({ nominationId: uuid })),
  categoryCount: z.number().int(),
});
export type Artist = z.infer<typeof artist>;

/** Texts of a nomination that replace its artist's. */
export const ownTexts = z.object({
  nominationTitle: z.string().nullable(),
  nominationTitleFr: z.string().nullable(),
  nominationPhotoUrl: z.string().nullable(),
  nominationDescription: z.string().nullable(),
  nominationDescriptionFr: z.string().nullable(),
});

export const nomination = z.object({
  id: uuid,
  artist,
  category: publicCategory,
  /** Null when hidden from the public. */
  voteCount: z.number().int().nullable(),
  /** Rank and share in its category, where ranks are shown and totals are not. */
  standing: z.object({ place: z.number().int(), share: z.number().int() }).nullable(),
  ...ownTexts.shape,
});
export type Nomination = z.infer<typeof nomination>;

/** Has no artist when the nomination was deleted but its category was not. */
export const sharedNomination = z.object({
  categoryId: uuid,
  category: publicCategory,
  artist: artist.nullable(),
});
export type SharedNomination = z.infer<typeof sharedNomination>;

/** An artist featured by the organiser, and the category whose page shows them. */
export const featuredArtist = z.object({
  id: uuid,
  name: z.string(),
  photoUrl: z.string().nullable(),
  categoryId: uuid,
});
export type FeaturedArtist = z.infer<typeof featuredArtist>;

/**
 * All searchable names, stored in columns: it is loaded as a whole, and phone users pay for each
 * byte.
 */
export const searchIndex = z.object({
  categories: z.array(category.pick({ id: true, name: true, nameFr: true, icon: true })),
  artists: z.object({
    /** Concatenated ids of 16 bytes each, in base64. */
    ids: z.base64(),
    names: z.array(z.string()),
    /** Indexes in `categories` where each can be voted for; the first is the one to show. */
    categories: z.array(z.array(z.number().int()).min(1)),
  }),
});
export type SearchIndex = z.infer<typeof searchIndex>;
