import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf, updatedAt } from './columns';

/** Counts the edits, so that an edit of an outdated version can be refused. */
const version = () => integer('version').notNull().default(1);

export const categories = pgTable('categories', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: varchar('name', { length: 255 }).notNull(),
  nameFr: varchar('name_fr', { length: 255 }),
  description: text('description'),
  descriptionFr: text('description_fr'),
  /** A font icon class such as `fa-trophy`; anything else draws the default icon. */
  icon: varchar('icon', { length: 100 }),
  backgroundImageUrl: text('background_image_url'),
  backgroundColor: varchar('background_color', { length: 20 }),
  /** Among all categories, as the administrators put them; where it is the same, the older is first. */
  position: integer('position').notNull().default(0),
  /** The administrators' alone: out of every public list, and no new payment votes in it. */
  isHidden: boolean('is_hidden').notNull().default(false),
  /** False means deleted: gone from every list, its votes kept, restorable. */
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
    /** False means deleted: gone from every list, its votes kept, restorable. */
    isActive: boolean('is_active').notNull().default(true),
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
    /** Among the nominations of its artist, as the administrators put them. */
    position: integer('position').notNull().default(0),
    /** Set when an edit removes the nomination; re-adding the category clears it, so votes and link survive. */
    withdrawnAt: instant('withdrawn_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('nominations_artist_idx').on(table.artistId),
    index('nominations_category_idx').on(table.categoryId),
    // Serves as the spec's index on the pair as well.
    unique('nominations_artist_category_key').on(table.artistId, table.categoryId),
  ],
);

/**
 * Votes of completed payments per nomination. Written only by the transaction that completes or
 * reverses a payment; `npm run ledger:verify` proves it equal to the ledger.
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

/** What has an address that can be read out: `/a/` of an artist, `/c/` of a category. */
export const SLUG_KINDS = ['artist', 'category'] as const;

/**
 * Readable names in addresses. A trigger chooses one with every new name; the former ones stay, because
 * they stand on posters. The one chosen last is the one to show.
 */
export const slugs = pgTable(
  'slugs',
  {
    kind: text('kind', { enum: SLUG_KINDS }).notNull(),
    slug: text('slug').notNull(),
    /** Of the artist or the category. */
    entityId: uuid('entity_id').notNull(),
    chosenAt: instant('chosen_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index('slugs_entity_idx').on(table.entityId, table.chosenAt),
    check('slugs_kind_check', sql`${table.kind} in (${oneOf(SLUG_KINDS)})`),
  ],
);
