import { nameKey } from '#shared/domain/name-key';

/** What a heading probably means. */
export interface Meaning<Field extends string> {
  /** Null for a column that is known and not needed, such as a time stamp. */
  field: Field | null;
  /** Greater when the heading says more exactly what it is; at least 1. */
  certainty: number;
}

/** Words of a heading, without case, accents and punctuation: `Date / Heure (UTC)` is `date heure utc`. */
export const headingWords = (heading: string): string =>
  nameKey(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A longer text is no heading. */
const MAX_HEADING = 150;

/** True for a text that can be a heading: neither a number, a date, an address nor a long text. */
export const isHeading = (cell: string): boolean =>
  cell !== '' &&
  cell.length <= MAX_HEADING &&
  /\p{L}/u.test(cell) &&
  !/^\S+(@|:\/\/)\S+$/.test(cell);

/**
 * Chooses a column for each field: the one whose heading says most exactly what it is; of several,
 * the one that has values.
 * @param unclear fields for which none is chosen if several columns fit equally and their values
 *   differ
 * @returns the field of each column, null for none
 */
export function assignColumns<Field extends string>(
  headings: readonly string[],
  sample: readonly (readonly string[])[],
  meaningOf: (heading: string) => Meaning<Field> | null,
  unclear: readonly Field[] = [],
): (Field | null)[] {
  const best = new Map<Field, { at: number; score: number; isUnclear: boolean }>();
  const differ = (one: number, other: number) =>
    sample.some((cells) => (cells[one] ?? '') !== (cells[other] ?? ''));
  for (const [at, heading] of headings.entries()) {
    const meaning = isHeading(heading) ? meaningOf(heading) : null;
    if (!meaning?.field) continue;
    const hasValues = sample.some((cells) => (cells[at] ?? '') !== '');
    const score = 2 * meaning.certainty + (hasValues ? 1 : 0);
    const last = best.get(meaning.field);
    if (score > (last?.score ?? 0)) best.set(meaning.field, { at, score, isUnclear: false });
    else if (last && score === last.score && differ(last.at, at)) last.isUnclear = true;
  }
  const fields = headings.map((): Field | null => null);
  for (const [field, { at, isUnclear }] of best) {
    if (!(isUnclear && unclear.includes(field))) fields[at] = field;
  }
  return fields;
}

/** Returns how many different columns these cells are headings of, exact headings weighing more. */
export function weighHeadings<Field extends string>(
  cells: readonly string[],
  meaningOf: (heading: string) => Meaning<Field> | null,
): number {
  const certainties = new Map<Field | null, number>();
  for (const cell of cells) {
    const meaning = isHeading(cell) ? meaningOf(cell) : null;
    if (!meaning) continue;
    const known = certainties.get(meaning.field) ?? 0;
    certainties.set(meaning.field, Math.max(known, meaning.certainty));
  }
  return [...certainties.values()].reduce((sum, certainty) => sum + certainty, 0);
}

/** Returns the fields that these cells are headings of. */
export const headedFields = <Field extends string>(
  cells: readonly string[],
  meaningOf: (heading: string) => Meaning<Field> | null,
): Set<Field | null | undefined> =>
  new Set(cells.filter(isHeading).map((cell) => meaningOf(cell)?.field));

/** True for a row that adds up others, such as `Total`, `Sous-total` or `Solde final`. */
export const isTotal = (cells: readonly string[]): boolean =>
  TOTAL.test(headingWords(cells.find((cell) => cell !== '') ?? ''));

const TOTAL =
  /^((sub|sous|grand) ?)?(totaux|total(s|es|e)?)\b|^(solde|balance|somme|sum|nombre|number of|count|opening|closing|report)\b/;
