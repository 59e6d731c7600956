/**
 * Two names are taken for one when these are equal: people type them without accents, in capitals,
 * with two spaces or with another apostrophe.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
