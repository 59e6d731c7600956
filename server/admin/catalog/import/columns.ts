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

/** Words for the artist. */
const ARTIST_WORDS =
  'artistes?|artists?|scene|stage|nomine\\w*|candidate?s?|chanteurs?|chanteuses?|singers?|interpretes?|pseudo\\w*';
const ARTIST = new RegExp(`\\b(?:${ARTIST_WORDS})\\b`);
/** `Nom et prénom de l’artiste`, `Nominee’s name`; further words may follow, such as `and city`. */
const NAME_OF_ARTIST = new RegExp(
  `^(?:full )?(?:noms?|names?)(?: (?:et prenoms?|complet|de|du|des|d|l|la|le|of|the))* (?:${ARTIST_WORDS})\\b(?! s )` +
    `|^(?:${ARTIST_WORDS})(?: s)? (?:full )?names?\\b`,
);
/** A text about the artist, not about the nomination. */
const ABOUT_ARTIST = new RegExp(
  `^(?=.*\\b(?:${ARTIST_WORDS})\\b).*\\b(?:about|a propos|presentation|presentez|parlez|descriptions?|describe|decrivez|parcours)\\b`,
);

/** Headings that contain a known name, in this order of precedence; null for other columns. */
const CONTAINED: readonly (readonly [RegExp, ImportColumn | null])[] = [
  [NAME_OF_ARTIST, 'name'],
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
  // Questions that are answered by yes or no.
  [
    /^(is|are|was|were|does|do|did|has|have|had|can|will|est ce)\b|\b(est|sont|a t|ont|fait|peut) (il|ils|elle|elles)\b/,
    null,
  ],
  [
    /\b(pays|country|nationalite|nationality|origine?|region|adresse|address|site|web|website|genre|style|type|label|manager|language|langue|naissance|birth|id|identifiant|code|nombre|combien|how many)\b|\b(number|numero)\b(?! \d)/,
    null,
  ],
  [new RegExp(`${ABOUT_ARTIST.source}.*\\b(?:fr|french|francais)\\b`), 'bioFr'],
  [ABOUT_ARTIST, 'bio'],
  [/\bdescription\b.*\b(fr|french|francais)\b/, 'nominationDescriptionFr'],
  [/\bdescription\b/, 'nominationDescription'],
  [
    /\b(titre|title|chanson|song|single|album|oeuvre|morceau)\b.*\b(fr|french|francais)\b/,
    'nominationTitleFr',
  ],
  [/\b(titre|title|chanson|song|single|album|oeuvre|morceau)\b/, 'nominationTitle'],
  [ARTIST, 'name'],
  [/\b(groupe|group|band)\b/, 'name'],
  // Whoever filled in the form, not the artist.
  [/\b(your|votre|voters?|votants?)\b|^(prenoms?|first names?)$/, null],
  [/\b(nom|noms|name|names)\b/, 'name'],
];

const EXACT_CERTAINTY = 5;
/** A plain `Name` may be that of whoever filled in the form: it yields to one of an artist. */
const PLAIN_NAME = 'name';
const PLAIN_CERTAINTY = 2;

/** How exactly a heading that contains a known name says that it is the artist's name. */
function nameCertainty(words: string): number {
  if (!ARTIST.test(words)) return 1;
  // Beside a stage name, first names make it the civil one.
  const saysName = /\b(noms?|names?|pseudo\w*)\b/.test(words) && !/\bprenoms?\b/.test(words);
  return saysName ? 4 : 3;
}

const EXACT = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, IMPORT_HEADINGS.en[column], IMPORT_HEADINGS.fr[column], ...OTHER_HEADINGS[column]]
      .map(exactKey)
      .map((key) => {
        const certainty = key === PLAIN_NAME ? PLAIN_CERTAINTY : EXACT_CERTAINTY;
        return [key, { field: column, certainty }] as const;
      }),
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
  return { field, certainty: field === 'name' ? nameCertainty(words) : 1 };
}

/** True for a heading that is one of the known ones, not only contains one. */
export const isExactHeading = (heading: string): boolean => EXACT.has(exactKey(heading));

/** True for a plain `Name`, which yields to a heading that says that it is an artist's. */
export const isPlainName = (heading: string): boolean => exactKey(heading) === PLAIN_NAME;

/** What is equal in `Nominee 1` and `Nominee #2`, and in `1er nominé` and `2e nominé`. */
export const numberlessKey = (heading: string): string =>
  exactKey(heading.replace(/\d+(?:ers?|[eè]res?|[eè]mes?|e|nde?|st|rd|th)?(?!\p{L})/giu, ''));

/** True for a heading that names an award, as in a form that asks for a name per category. */
export const isAwardName = (heading: string): boolean =>
  /\b(best|meilleure?s?|revelations?|(of the|de l) (year|annee))\b/.test(headingWords(heading));

/** Returns the category that a question such as `2. Best song?` or `Nominees [Best song]` names. */
export const categoryIn = (heading: string): string =>
  (/\[([^[\]]+)\]$/.exec(heading)?.[1] ?? heading)
    .replace(/^\d+\s*[.):-]\s*/, '')
    .replace(/[\s?:*]+$/, '');

/** True for what people write in a cell for a picture when they have none, such as `N/A` or `-`. */
export const saysNoPicture = (text: string): boolean =>
  /^(n ?a|nil|none|no|non|aucune?|neant|rien|(no|none|pas de|sans|aucune) (photo|picture|image))?$/.test(
    headingWords(text),
  );
