import { IMPORT_COLUMNS, IMPORT_HEADINGS } from '#shared/domain/catalog-import';
import type { Language } from '#shared/domain/localized';

/** Excel treats a file as UTF-8 only when it starts with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Separator that Excel expects, by its language. */
const SEPARATORS: Record<Language, string> = { en: ',', fr: ';' };

/** The headings to start with; none contains a character that needs quotation marks. */
export function importTemplate(language: Language): { name: string; content: Blob } {
  const headings = IMPORT_COLUMNS.map((column) => IMPORT_HEADINGS[language][column]);
  const line = `${BYTE_ORDER_MARK}${headings.join(SEPARATORS[language])}\r\n`;
  const name = language === 'fr' ? 'modele-artistes.csv' : 'artists-template.csv';
  return { name, content: new Blob([line], { type: 'text/csv' }) };
}
