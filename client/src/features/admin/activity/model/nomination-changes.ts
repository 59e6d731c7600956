import {
  type Field,
  type FieldChange,
  fieldChanges,
  flatFields,
  isJsonObject,
  type JsonObject,
} from './flat-fields';

/** A nomination as recorded with its artist. */
export interface RecordedNomination {
  categoryId: string;
  categoryName: string | null;
  categoryNameFr: string | null;
  fields: readonly Field[];
}

/** The change of one nomination of an artist. Positions are counted from 1. */
export interface NominationChange {
  kind: 'added' | 'removed' | 'changed';
  nomination: RecordedNomination;
  /** Set for a nomination that was moved among those that stayed; null for all others. */
  move: { from: number; to: number } | null;
  fields: readonly FieldChange[];
}

/** Fields that identify the nomination; the name of its category is clearer. */
const IDENTITY: readonly string[] = [
  'id',
  'categoryId',
  'categoryName',
  'categoryNameFr',
  'shareableLink',
];

/** @returns null when the value is not a list of nominations */
export function readNominations(recorded: unknown): RecordedNomination[] | null {
  if (!Array.isArray(recorded)) return null;
  const nominations = recorded.flatMap((item) => readNomination(item) ?? []);
  return nominations.length === recorded.length ? nominations : null;
}

function readNomination(recorded: unknown): RecordedNomination | null {
  if (!isJsonObject(recorded) || typeof recorded.categoryId !== 'string') return null;
  return {
    categoryId: recorded.categoryId,
    categoryName: textIn(recorded, 'categoryName'),
    categoryNameFr: textIn(recorded, 'categoryNameFr'),
    fields: flatFields(recorded).filter(({ path: [key = ''] }) => !IDENTITY.includes(key)),
  };
}

const textIn = (recorded: JsonObject, key: string): string | null => {
  const value = recorded[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};

/** Returns new, changed and moved nominations in their present order, then removed ones. */
export function nominationChanges(
  before: readonly RecordedNomination[],
  after: readonly RecordedNomination[],
): NominationChange[] {
  const placesBefore = placesOf(before);
  const placesAfter = placesOf(after);
  const stayed = after.filter(({ categoryId }) => placesBefore.has(categoryId));
  const unmoved = longestIncreasing(
    stayed.map(({ categoryId }) => placesBefore.get(categoryId) ?? 0),
  );
  const present = after.flatMap((nomination, index): NominationChange[] => {
    const from = placesBefore.get(nomination.categoryId);
    const old = from === undefined ? undefined : before[from - 1];
    const fields = fieldChanges(old?.fields ?? [], nomination.fields);
    if (from === undefined) return [{ kind: 'added', nomination, move: null, fields }];
    const move = unmoved.has(from) ? null : { from, to: index + 1 };
    return move || fields.length > 0 ? [{ kind: 'changed', nomination, move, fields }] : [];
  });
  const removed = before
    .filter(({ categoryId }) => !placesAfter.has(categoryId))
    .map(
      (nomination): NominationChange => ({
        kind: 'removed',
        nomination,
        move: null,
        fields: fieldChanges(nomination.fields, []),
      }),
    );
  return [...present, ...removed];
}

const placesOf = (list: readonly RecordedNomination[]): ReadonlyMap<string, number> =>
  new Map(list.map(({ categoryId }, index) => [categoryId, index + 1]));

/**
 * Returns the longest increasing subsequence: nominations at these positions kept their order, so
 * that as few as possible count as moved.
 */
function longestIncreasing(numbers: readonly number[]): ReadonlySet<number> {
  /** The longest increasing subsequence that ends with each number. */
  const subsequences: number[][] = [];
  for (const number of numbers) {
    const longest = subsequences
      .filter((subsequence) => (subsequence.at(-1) ?? 0) < number)
      .reduce(
        (best: number[], subsequence) => (subsequence.length > best.length ? subsequence : best),
        [],
      );
    subsequences.push([...longest, number]);
  }
  return new Set(
    subsequences.reduce(
      (best: number[], subsequence) => (subsequence.length > best.length ? subsequence : best),
      [],
    ),
  );
}
