import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import type { EventSettings } from '#shared/contracts/event-settings';

/**
 * Copies a draft into the empty schema of rehearsals: its settings, categories, nominations and
 * their artists, with the same ids. Nothing of votes, payments or people is copied.
 * @param tx its remaining statements find names in that schema only
 */
export async function copyDraft(
  tx: Transaction,
  draft: number,
  settings: EventSettings,
): Promise<void> {
  // The triggers of these tables find those of the same schema.
  await tx.execute(sql`set local search_path = rehearsal, pg_catalog`);
  await tx.execute(sql`
    insert into editions (state, settings) values ('current', ${JSON.stringify(settings)}::jsonb)`);
  await tx.execute(sql`
    insert into categories (id, name, name_fr, description, description_fr, icon,
      background_image_url, background_color, position, is_hidden)
    select id, name, name_fr, description, description_fr, icon,
      background_image_url, background_color, position, is_hidden
    from public.categories where edition_id = ${draft} and is_active`);
  await tx.execute(sql`
    insert into artists (id, name, bio, bio_fr, photo_url, is_featured)
    select id, name, bio, bio_fr, photo_url, is_featured
    from public.artists where is_active and id in (
      select artist_id from public.nominations
      where withdrawn_at is null and category_id in (select id from categories))`);
  await tx.execute(sql`
    insert into nominations (id, artist_id, category_id, shareable_link, nomination_title,
      nomination_title_fr, nomination_photo_url, nomination_description,
      nomination_description_fr, position)
    select id, artist_id, category_id, shareable_link, nomination_title,
      nomination_title_fr, nomination_photo_url, nomination_description,
      nomination_description_fr, position
    from public.nominations
    where withdrawn_at is null and category_id in (select id from categories)
      and artist_id in (select id from artists)`);
}
