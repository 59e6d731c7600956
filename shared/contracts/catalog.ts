import { z } from 'zod';
import { LANGUAGES } from '../domain/localized';
import { storableText, uuid } from './primitives';

export const idParams = z.object({ id: uuid });
export const categoryIdParams = z.object({ categoryId: uuid });
export const artistIdParams = z.object({ artistId: uuid });
export const shareLinkParams = z.object({ link: storableText(100).min(1) });
/** The language of `displayName` and its like; without it, that of the browser. */
export const displayQuery = z.object({ lang: z.enum(LANGUAGES).optional() });

/** Texts come in both languages; the reader applies `localized()`, so switching needs no new request. */
export const category = z.object({
  id: uuid,
  name: z.string(),
  nameFr: z.string().nullable(),
  description: z.string().nullable(),
  descriptionFr: z.string().nullable(),
  icon: z.string().nullable(),
  backgroundColor: z.string().nullable(),
  backgroundImageUrl: z.string().nullable(),
  /** Active artists nominated here. */
  artistCount: z.number().int(),
});
export type Category = z.infer<typeof category>;

/** As the public is told of it: its texts once more, in the language that was asked for. */
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
  /** All counted votes, over every category; null where the public may not know. */
  totalVotes: z.number().int().nullable(),
  /** Votes counted in the last 24 hours; null unless totals are shown live. */
  trendingVotes: z.number().int().nullable(),
  /** Each with the nomination that votes in it are for. */
  categories: z.array(publicCategory.extend({ nominationId: uuid })),
  categoryCount: z.number().int(),
});
export type Artist = z.infer<typeof artist>;

/** What a nomination says instead of its artist's own texts. */
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
  /** Null where the public may not know. */
  voteCount: z.number().int().nullable(),
  /** In its category, where places are shown and totals are not. */
  standing: z.object({ place: z.number().int(), share: z.number().int() }).nullable(),
  ...ownTexts.shape,
});
export type Nomination = z.infer<typeof nomination>;

/** Without an artist where the nomination is gone and its category is not. */
export const sharedNomination = z.object({
  categoryId: uuid,
  category: publicCategory,
  artist: artist.nullable(),
});
export type SharedNomination = z.infer<typeof sharedNomination>;

/** An artist whom the organiser puts forward, and the category whose page shows them. */
export const featuredArtist = z.object({
  id: uuid,
  name: z.string(),
  photoUrl: z.string().nullable(),
  categoryId: uuid,
});
export type FeaturedArtist = z.infer<typeof featuredArtist>;

/** All that can be found by name, in columns: it is loaded whole, and phones pay for each byte. */
export const searchIndex = z.object({
  categories: z.array(category.pick({ id: true, name: true, nameFr: true, icon: true })),
  artists: z.object({
    /** 16 bytes of an id after the other, in base64. */
    ids: z.base64(),
    names: z.array(z.string()),
    /** Where each can be voted for, as places in `categories`; the first is the one to show. */
    categories: z.array(z.array(z.number().int()).min(1)),
  }),
});
export type SearchIndex = z.infer<typeof searchIndex>;
