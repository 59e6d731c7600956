import type { ImportIssue } from '#shared/contracts/catalog-import';
import type { ImportColumn } from '#shared/domain/catalog-import';

const MAX_CHARACTERS = 80;

/** Shortens a value to what is needed to find it. */
export function shorten(value: string): string {
  // Whole code points, because half of a surrogate pair could not be sent.
  const characters = Array.from(value.slice(0, 2 * MAX_CHARACTERS + 2));
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
    : value;
}

/**
 * One issue for every row of the longest file; a file with more issues can be repaired in two
 * rounds.
 */
const MAX_LISTED = 5_000;

type Problem = Pick<ImportIssue, 'row' | 'problem'> &
  Partial<Pick<ImportIssue, 'column' | 'field' | 'value' | 'details'>>;

/** The issues of a file, with columns named by the file's own headings. */
export class IssueList {
  readonly #issues: ImportIssue[] = [];
  readonly #headings = new Map<ImportColumn, string>();
  #count = 0;

  /** Stores the file's heading of a column. */
  nameColumn(field: ImportColumn, heading: string): void {
    this.#headings.set(field, heading);
  }

  add({ row, problem, field = null, column, value = '', details = {} }: Problem): void {
    this.#count++;
    if (this.#issues.length === MAX_LISTED) return;
    this.#issues.push({
      row,
      column: column ?? (field && this.#headings.get(field)) ?? null,
      field,
      value: shorten(value),
      problem,
      details: details.text === undefined ? details : { ...details, text: shorten(details.text) },
    });
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the issues in the order of the sheet. */
  inOrder(): ImportIssue[] {
    return this.#issues.toSorted((a, b) => a.row - b.row);
  }

  has(problem: ImportIssue['problem']): boolean {
    return this.#issues.some((issue) => issue.problem === problem);
  }
}
