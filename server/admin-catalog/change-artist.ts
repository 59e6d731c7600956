import { eq, sql } from 'drizzle-orm';
import type { AdminArtistDetail, ArtistInput } from '#shared/contracts/admin-catalog';
import { artists } from '#shared/schema';
import { findAdminArtist } from './artists';
import { changesOf } from './change-entry';
import { saveNominations } from './save-nominations';

type Saved = AdminArtistDetail | ArtistInput;

const profileOf = ({ name, bio, bioFr, photoUrl, isFeatured }: Saved) => ({
  name,
  bio,
  bioFr,
  photoUrl,
  isFeatured,
});

export const artistChanges = changesOf<ArtistInput, AdminArtistDetail>({
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
  /** Categories by name too, for it to be read; no votes. */
  recordOf: (artist) => ({
    ...profileOf(artist),
    nominations: artist.nominations.map(({ voteCount: _votes, ...nomination }) => nomination),
  }),
});
