import type { EditionInput } from '#shared/contracts/editions';

type Copied = EditionInput['from']['categories'];

/** For each chosen category, its nominees to copy; a category that is missing is not copied. */
export type Choice = ReadonlyMap<string, 'all' | ReadonlySet<string>>;

/** Chooses a whole category, or none of it. */
export function withCategory(choice: Choice, categoryId: string, isChosen: boolean): Choice {
  const changed = new Map(choice);
  if (isChosen) changed.set(categoryId, 'all');
  else changed.delete(categoryId);
  return changed;
}

/**
 * Chooses one nominee, or leaves it out; the category itself stays chosen.
 * @param all ids of all nominees of the category
 */
export function withNominee(
  choice: Choice,
  categoryId: string,
  { id, all, isChosen }: { id: string; all: readonly string[]; isChosen: boolean },
): Choice {
  const chosen = choice.get(categoryId);
  const ids = new Set(chosen === 'all' ? all : chosen);
  if (isChosen) ids.add(id);
  else ids.delete(id);
  return new Map(choice).set(categoryId, ids.size === all.length ? 'all' : ids);
}

export const isNomineeChosen = (choice: Choice, categoryId: string, id: string): boolean => {
  const chosen = choice.get(categoryId);
  return chosen === 'all' || (chosen?.has(id) ?? false);
};

/** In the form in which it is sent. */
export const copiedOf = (choice: Choice): Copied =>
  [...choice].map(([id, nominees]) => ({
    id,
    nominees: nominees === 'all' ? nominees : [...nominees],
  }));
