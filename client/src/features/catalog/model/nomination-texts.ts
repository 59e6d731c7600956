import type { Nomination } from '#shared/contracts/catalog';
import { type Language, localized } from '#shared/domain/localized';

/** A nomination may have a title, text and photograph of its own; blank ones are the artist's. */
export function nominationTexts(nomination: Nomination, language: Language) {
  const { artist } = nomination;
  const ownDescription = localized(
    language,
    nomination.nominationDescription,
    nomination.nominationDescriptionFr,
  );
  return {
    title:
      localized(language, nomination.nominationTitle, nomination.nominationTitleFr)?.trim() || null,
    bio: ownDescription?.trim() || localized(language, artist.bio, artist.bioFr)?.trim() || null,
    photoUrl: nomination.nominationPhotoUrl || artist.photoUrl,
  };
}
