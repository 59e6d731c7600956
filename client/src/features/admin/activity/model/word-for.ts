/**
 * Returns the label of a recorded name. No list of labels is ever complete: records outlive the
 * code that wrote them.
 */
export const wordFor = (words: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(words, name) ? (words[name] ?? null) : null;
