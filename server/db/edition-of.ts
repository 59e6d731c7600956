import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { artists, editionArtists, payments } from '#shared/schema';

/** Id of the edition to which a payment belongs, for the record of an action on it. */
export const editionOfPayment = (paymentId: string): SQL<number> =>
  sql`coalesce((
    select edition_at(${payments.createdAt}) from ${payments} where ${payments.id} = ${paymentId}
  ), current_edition())`;

/** Condition of the left join of `edition_artists` with `artists`, for the edition of this id. */
export const isAsArchived = (edition: AnyColumn): SQL | undefined =>
  and(eq(editionArtists.editionId, edition), eq(editionArtists.artistId, artists.id));

/** An artist as shown in the archive of the edition; while it is current, as now. */
export const AS_ARCHIVED = {
  name: sql<string>`coalesce(${editionArtists.name}, ${artists.name})`,
  photoUrl: sql<string | null>`case when ${editionArtists.artistId} is null
    then ${artists.photoUrl} else ${editionArtists.photoUrl} end`,
};
