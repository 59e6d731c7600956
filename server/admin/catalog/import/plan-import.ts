import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PassedRows } from '#server/platform/tables/index';
import { type ArtistInput, artistInput } from '#shared/contracts/admin-catalog';
import type { ImportChoices } from '#shared/contracts/catalog-import';
import { IMPORT_COLUMNS, type ImportColumn } from '#shared/domain/catalog-import';
import { fileAddress, pictureLink } from '#shared/domain/picture-link';
import { storedText } from '#shared/domain/stored-name';
import { newInsecurePictures } from '../insecure-pictures';
import type { CatalogIndex, ExistingArtist, NamedCategory } from './catalog-index';
import {
  type Grouping,
  groupArtists,
  NOMINATION_COLUMNS,
  type ProfileColumn,
  type SheetArtist,
} from './group-artists';
import type { IssueList } from './issue-list';
import type { Sheet } from './read-sheet';

/** Same limit as the form. */
const MAX_NOMINATIONS = 100;

interface PlannedArtist {
  /** The existing artist who gets these nominations; null for a new one. */
  existing: ExistingArtist | null;
  input: ArtistInput;
  categories: NamedCategory[];
  /** Number of withdrawn nominations that are restored with their links and votes. */
  returning: number;
}

export interface ImportPlan {
  newCategories: NamedCategory[];
  artists: PlannedArtist[];
  /** Equal for files and catalogues that lead to the same result. */
  fingerprint: string;
}

/**
 * Plans what an import would change, by the rules of the form. Adds all problems to the sheet's
 * issues; a plan with issues must not be carried out.
 */
export function planImport(
  { rows, issues, passedOver }: Sheet,
  catalog: CatalogIndex,
  choices: Pick<ImportChoices, 'keepFirst' | 'leaveOutPictures'>,
): ImportPlan {
  const keepsFirst = choices.keepFirst === 'yes';
  const grouping: Grouping = { catalog, issues, passedOver, keepsFirst };
  const artists = groupArtists(rows, grouping).flatMap((artist) => {
    const { existing } = artist;
    if (existing && keepsFirst) keepCatalog(artist, existing, passedOver);
    else if (existing) compareWithCatalog(artist, existing, issues);
    if (existing) limitNominations(artist, existing, issues);
    const input = checkedInput(artist, issues, choices.leaveOutPictures === 'yes');
    if (!input) return [];
    return [
      {
        existing,
        input,
        categories: [...artist.nominations.values()].map(({ category }) => category),
        returning: [...artist.nominations.keys()].filter((id) => existing?.nominations.has(id))
          .length,
      },
    ];
  });
  const planned = new Set(artists.flatMap(({ categories }) => categories));
  return {
    newCategories: [...planned].filter(({ isNew }) => isNew),
    artists,
    fingerprint: fingerprintOf(artists),
  };
}

const isStanding = ({ nominations }: ExistingArtist, categoryId: string): boolean =>
  nominations.get(categoryId)?.isWithdrawn === false;

/** Adds an issue for each nomination with which an artist would have more than the form takes. */
function limitNominations(
  { nominations }: SheetArtist,
  existing: ExistingArtist,
  issues: IssueList,
): void {
  let count = [...existing.nominations.keys()].filter((id) => isStanding(existing, id)).length;
  for (const [categoryId, { row, category }] of nominations) {
    if (!isStanding(existing, categoryId) && ++count > MAX_NOMINATIONS) {
      issues.add({ row, ...tooMany(category) });
    }
  }
}

/** Drops what the catalogue has already: profiles and nominations. */
function keepCatalog(artist: SheetArtist, existing: ExistingArtist, passedOver: PassedRows): void {
  artist.bio = null;
  artist.bioFr = null;
  artist.photoUrl = null;
  artist.isFeatured = null;
  for (const [categoryId, { row, category }] of artist.nominations) {
    if (!isStanding(existing, categoryId)) continue;
    artist.nominations.delete(categoryId);
    passedOver.add({ row, cells: [existing.name, category.name] }, 'again');
  }
}

/** Existing artists are never changed: adds an issue for all that differs. */
function compareWithCatalog(
  artist: SheetArtist,
  existing: ExistingArtist,
  issues: IssueList,
): void {
  compare('bio', artist.bio, existing.bio);
  compare('bioFr', artist.bioFr, existing.bioFr);
  const { photoUrl } = artist;
  compare(
    'photoUrl',
    photoUrl && { ...photoUrl, value: fileAddress(photoUrl.value) },
    existing.photoUrl && fileAddress(existing.photoUrl),
  );
  compare('isFeatured', artist.isFeatured, existing.isFeatured);

  for (const [categoryId, { row, category }] of artist.nominations) {
    if (!isStanding(existing, categoryId)) continue;
    issues.add({ row, field: 'category', value: category.name, problem: 'alreadyNominated' });
  }

  function compare<Value extends string | boolean>(
    field: ProfileColumn,
    sheet: { row: number; value: Value } | null,
    stored: Value | null,
  ): void {
    const comparable = (value: Value | null) =>
      typeof value === 'string' ? storedText(value) : value;
    if (!sheet || comparable(sheet.value) === comparable(stored)) return;
    const value = typeof sheet.value === 'string' ? sheet.value : '';
    issues.add(
      stored === null
        ? { row: sheet.row, field, value, problem: 'blankInCatalog' }
        : {
            row: sheet.row,
            field,
            value,
            problem: 'differsFromCatalog',
            details: typeof stored === 'string' ? { text: stored } : {},
          },
    );
  }
}

