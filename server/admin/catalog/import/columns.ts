import { IMPORT_COLUMNS, IMPORT_HEADINGS, type ImportColumn } from '#shared/domain/catalog-import';
import { nameKey } from '#shared/domain/name-key';
import { closestNameAmong } from './closest-name';

/** Further accepted headings, besides those of the templates and the fields' names. */
const OTHER_HEADINGS: Record<ImportColumn, string[]> = {
  name: ['Artist', 'Artiste', 'Nom'],
  bio: ['Biography', 'Biography English', 'Biographie'],
  bioFr: ['Biography French', 'Bio Fr', 'Biographie Fr', 'Bio Français'],
  photoUrl: ['Photo', 'Picture', 'Adresse de la photo', 'Photo address'],
  isFeatured: ['Is featured', 'Artiste à la une', 'En vedette'],
  category: ['Categories', 'Catégories'],
  nominationTitle: [
    'Nomination title',
    'Title',
    'Title English',
    'Titre',
    'Titre de la nomination',
  ],
  nominationTitleFr: ['Title French', 'Nomination title Fr', 'Titre français'],
  nominationPhotoUrl: ['Nomination picture', 'Nomination photo address'],
  nominationDescription: [
    'Description',
    'Description English',
    'Nomination description',
    'Description de la nomination',
  ],
  nominationDescriptionFr: [
    'Description French',
    'Nomination description Fr',
    'Description français',
  ],
};

/** Ignores punctuation: `Bio (French) *` and `bio-french` are equal. */
const headingKey = (heading: string): string => nameKey(heading).replace(/[^\p{L}\p{N}]+/gu, '');

const COLUMNS_BY_HEADING = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, IMPORT_HEADINGS.en[column], IMPORT_HEADINGS.fr[column], ...OTHER_HEADINGS[column]].map(
      (heading) => [headingKey(heading), column] as const,
    ),
  ),
);
const closestHeading = closestNameAmong([...COLUMNS_BY_HEADING.keys()]);

/**
 * Finds the column of a heading in English or French, ignoring case and accents; undefined if
 * unknown.
 */
export const columnHeaded = (heading: string): ImportColumn | undefined =>
  COLUMNS_BY_HEADING.get(headingKey(heading));

/** Returns the column that an unknown heading probably means. */
export function closestColumn(heading: string): ImportColumn | null {
  const closest = closestHeading(headingKey(heading));
  return closest === null ? null : (COLUMNS_BY_HEADING.get(closest) ?? null);
}
