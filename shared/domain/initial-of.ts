/** The first letter, as a reader counts letters. */
export const initialOf = (name: string): string => {
  const [first = ''] = name.trim();
  return first.toLocaleUpperCase();
};
