import type { ImportIssue } from '#shared/contracts/catalog-import';
import type { TablePlace } from '#shared/contracts/tables';
import type { ImportColumn } from '#shared/domain/catalog-import';

/** What an administrator has chosen for a file. */
export interface Choices {
  place: TablePlace;
  /** Meaning of each column; null while nobody has changed what their headings say. */
  columns: (ImportColumn | null)[] | null;
  /** For a category's name in the file: the id of a category, or null to create it. */
  categories: ReadonlyMap<string, string | null>;
  /** Rows to leave out. */
  leaveOut: readonly number[];
  /** True to take the first of several values for an artist, and the catalogue's before all. */
  keepsFirst: boolean;
  /** True to import without the pictures whose addresses lead to none. */
  leavesOutPictures: boolean;
}

export const NO_CHOICES: Choices = {
  place: {},
  columns: null,
  categories: new Map(),
  leaveOut: [],
  keepsFirst: false,
  leavesOutPictures: false,
};

/** Problems that are settled by taking the first value. */
const DIFFERENCES = new Set<ImportIssue['problem']>([
  'otherSpelling',
  'profileConflict',
  'nominatedTwice',
  'differsFromCatalog',
  'blankInCatalog',
  'alreadyNominated',
]);
export const isDifference = ({ problem }: ImportIssue): boolean => DIFFERENCES.has(problem);

/** Problems of a picture's address, which are settled by importing without it. */
const PICTURE_PROBLEMS = new Set<ImportIssue['problem']>([
  'notAPicture',
  'pictureIsPage',
  'severalAddresses',
]);
export const isAboutPicture = ({ problem }: ImportIssue): boolean => PICTURE_PROBLEMS.has(problem);

/** Problems of a category's name, which is settled by choosing a category. */
const CATEGORY_PROBLEMS = new Set<ImportIssue['problem']>([
  'unknownCategory',
  'noCategories',
  'ambiguousCategory',
]);
export const isAboutCategory = ({ problem }: ImportIssue): boolean =>
  CATEGORY_PROBLEMS.has(problem);

/** Returns the different names of categories that have to be chosen, with the rows of each. */
export function unknownCategories(issues: readonly ImportIssue[]): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (const issue of issues) {
    if (isAboutCategory(issue))
      rows.set(issue.value, [...(rows.get(issue.value) ?? []), issue.row]);
  }
  return rows;
}
