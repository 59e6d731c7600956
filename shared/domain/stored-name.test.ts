import { expect, test } from 'vitest';
import { nameKey } from './name-key';
import { storedName, storedText } from './stored-name';

test.each([
  ['a zero width space', 'Koki Sisters\u200b', 'Koki Sisters'],
  ['direction marks', '\u200eStanley\u200f \u202aEnow\u202c', 'Stanley Enow'],
  ['a soft hyphen and a byte order mark', '\ufeffMa\u00adma', 'Mama'],
  ['joiners between Latin letters', 'Ma\u200dma\u200c', 'Mama'],
  ['a variation selector behind a letter', 'Mama\ufe0f', 'Mama'],
  ['line ends and tabs', ' Les\r\nTêtes\tBrûlées\n', 'Les Têtes Brûlées'],
  ['a control character', 'Ma\u0007ma', 'Mama'],
  ['a decomposed accent', 'Zoe\u0301', 'Zoé'],
  ['nothing visible', '\u2060\u200b\ufe0f', ''],
])('a name is stored without %s', (_what, typed, stored) => {
  expect(storedName(typed)).toBe(stored);
});

test.each([
  ['a no-break space', 'Qui\u202f?'],
  ['a Persian joiner', 'نامه\u200cها'],
  ['a conjunct of Devanagari', 'क्\u200dष'],
  ['Arabic marks', 'مُحَمَّد'],
  ['a family of emoji', '👨\u200d👩\u200d👧'],
  ['an emoji with a colour and a joiner', '👩🏾\u200d🎤'],
  ['a red heart', '❤\ufe0f'],
  ['a keycap', '2\ufe0f\u20e3'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['other dashes and quotation marks', 'Jean‑Paul « Le “Boss” »'],
])('a name is stored with %s', (_what, name) => {
  expect(storedName(name)).toBe(name);
});

test('a text keeps its lines and its soft hyphens', () => {
  expect(storedText(' Zoe\u0301\r\nof\u2028Doua\u00adla\u0000\r')).toBe('Zoé\nof\nDoua\u00adla');
});

test.each([
  ['Koki Sisters\u200b', 'Koki Sisters'],
  ['\u200eStanley\u200f', 'stanley'],
  ['Jean‑Paul', 'Jean-Paul'],
  ['Jean – Paul', 'Jean - Paul'],
  ['Jean−Paul', 'Jean—Paul'],
  ['Cœur', 'COEUR'],
  ['Æther', 'Aether'],
  ['ﬁfi', 'Fifi'],
  ['Strauß', 'STRAUSS'],
  ['Le “Boss” Fou', 'Le "Boss" Fou'],
  ['Le «\u00a0Boss\u202f» Fou', 'Le „Boss‟ Fou'],
  ['Fo’o Dada', "Fo'o Dada"],
  ['Fo´o Dada', 'Fo`o Dada'],
  ['Foʼo Dada', 'Fo′o Dada'],
  ['Les\r\nTêtes\u2028Brûlées', 'les tetes  brulees'],
  ['a\u200d👩\u200d🎤\ufe0f', 'a👩🎤'],
  ['Zoe\u0301\u3164', 'Zoé'],
  ['１２　Ｋ', '12 k'],
])('%j and %j look alike', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ['Jean-Paul', 'Jean Paul'],
  ['Marie', 'Maria'],
  ['نور', 'نار'],
  ['DJ 7', 'DJ 7"'],
  ['O', '0'],
])('%j and %j do not look alike', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});
