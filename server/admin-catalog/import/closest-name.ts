import { nameKey } from '#shared/domain/name-key';

/** Enough to tell names apart, and no more work than that for a text of thousands of letters. */
const COMPARED_LETTERS = 80;

/**
 * Finds among these names the one that shares most pairs of neighbouring letters with what was
 * typed (Dice's coefficient); null when there is nothing to choose from.
 */
export function closestNameAmong(names: readonly string[]): (typed: string) => string | null {
  const candidates = names.map((name) => ({ name, pairs: letterPairs(name) }));
  return (typed) => {
    const wanted = letterPairs(typed);
    let best: { name: string; score: number } | null = null;
    for (const { name, pairs } of candidates) {
      let shared = 0;
      for (const pair of pairs) if (wanted.has(pair)) shared++;
      const score = (2 * shared) / (pairs.size + wanted.size);
      if (!best || score > best.score) best = { name, score };
    }
    return best?.name ?? null;
  };
}

function letterPairs(text: string): ReadonlySet<string> {
  const letters = ` ${nameKey(text.slice(0, COMPARED_LETTERS))} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
}
