import { describe, expect, test } from 'vitest';
import { missingGlyphs } from '#shared/domain/missing-glyphs';
import { lettersOf, openFaces } from './faces';

/** https://en.wikipedia.org/wiki/General_Alphabet_of_Cameroon_Languages */
const LETTERS = [...'AaBbƁɓCcDdƊɗEeƏəƐɛFfGgHhIiƗɨJjKkLlMmNnŊŋOoƆɔØøŒœPpRrSsTtUuɄʉVvWwYyƳƴZzÆæⱭɑ'];
const TONES = ['\u0301', '\u0300', '\u0302', '\u030c', '\u0304', '\u0308', '\u0303'];

const faces = await openFaces(700);

/** The path of a text: where each stroke lies. */
const ink = (text: string): string =>
  faces
    .runsOf(text)
    .map(({ face, text: part }) => {
      const { glyphs, positions } = face!.font.layout(part);
      return glyphs
        .map(
          (glyph, at) => `${positions[at]!.xOffset},${positions[at]!.yOffset}${glyph.path.toSVG()}`,
        )
        .join('');
    })
    .join('|');

describe('the alphabet of Cameroon', () => {
  test.each(LETTERS)('%s is drawn, and each tone mark shows', (letter) => {
    expect(ink(letter)).not.toBe('');
    const toned = TONES.map((tone) => letter + tone);
    expect(toned.flatMap((text) => faces.missingIn(text))).toEqual([]);
    expect(new Set([letter, ...toned].map(ink)).size).toBe(TONES.length + 1);
  });

  test('a word is drawn in one typeface', () => {
    const [run, ...others] = faces.runsOf('Ŋgɔ́');
    expect(others).toEqual([]);
    expect(run!.face!.name).toContain('noto-sans');
    expect(faces.runsOf('Ngoa')[0]!.face!.name).toContain('bricolage');
  });
});

test.each([
  'Élodie Ñ Œ',
  'Ștefan Żółć',
  'أحمد',
  'Привет',
  'Ελλάδα',
  'שלום',
  'አማርኛ',
  'ߒߞߏ',
  'ꚠ',
  '王小明',
  '한국',
  'かな',
  'हिन्दी',
  '🎤',
  '👨‍👩‍👧',
  '👍🏾',
  '🇨🇲',
  '❤️',
  '𝓢𝓽𝓮𝓵𝓵𝓪',
  '①',
  'ﬁ',
])('%s is drawn', (text) => {
  expect(faces.missingIn(text)).toEqual([]);
  for (const letter of lettersOf(text)) expect(ink(letter), letter).not.toBe('');
});

test('letters without a font are reported, but invisible characters are not', () => {
  expect(faces.missingIn('\u200b\u200f\ufe0f\u200d')).toEqual([]);
  expect(faces.missingIn('A\u{12000}B\u{12000}')).toEqual(['\u{12000}']);
});

test('forms warn the organiser about each of those letters', () => {
  const withoutWarning: string[] = [];
  for (let code = 0x20; code < 0x2_0000; code++) {
    const letter = String.fromCodePoint(code);
    if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(letter)) continue;
    const isWarnedAbout = missingGlyphs(letter).length > 0;
    if (!isWarnedAbout && faces.missingIn(letter).length > 0)
      withoutWarning.push(code.toString(16));
  }
  expect(withoutWarning).toEqual([]);
});
