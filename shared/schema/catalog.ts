import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf, updatedAt } from './columns';
import { editionId, editions } from './editions';

/** Counts the edits, so that an edit of an outdated version can be refused. */
const version = () => integer('version').notNull().default(1);

export const categories = pgTable('categories', {
  id: uuid('id').primaryKey().defaultRandom(),
  editionId: editionId(),
  name: varchar('name', { length: 255 }).notNull(),
  nameFr: varchar('name_fr', { length: 255 }),
  description: text('description'),
  descriptionFr: text('description_fr'),
  /** A font icon class such as `fa-trophy`; any other value shows the default icon. */
  icon: varchar('icon', { length: 100 }),
  backgroundImageUrl: text('background_image_url'),
  backgroundColor: varchar('background_color', { length: 20 }),
  /**
   * Order among all categories, set by administrators; at the same position, older ones come first.
   */
  position: integer('position').notNull().default(0),
  /** Visible to administrators only: in no public list, and no new payment votes in it. */
  isHidden: boolean('is_hidden').notNull().default(false),
  /** False means deleted: removed from every list, its votes kept, restorable. */
  isActive: boolean('is_active').notNull().default(true),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const artists = pgTable(
  'artists',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: varchar('name', { length: 255 }).notNull(),
    bio: text('bio'),
    bioFr: text('bio_fr'),
    photoUrl: text('photo_url'),
    isFeatured: boolean('is_featured').notNull().default(false),
    /** False means deleted: removed from every list, its votes kept, restorable. */
    isActive: boolean('is_active').notNull().default(true),
    /** The artist into which this one was merged; never itself a merged one. It is not active then. */
    mergedInto: uuid('merged_into'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('artists_name_idx').on(table.name),
    index('artists_featured_idx').on(table.isFeatured),
  ],
);

export const nominations = pgTable(
  'nominations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    artistId: uuid('artist_id')
      .notNull()
      .references(() => artists.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    shareableLink: text('shareable_link').notNull().unique('nominations_shareable_link_key'),
    nominationTitle: varchar('nomination_title', { length: 255 }),
    nominationTitleFr: varchar('nomination_title_fr', { length: 255 }),
    nominationPhotoUrl: text('nomination_photo_url'),
    nominationDescription: text('nomination_description'),
    nominationDescriptionFr: text('nomination_description_fr'),
    /** Order among the nominations of its artist, set by administrators. */
    position: integer('position').notNull().default(0),
    /**
     * Set when an edit removes the nomination; re-adding the category clears it, so votes and links
     * survive.
     */
    withdrawnAt: instant('withdrawn_at'),
    /**
     * The nomination for which all votes of this one count: that of the artist into which its own
     * was merged, in the same category; never itself a merged one.
     */
    mergedInto: uuid('merged_into'),
    createdAt: createdAt(),
  },
  (table) => [
    index('nominations_merged_idx')
      .on(table.mergedInto)
      .where(sql`${table.mergedInto} is not null`),
    index('nominations_artist_idx').on(table.artistId),
    index('nominations_category_idx').on(table.categoryId),
    // Also serves as the index on the pair.
    unique('nominations_artist_category_key').on(table.artistId, table.categoryId),
  ],
);

/** A nomination as it was before a merge changed it. */
export type FormerNomination = Pick<
  typeof nominations.$inferSelect,
  'id' | 'artistId' | 'position' | 'mergedInto'
> & { withdrawnAt: string | null };

/** Merges of artists; each can be undone for ten minutes. */
export const artistMerges = pgTable(
  'artist_merges',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    artistId: uuid('artist_id')
      .notNull()
      .references(() => artists.id),
    /** The artist that stays. */
    intoId: uuid('into_id')
      .notNull()
      .references(() => artists.id),
    /** Artists merged into this one before, whose links lead to the one that stays since then. */
    formerArtistIds: uuid('former_artist_ids').array().notNull(),
    formerNominations: jsonb('former_nominations').$type<FormerNomination[]>().notNull(),
    mergedAt: instant('merged_at').notNull().defaultNow(),
    undoneAt: instant('undone_at'),
  },
  (table) => [check('artist_merges_other_check', sql`${table.artistId} <> ${table.intoId}`)],
);

/**
 * Votes of completed payments per nomination, as they were cast. Written only by the transaction that completes or
 * reverses a payment; `npm run ledger:verify` verifies it against the ledger.
 */
export const nominationTotals = pgTable(
  'nomination_totals',
  {
    nominationId: uuid('nomination_id')
      .primaryKey()
      .references(() => nominations.id),
    votes: integer('votes').notNull().default(0),
  },
  (table) => [check('nomination_totals_votes_check', sql`${table.votes} >= 0`)],
);

/** Artists as they were shown when an edition was archived. */
export const editionArtists = pgTable(
  'edition_artists',
  {
    editionId: integer('edition_id')
      .notNull()
      .references(() => editions.id),
    artistId: uuid('artist_id')
      .notNull()
      .references(() => artists.id),
    name: varchar('name', { length: 255 }).notNull(),
    bio: text('bio'),
    bioFr: text('bio_fr'),
    photoUrl: text('photo_url'),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.artistId] })],
);

/** Votes counted at the moment the totals were sealed, which the public sees from then on. */
export const sealedTotals = pgTable(
  'sealed_totals',
  {
    sealedAt: instant('sealed_at').notNull(),
    nominationId: uuid('nomination_id')
      .notNull()
      .references(() => nominations.id),
    votes: integer('votes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sealedAt, table.nominationId] })],
);

/** Entities with short links: `/a/` for an artist, `/c/` for a category. */
export const SLUG_KINDS = ['artist', 'category'] as const;

/**
 * Readable names in addresses. A trigger chooses one for every new name. Former ones stay, because
 * they are printed on posters. The latest one is shown.
 */
export const slugs = pgTable(
  'slugs',
  {
    kind: text('kind', { enum: SLUG_KINDS }).notNull(),
    slug: text('slug').notNull(),
    /** Id of the artist or the category. */
    entityId: uuid('entity_id').notNull(),
    chosenAt: instant('chosen_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index('slugs_entity_idx').on(table.entityId, table.chosenAt),
    check('slugs_kind_check', sql`${table.kind} in (${oneOf(SLUG_KINDS)})`),
  ],
);
