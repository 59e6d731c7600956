import { expect, test } from 'vitest';
import { IMPORT_HEADINGS } from '#shared/domain/catalog-import';
import { LANGUAGES } from '#shared/domain/localized';
import { importTemplate } from './template';

test.each(LANGUAGES)(
  'the template in %s is a line of headings that Excel reads',
  async (language) => {
    const { content } = importTemplate(language);
    const bytes = new Uint8Array(await content.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const separator = language === 'fr' ? ';' : ',';
    const text = new TextDecoder().decode(bytes);
    expect(text.trimEnd().split(separator)).toEqual(Object.values(IMPORT_HEADINGS[language]));
    expect(text).not.toMatch(/"/);
  },
);
