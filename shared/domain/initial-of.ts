/** Returns the first letter as readers count letters (grapheme cluster). */
export const initialOf = (name: string): string => {
  const [first = ''] = name.trim();
  return first.toLocaleUpperCase();
};
