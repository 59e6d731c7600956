const MAX_LETTERS = 80;

/** As much of a value as is needed to find it again. */
export function shorten(value: string): string {
  // Whole letters: half of one could not be sent.
  const letters = Array.from(value.slice(0, 2 * MAX_LETTERS + 2));
  return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS - 1).join('')}…` : value;
}
