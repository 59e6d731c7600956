import type { Language } from './localized';

/** Limits of an imported file, shown at the upload field and enforced by the server. */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 5_000;

/**
 * Columns of the import. One row is one nomination; the first five columns are its artist's. The
 * names are those of the form's fields.
 */
export const IMPORT_COLUMNS = [
  'name',
  'bio',
  'bioFr',
  'photoUrl',
  'isFeatured',
  'category',
  'nominationTitle',
  'nominationTitleFr',
  'nominationPhotoUrl',
  'nominationDescription',
  'nominationDescriptionFr',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
export const REQUIRED_IMPORT_COLUMNS = ['name', 'category'] as const satisfies ImportColumn[];

/**
 * Headings of the templates. Headings in either language are accepted, whatever the user's
 * language.
 */
export const IMPORT_HEADINGS: Record<Language, Record<ImportColumn, string>> = {
  en: {
    name: 'Artist name',
    bio: 'Bio (English)',
    bioFr: 'Bio (French)',
    photoUrl: 'Artist photo',
    isFeatured: 'Featured',
    category: 'Category',
    nominationTitle: 'Nomination title (English)',
    nominationTitleFr: 'Nomination title (French)',
    nominationPhotoUrl: 'Nomination photo',
    nominationDescription: 'Nomination description (English)',
    nominationDescriptionFr: 'Nomination description (French)',
  },
  fr: {
    name: 'Nom de l’artiste',
    bio: 'Biographie (anglais)',
    bioFr: 'Biographie (français)',
    photoUrl: 'Photo de l’artiste',
    isFeatured: 'À la une',
    category: 'Catégorie',
    nominationTitle: 'Titre de la nomination (anglais)',
    nominationTitleFr: 'Titre de la nomination (français)',
    nominationPhotoUrl: 'Photo de la nomination',
    nominationDescription: 'Description de la nomination (anglais)',
    nominationDescriptionFr: 'Description de la nomination (français)',
  },
};