/** Converts an artist to the form's input, validated by the form's contract. */
function checkedInput(
  artist: SheetArtist,
  issues: IssueList,
  leavesOutPictures: boolean,
): ArtistInput | null {
  const nominations = [...artist.nominations.values()];
  // Each row without a category has been reported, and nominations that exist were passed over.
  if (nominations.length === 0) return null;
  const result = artistInput.safeParse({
    name: artist.name,
    bio: artist.bio?.value,
    bioFr: artist.bioFr?.value,
    photoUrl: artist.photoUrl?.value,
    isFeatured: artist.isFeatured?.value,
    nominations: nominations.map(({ category, texts }) => ({ categoryId: category.id, ...texts })),
  });
  const former = artist.existing && { photoUrl: artist.existing.photoUrl };
  const found = result.success
    ? newInsecurePictures(result.data, former).map(
        (path): z.core.$ZodIssue => ({ code: 'custom', path, message: 'not https' }),
      )
    : result.error.issues;
  if (leavesOutPictures && found.filter(({ path }) => leaveOutPicture(artist, path)).length > 0) {
    return checkedInput(artist, issues, leavesOutPictures);
  }
  for (const issue of found) addIssue(issue, artist, issues);
  return result.success ? result.data : null;
}

/** @returns false when the path is not that of a picture */
function leaveOutPicture(artist: SheetArtist, [first, index, part]: PropertyKey[]): boolean {
  if (first === 'photoUrl') artist.photoUrl = null;
  else if (part === 'nominationPhotoUrl') {
    const nomination = [...artist.nominations.values()][Number(index)];
    if (nomination) nomination.texts.nominationPhotoUrl = null;
  } else return false;
  return true;
}

/** Maps an issue of the form's contract to the row and column of the value. */
function addIssue(issue: z.core.$ZodIssue, artist: SheetArtist, issues: IssueList): void {
  const [first, index, part] = issue.path;
  if (first !== 'nominations') {
    const field = IMPORT_COLUMNS.find((column) => column === first) ?? null;
    const column = PROFILE_TEXTS.find((name) => name === first);
    const { row, value } = (column && artist[column]) ?? { row: artist.row, value: artist.name };
    issues.add({ row, field, value, ...problemOf(issue, field, value) });
    return;
  }
  // The list as a whole can only be too long: reports the first nomination beyond the limit.
  const nomination = [...artist.nominations.values()][
    typeof index === 'number' ? index : MAX_NOMINATIONS
  ];
  if (!nomination) throw new Error(`The issue belongs to no nomination: ${issue.message}`);
  const { row, category, texts } = nomination;
  const field = NOMINATION_COLUMNS.find((column) => column === part);
  const value = (field && texts[field]) ?? '';
  issues.add(
    field
      ? { row, field, value, ...problemOf(issue, field, value) }
      : { row, ...tooMany(category) },
  );
}

const PROFILE_TEXTS = ['bio', 'bioFr', 'photoUrl'] as const;

const tooMany = ({ name: value }: NamedCategory) =>
  ({
    field: 'category',
    value,
    problem: 'tooManyNominations',
    details: { max: MAX_NOMINATIONS },
  }) as const;

const PICTURE_PROBLEMS = { page: 'pictureIsPage', several: 'severalAddresses' } as const;

function problemOf(issue: z.core.$ZodIssue, field: ImportColumn | null, value: string) {
  if (field === 'photoUrl' || field === 'nominationPhotoUrl') {
    const link = pictureLink(value);
    return { problem: 'problem' in link ? PICTURE_PROBLEMS[link.problem] : 'notAPicture' } as const;
  }
  if (issue.code === 'too_big') {
    return { problem: 'tooLong', details: { max: Number(issue.maximum) } } as const;
  }
  return { problem: issue.code === 'custom' ? 'unstorable' : 'invalid' } as const;
}

/**
 * Hash of the planned changes; texts are excluded, because they come from the same file in any
 * case. New categories have no id yet.
 */
function fingerprintOf(artists: readonly PlannedArtist[]): string {
  const hash = createHash('sha256');
  for (const { existing, input, categories, returning } of artists) {
    const categoryIds = categories.map(({ id, name, isNew }) => (isNew ? `new ${name}` : id));
    hash.update(JSON.stringify([existing?.id, input.name, categoryIds, returning]));
  }
  return hash.digest('base64url');
}
