import type { Field, FieldValue } from './flat-fields';

/** A field that is not as it was. A side that does not know the field at all is `undefined`. */
export interface FieldChange {
  path: readonly string[];
  before: FieldValue | undefined;
  after: FieldValue | undefined;
}

/** The fields that differ, in the order in which they were recorded. */
export function fieldChanges(before: readonly Field[], after: readonly Field[]): FieldChange[] {
  const changes = new Map<string, FieldChange>();
  for (const { path, value } of before) {
    changes.set(keyOf(path), { path, before: value, after: undefined });
  }
  for (const { path, value } of after) {
    const key = keyOf(path);
    changes.set(key, { path, before: changes.get(key)?.before, after: value });
  }
  return [...changes.values()].filter((change) => !isSame(change.before, change.after));
}

/** A field named on one side only tells nothing where it is blank. */
const isSame = (before: FieldChange['before'], after: FieldChange['after']): boolean =>
  JSON.stringify(before ?? null) === JSON.stringify(after ?? null);

export const keyOf = (path: readonly string[]): string => JSON.stringify(path);
