import { headingWords, type Meaning } from '#server/platform/tables/index';
import { IMPORT_COLUMNS, IMPORT_HEADINGS, type ImportColumn } from '#shared/domain/catalog-import';

/** Further accepted headings, besides those of the templates and the fields' names. */
const OTHER_HEADINGS: Record<ImportColumn, string[]> = {
  name: ['Artist', 'Artiste'],
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

/** Headings that contain a known name, in this order of precedence; null for other columns. */
const CONTAINED: readonly (readonly [RegExp, ImportColumn | null])[] = [
  [
    /\b(photos?|pictures?|images?|portrait|visuel)\b.*\b(nomination|chanson|song|single|album|titre|oeuvre)\b|\b(cover|pochette|affiche)\b/,
    'nominationPhotoUrl',
  ],
  [/\b(photos?|pictures?|images?|portrait|visuel)\b/, 'photoUrl'],
  [
    /\b(e mail|email|mail|courriel|telephone|phone|tel|whatsapp|contacts?|horodateur|horodatage|timestamp|time|date|heure|facebook|instagram|tiktok|youtube|lien|link|url|votes?|ville|city|age|sexe|pourquoi|why)\b/,
    null,
  ],
  [/\b(featured|a la une|vedette)\b/, 'isFeatured'],
  [/\b(categor(y|ie|ies)|prix|award|trophee)\b/, 'category'],
  [/\b(bio|biograph(y|ie))\b.*\b(fr|french|francais)\b/, 'bioFr'],
  [/\b(bio|biograph(y|ie))\b/, 'bio'],
  [/\bdescription\b.*\b(fr|french|francais)\b/, 'nominationDescriptionFr'],
  [/\bdescription\b/, 'nominationDescription'],
  [
    /\b(titre|title|chanson|song|single|album|oeuvre|morceau)\b.*\b(fr|french|francais)\b/,
    'nominationTitleFr',
  ],
  [/\b(titre|title|chanson|song|single|album|oeuvre|morceau)\b/, 'nominationTitle'],
  [
    /\b(artistes?|artists?|groupe|group|band|scene|stage|nominee?s?|nomine(e?s?)|candidat(e?s?)|chanteur|chanteuse|singer|interprete)\b/,
    'name',
  ],
  // Whoever filled in the form, not the artist.
  [/\b(your|votre)\b|^(prenoms?|first names?)$/, null],
  [/\b(nom|noms|name|names)\b/, 'name'],
];
/** A heading of one of these words says more exactly that it is the artist's name. */
const ARTIST = /\b(artistes?|artists?|scene|stage|nomine\w*|nominees?)\b/;

const EXACT_CERTAINTY = 4;
const EXACT = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, IMPORT_HEADINGS.en[column], IMPORT_HEADINGS.fr[column], ...OTHER_HEADINGS[column]].map(
      (heading) => [exactKey(heading), { field: column, certainty: EXACT_CERTAINTY }] as const,
    ),
  ),
);

/** Ignores punctuation and spaces: `Bio (French) *` and `bio-french` are equal. */
function exactKey(heading: string): string {
  return headingWords(heading).replaceAll(' ', '');
}

/**
 * Returns what a heading means, in English or French, ignoring case and accents; null if unknown.
 */
export function importMeaning(heading: string): Meaning<ImportColumn> | null {
  const exact = EXACT.get(exactKey(heading));
  if (exact) return exact;
  const words = headingWords(heading);
  const field = CONTAINED.find(([name]) => name.test(words))?.[1];
  if (field === undefined) return null;
  return { field, certainty: field === 'name' && ARTIST.test(words) ? 2 : 1 };
}

/** True for a heading that is one of the known ones, not only contains one. */
export const isExactHeading = (heading: string): boolean => EXACT.has(exactKey(heading));
