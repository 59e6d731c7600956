import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/domain/localized';

const gapsOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** Rules for the texts of a page or an e-mail: both languages have the same content. */
export function describeTexts(
  what: string,
  { en, fr }: Readonly<Record<Language, Readonly<Record<string, string>>>>,
): void {
  const pairs = Object.entries(en).map(([key, english]) => [key, english, fr[key]] as const);

  describe(`the texts of ${what}`, () => {
    test('have the same keys in both languages', () => {
      expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
    });

    test.each(pairs)(
      '%s exists in both languages, with the same placeholders',
      (_key, english, french) => {
        expect(english.trim()).not.toBe('');
        expect(french?.trim()).not.toBe('');
        expect(gapsOf(french ?? '')).toEqual(gapsOf(english));
      },
    );

    test.each(pairs)('%s keeps French punctuation on its line', (_key, _english, french) => {
      expect(french).not.toMatch(/ [:?!;»]|« |'/);
    });
  });
}
