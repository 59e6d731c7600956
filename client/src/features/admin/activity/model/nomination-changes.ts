import {
  type Field,
  type FieldChange,
  fieldChanges,
  flatFields,
  isJsonObject,
  type JsonObject,
} from './flat-fields';

/** A nomination as it was recorded with its artist. */
export interface RecordedNomination {
  categoryId: string;
  categoryName: string | null;
  categoryNameFr: string | null;
  fields: readonly Field[];
}

/** What became of one nomination of an artist. Places are counted from 1. */
export interface NominationChange {
  kind: 'added' | 'removed' | 'changed';
  nomination: RecordedNomination;
  /** For one that was put elsewhere among those that stayed; null for all others. */
  move: { from: number; to: number } | null;
  fields: readonly FieldChange[];
}

/** They say which nomination it is, which its category's name tells better. */
const IDENTITY: readonly string[] = [
  'id',
  'categoryId',
  'categoryName',
  'categoryNameFr',
  'shareableLink',
];

/** @returns null for what is no list of nominations */
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

/** Those that are new, changed or elsewhere in the order they have now; then those removed. */
export function nominationChanges(
  before: readonly RecordedNomination[],
  after: readonly RecordedNomination[],
): NominationChange[] {
  const placesBefore = placesOf(before);
  const placesAfter = placesOf(after);
  const stayed = after.filter(({ categoryId }) => placesBefore.has(categoryId));
  const unmoved = longestRise(stayed.map(({ categoryId }) => placesBefore.get(categoryId) ?? 0));
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
 * The most numbers that follow each other upwards: nominations at these places kept their order, so
 * as few as possible are said to have moved.
 */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** The longest rise that ends with each number. */
  const rises: number[][] = [];
  for (const number of numbers) {
    const longest = rises
      .filter((rise) => (rise.at(-1) ?? 0) < number)
      .reduce((best: number[], rise) => (rise.length > best.length ? rise : best), []);
    rises.push([...longest, number]);
  }
  return new Set(
    rises.reduce((best: number[], rise) => (rise.length > best.length ? rise : best), []),
  );
}
