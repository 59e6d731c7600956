/**
 * The word for a name from the records, of which no list is ever complete: records outlive the
 * code that wrote them.
 */
export const wordFor = (words: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(words, name) ? (words[name] ?? null) : null;
