import { IMPORT_COLUMNS, IMPORT_HEADINGS } from '#shared/domain/catalog-import';
import type { Language } from '#shared/domain/localized';

/** Excel takes a file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What Excel expects between the cells, by its language. */
const SEPARATORS: Record<Language, string> = { en: ',', fr: ';' };

/** The headings to begin with, none of which has a character that would need quotation marks. */
export function importTemplate(language: Language): { name: string; content: Blob } {
  const headings = IMPORT_COLUMNS.map((column) => IMPORT_HEADINGS[language][column]);
  const line = `${BYTE_ORDER_MARK}${headings.join(SEPARATORS[language])}\r\n`;
  const name = language === 'fr' ? 'modele-artistes.csv' : 'artists-template.csv';
  return { name, content: new Blob([line], { type: 'text/csv' }) };
}
