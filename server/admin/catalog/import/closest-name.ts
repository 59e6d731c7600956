import { nameKey } from '#shared/domain/name-key';

/** Enough to distinguish names, and a limit on the work for a text of thousands of letters. */
const COMPARED_LETTERS = 80;

/**
 * Returns a function that finds the name sharing most pairs of adjacent letters with the typed text
 * (Dice's coefficient); null when there are no names.
 */
export function closestNameAmong(names: readonly string[]): (typed: string) => string | null {
  const candidates = names.map((name) => ({ name, pairs: letterPairs(name) }));
  return (typed) => {
    const typedPairs = letterPairs(typed);
    let best: { name: string; score: number } | null = null;
    for (const { name, pairs } of candidates) {
      let shared = 0;
      for (const pair of pairs) if (typedPairs.has(pair)) shared++;
      const score = (2 * shared) / (pairs.size + typedPairs.size);
      if (!best || score > best.score) best = { name, score };
    }
    return best?.name ?? null;
  };
}

function letterPairs(text: string): ReadonlySet<string> {
  const letters = ` ${nameKey(text.slice(0, COMPARED_LETTERS))} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
}
