import { eq, sql } from 'drizzle-orm';
import type {
  AdminArtistDetail,
  AdminCategory,
  ArtistInput,
  CategoryInput,
} from '#shared/contracts/admin-catalog';
import { artists, categories } from '#shared/schema';
import { findAdminArtist } from './artists';
import { findAdminCategory } from './categories';
import { entryOperations } from './change-entry';
import { saveNominations } from './save-nominations';

const contentOf = ({
  name,
  nameFr,
  description,
  descriptionFr,
  icon,
  backgroundImageUrl,
  backgroundColor,
}: AdminCategory | CategoryInput) => ({
  name,
  nameFr,
  description,
  descriptionFr,
  icon,
  backgroundImageUrl,
  backgroundColor,
});

/** Position of a new category, after all others. */
const LAST = sql`(select coalesce(max(${categories.position}), -1) + 1 from ${categories})`;

export const categoryChanges = entryOperations<CategoryInput, AdminCategory>({
  entity: 'category',
  table: categories,
  find: findAdminCategory,
  async insert(tx, input) {
    const rows = await tx
      .insert(categories)
      .values({ ...contentOf(input), position: LAST })
      .returning({ id: categories.id });
    return rows[0];
  },
  async update(tx, id, input) {
    await tx
      .update(categories)
      .set({ ...contentOf(input), version: sql`${categories.version} + 1` })
      .where(eq(categories.id, id));
  },
  namesOf: ({ name, nameFr }) => [name, nameFr],
  contentOf,
  recordOf: (category) => ({ ...contentOf(category), isHidden: category.isHidden }),
});

type Saved = AdminArtistDetail | ArtistInput;

const profileOf = ({ name, bio, bioFr, photoUrl, isFeatured }: Saved) => ({
  name,
  bio,
  bioFr,
  photoUrl,
  isFeatured,
});

export const artistChanges = entryOperations<ArtistInput, AdminArtistDetail>({
  entity: 'artist',
  table: artists,
  find: findAdminArtist,
  async insert(tx, input) {
    const [created] = await tx
      .insert(artists)
      .values(profileOf(input))
      .returning({ id: artists.id });
    if (created) await saveNominations(tx, created.id, input.nominations);
    return created;
  },
  async update(tx, id, input) {
    await tx
      .update(artists)
      .set({ ...profileOf(input), version: sql`${artists.version} + 1` })
      .where(eq(artists.id, id));
    await saveNominations(tx, id, input.nominations);
  },
  namesOf: ({ name }) => [name],
  contentOf: (artist) => ({
    ...profileOf(artist),
    nominations: artist.nominations.map((nomination) => ({
      categoryId: nomination.categoryId,
      nominationTitle: nomination.nominationTitle,
      nominationTitleFr: nomination.nominationTitleFr,
      nominationPhotoUrl: nomination.nominationPhotoUrl,
      nominationDescription: nomination.nominationDescription,
      nominationDescriptionFr: nomination.nominationDescriptionFr,
    })),
  }),
  /** Includes the names of the categories, for readers of the log, and no votes. */
  recordOf: (artist) => ({
    ...profileOf(artist),
    nominations: artist.nominations.map(
      ({ voteCount: _votes, isMovable: _movable, ...nomination }) => nomination,
    ),
  }),
});
