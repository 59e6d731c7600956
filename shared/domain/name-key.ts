/**
 * Returns a key that is equal for two spellings of one name: people omit accents, type capitals,
 * two spaces or another apostrophe.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
