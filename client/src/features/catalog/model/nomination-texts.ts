import type { Nomination } from '#shared/contracts/catalog';
import { type Language, localized } from '#shared/domain/localized';

/**
 * A nomination may have its own title, text and photograph; the artist's apply when they are blank.
 */
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
