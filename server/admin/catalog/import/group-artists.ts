import type { PassedRows } from '#server/platform/tables/index';
import type { ImportColumn } from '#shared/domain/catalog-import';
import { nameKey } from '#shared/domain/name-key';
import { storedName } from '#shared/domain/stored-name';
import type { CatalogIndex, ExistingArtist, NamedCategory } from './catalog-index';
import type { IssueList } from './issue-list';
import type { SheetRow } from './read-sheet';

const PROFILE_COLUMNS = ['bio', 'bioFr', 'photoUrl', 'isFeatured'] as const;
export type ProfileColumn = (typeof PROFILE_COLUMNS)[number];

export const NOMINATION_COLUMNS = [
  'nominationTitle',
  'nominationTitleFr',
  'nominationPhotoUrl',
  'nominationDescription',
  'nominationDescriptionFr',
] as const satisfies ImportColumn[];

/** A value, and the first row that contains it. */
interface ValueInRow<Value> {
  row: number;
  value: Value;
}

export interface SheetNomination {
  row: number;
  category: NamedCategory;
  texts: Record<(typeof NOMINATION_COLUMNS)[number], string | null>;
}

/** The combined rows of one artist. */
export interface SheetArtist {
  /** First row of the artist. */
  row: number;
  name: string;
  /** The catalogue's artist of this name, or of whom it is a former name; null for a new one. */
  existing: ExistingArtist | null;
  bio: ValueInRow<string> | null;
  bioFr: ValueInRow<string> | null;
  photoUrl: ValueInRow<string> | null;
  isFeatured: ValueInRow<boolean> | null;
  nominations: Map<string, SheetNomination>;
}

/** Where the rows of a sheet are collected, and what is not taken of them. */
export interface Grouping {
  catalog: CatalogIndex;
  issues: IssueList;
  passedOver: PassedRows;
  /** True when the first row of an artist is right where others differ. */
  keepsFirst: boolean;
}

/** Merges the rows of each artist; adds an issue for each row that contradicts an earlier one. */
export function groupArtists(rows: readonly SheetRow[], grouping: Grouping): SheetArtist[] {
  const { catalog, issues, keepsFirst } = grouping;
  const artists = new Map<string, SheetArtist>();
  /** Names of several artists of the catalogue; each is reported once. */
  const ambiguous = new Set<string>();
  for (const row of rows) {
    const categories = readCategories(row, grouping);
    if (row.names.length === 0) issues.add({ row: row.row, field: 'name', problem: 'required' });
    for (const name of row.names) addRow(row, name, categories);
  }
  return [...artists.values()];

  function addRow(row: SheetRow, name: string, categories: readonly NamedCategory[]): void {
    const [existing = null, namesake] = catalog.artistsNamed(name);
    if (namesake) {
      if (!ambiguous.has(nameKey(name))) {
        issues.add({ row: row.row, field: 'name', value: name, problem: 'ambiguousArtist' });
      }
      ambiguous.add(nameKey(name));
      return;
    }
    // An artist of the catalogue may have former names.
    const key = existing?.id ?? nameKey(name);
    const artist = artists.get(key) ?? newArtist(row.row, name, existing);
    artists.set(key, artist);
    const isOtherSpelling =
      nameKey(artist.name) === nameKey(name) && storedName(artist.name) !== storedName(name);
    if (isOtherSpelling && !keepsFirst) {
      const details = { otherRow: artist.row, text: artist.name };
      issues.add({ row: row.row, field: 'name', value: name, problem: 'otherSpelling', details });
    }
    readProfile(row, artist, grouping);
    for (const category of categories) addNomination(row, category, artist, grouping);
  }
}

const newArtist = (row: number, name: string, existing: ExistingArtist | null): SheetArtist => ({
  row,
  name,
  existing,
  bio: null,
  bioFr: null,
  photoUrl: null,
  isFeatured: null,
  nominations: new Map(),
});

/** Several categories in one cell are several nominations. */
function readCategories(
  { row, cells }: SheetRow,
  { catalog, issues }: Grouping,
): readonly NamedCategory[] {
  const value = cells.get('category');
  if (value === undefined) {
    issues.add({ row, field: 'category', problem: 'required' });
    return [];
  }
  const found = new Set<NamedCategory>();
  for (const match of catalog.categories(value)) {
    if ('found' in match) found.add(match.found);
    else {
      issues.add({
        row,
        field: 'category',
        value: match.text,
        problem: match.problem,
        details: 'closest' in match ? { text: match.closest } : {},
      });
    }
  }
  return [...found];
}

/** Reads the profile, which may be in one row of the artist or repeated in several. */
function readProfile(
  { row, cells }: SheetRow,
  artist: SheetArtist,
  { issues, keepsFirst }: Grouping,
): void {
  for (const field of PROFILE_COLUMNS) {
    const value = cells.get(field);
    if (value === undefined) continue;
    const existing = artist[field];
    const isConsistent = field === 'isFeatured' ? setFeatured(value) : setText(field, value);
    if (isConsistent || !existing || keepsFirst) continue;
    const details = {
      otherRow: existing.row,
      ...(typeof existing.value === 'string' ? { text: existing.value } : {}),
    };
    issues.add({ row, field, value, problem: 'profileConflict', details });
  }

  /** @returns false when another row has a different value */
  function setText(field: Exclude<ProfileColumn, 'isFeatured'>, value: string): boolean {
    artist[field] ??= { row, value };
    return artist[field].value === value;
  }

  function setFeatured(text: string): boolean {
    const value = yesOrNo(text);
    if (value === null) {
      issues.add({ row, field: 'isFeatured', value: text, problem: 'notYesOrNo' });
      return true;
    }
    artist.isFeatured ??= { row, value };
    return artist.isFeatured.value === value;
  }
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'oui', 'o', 'vrai']);
const NO = new Set(['no', 'n', 'false', '0', 'non', 'faux']);

function yesOrNo(text: string): boolean | null {
  const key = nameKey(text);
  return YES.has(key) ? true : NO.has(key) ? false : null;
}

function addNomination(
  { row, cells }: SheetRow,
  category: NamedCategory,
  { name, nominations }: SheetArtist,
  { issues, passedOver, keepsFirst }: Grouping,
): void {
  const text = (column: (typeof NOMINATION_COLUMNS)[number]) => cells.get(column) ?? null;
  const nomination: SheetNomination = {
    row,
    category,
    texts: {
      nominationTitle: text('nominationTitle'),
      nominationTitleFr: text('nominationTitleFr'),
      nominationPhotoUrl: text('nominationPhotoUrl'),
      nominationDescription: text('nominationDescription'),
      nominationDescriptionFr: text('nominationDescriptionFr'),
    },
  };
  const earlier = nominations.get(category.id);
  if (!earlier) {
    nominations.set(category.id, nomination);
    return;
  }
  // Many people nominate the same artist: only texts that differ are a contradiction.
  const saysMore = NOMINATION_COLUMNS.some((column) => {
    const value = nomination.texts[column];
    return value !== null && value !== earlier.texts[column];
  });
  if (!saysMore || keepsFirst) {
    passedOver.add({ row, cells: [name, category.name] }, 'again');
    return;
  }
  const value = cells.get('category') ?? category.name;
  const details = { otherRow: earlier.row };
  issues.add({ row, field: 'category', value, problem: 'nominatedTwice', details });
}
