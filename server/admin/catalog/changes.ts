import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { conflict } from '#server/errors';
import type {
  AdminArtistDetail,
  AdminCategory,
  ArtistInput,
  ArtistPhoto,
  CategoryInput,
} from '#shared/contracts/admin-catalog';
import { artists, categories } from '#shared/schema';
import { findAdminArtist } from './artists';
import { findAdminCategory } from './categories';
import { type Editor, entryOperations } from './change-entry';
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

/** Position of a new category, after all others of its edition. */
export const lastPosition = (edition: number) =>
  sql`(select coalesce(max(${categories.position}), -1) + 1 from ${categories}
    where ${categories.editionId} = ${edition})`;

export const categoryChanges = entryOperations<CategoryInput, AdminCategory>({
  entity: 'category',
  table: categories,
  find: findAdminCategory,
  async insert(tx, edition, input) {
    const rows = await tx
      .insert(categories)
      .values({ ...contentOf(input), editionId: edition, position: lastPosition(edition) })
      .returning({ id: categories.id });
    return rows[0];
  },
  async update(tx, _edition, id, input) {
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
  async insert(tx, edition, input) {
    const [created] = await tx
      .insert(artists)
      .values(profileOf(input))
      .returning({ id: artists.id });
    if (created) await saveNominations(tx, edition, created.id, input.nominations);
    return created;
  },
  async update(tx, edition, id, input) {
    await tx
      .update(artists)
      .set({ ...profileOf(input), version: sql`${artists.version} + 1` })
      .where(eq(artists.id, id));
    await saveNominations(tx, edition, id, input.nominations);
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

/**
 * Changes an artist's photograph, and leaves everything else that a form opened before may hold.
 * @throws AppError 404 when the artist is deleted; 409 `changed-meanwhile` when the artist has
 *   neither the photograph to replace nor the new one, whose first response may have been lost
 */
export const setPhoto = (
  db: Database,
  editor: Editor,
  id: string,
  { photoUrl, replaces }: ArtistPhoto,
): Promise<AdminArtistDetail> =>
  artistChanges.revise(db, editor, id, 'update', async (tx, before) => {
    if (before.photoUrl === photoUrl) return;
    if (before.photoUrl !== replaces) {
      throw conflict('changed-meanwhile', 'The artist has another photograph in the meantime');
    }
    await tx
      .update(artists)
      .set({ photoUrl, version: sql`${artists.version} + 1` })
      .where(eq(artists.id, id));
  });
