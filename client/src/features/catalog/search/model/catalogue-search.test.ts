import { describe, expect, test } from 'vitest';
import type { SearchIndex } from '#shared/contracts/catalog';
import { manyNames } from '#tests/support/many-names';
import { catalogueSearch, MAX_QUERY_LENGTH } from './catalogue-search';

const MAKOSSA = { name: 'Best Makossa', nameFr: 'Meilleur makossa' };
const GOSPEL = { name: 'Best Gospel Voice', nameFr: 'Meilleure voix gospel' };
const REVELATION = { name: 'Newcomer of the Year', nameFr: 'Révélation de l’année' };
const FILM = { name: 'Best Film', nameFr: null };
const CATEGORIES = [MAKOSSA, GOSPEL, REVELATION, FILM];

const idOf = (at: number) => `a1b2c3d4-e5f6-4789-8abc-${at.toString(16).padStart(12, '0')}`;

/** Builds the index in the format of the server. */
function indexOf(
  artists: readonly (readonly [name: string, ...categories: number[]])[],
): SearchIndex {
  return {
    categories: CATEGORIES.map((texts, at) => ({ id: `category-${at}`, icon: null, ...texts })),
    artists: {
      ids: Buffer.from(
        artists.map((_, at) => idOf(at).replaceAll('-', '')).join(''),
        'hex',
      ).toString('base64'),
      names: artists.map(([name]) => name),
      categories: artists.map(([, ...own]) => (own.length > 0 ? own : [3])),
    },
  };
}

const LONG_NAME = 'Rhapsodie'.repeat(9).slice(0, 80);
const NAMES = [
  'Junior Kasanji',
  'Mireille Ondoa-Bissek',
  'Élodie N’Djamena',
  'Jean-Luc Kamga',
  'Kamga Jeanne',
  'Zogo Bella',
  'Isabella Ngo',
  'Bella',
  'Sœur Aïcha',
  'Ŋwa Ɓali',
  'محمد إدريس',
  'فاطمة الصحراوي',
  'DJ Feu 🔥',
  '🦁Lion',
  '!!!',
  '<b>Bold</b> & <script>alert(1)</script>',
  'A$AP Douala',
  'naijaflow',
  LONG_NAME,
] as const;

const find = catalogueSearch(
  indexOf([...NAMES.map((name) => [name] as const), ['Sanzo Eyidi', 0, 2]]),
);

const nameOf = (found: ReturnType<typeof find>['shown'][number] | undefined) =>
  found?.kind === 'artist' ? found.artist.name : found?.category.name;
const names = (query: string) => find(query).shown.map(nameOf);

describe('a name is found', () => {
  test.each([
    ['as it is written', 'Junior Kasanji', 'Junior Kasanji'],
    ['by one of its words', 'kasanji', 'Junior Kasanji'],
    ['by the beginning of its words', 'kas jun', 'Junior Kasanji'],
    ['in capitals', 'KASANJI', 'Junior Kasanji'],
    ['without its accents', 'elodie', 'Élodie N’Djamena'],
    ['with accents that it does not have', 'Mîréille', 'Mireille Ondoa-Bissek'],
    ['with the same accents in another Unicode form', 'E\u0301lodie', 'Élodie N’Djamena'],
    ['with another apostrophe', "n'djamena", 'Élodie N’Djamena'],
    ['without its apostrophe', 'ndjamena', 'Élodie N’Djamena'],
    ['with a space for its apostrophe', 'n djamena', 'Élodie N’Djamena'],
    ['by the beginning of it without its apostrophe', 'ndjam', 'Élodie N’Djamena'],
    ['with its hyphen', 'jean-luc', 'Jean-Luc Kamga'],
    ['without its hyphen', 'jeanluc', 'Jean-Luc Kamga'],
    ['with a space for its hyphen', 'jean luc', 'Jean-Luc Kamga'],
    ['without its spaces', 'juniorkasanji', 'Junior Kasanji'],
    ['from the middle of a word', 'aflow', 'naijaflow'],
    ['with two letters for one', 'soeur', 'Sœur Aïcha'],
    ['on a keyboard without its letters', 'nwa bali', 'Ŋwa Ɓali'],
    ['in Arabic', 'محمد', 'محمد إدريس'],
    ['in Arabic without the signs on its letters', 'ادريس', 'محمد إدريس'],
    ['in Arabic with vowels and stretched', 'مُحَـــمَّد', 'محمد إدريس'],
    ['in Arabic with another last letter', 'فاطمه', 'فاطمة الصحراوي'],
    ['by its emoji', '🔥', 'DJ Feu 🔥'],
    ['with an emoji in a word', 'lion', '🦁Lion'],
    ['by symbols only', '!!', '!!!'],
    ['by what looks like markup', '<script>', '<b>Bold</b> & <script>alert(1)</script>'],
    ['by a word between symbols', 'bold', '<b>Bold</b> & <script>alert(1)</script>'],
    ['by a word with a symbol in it', 'a$ap', 'A$AP Douala'],
    ['at any length', LONG_NAME, LONG_NAME],
    ['at any length by its beginning', LONG_NAME.slice(0, 50), LONG_NAME],
  ])('%s: %s', (_how, query, name) => {
    expect(names(query)[0]).toBe(name);
  });

  test.each([
    ['one letter missing', 'kasanj', 'Junior Kasanji'],
    ['an omitted letter', 'kasnji', 'Junior Kasanji'],
    ['one letter too many', 'kasannji', 'Junior Kasanji'],
    ['another letter', 'kazanji', 'Junior Kasanji'],
    ['two letters in the wrong order', 'kasnaji', 'Junior Kasanji'],
    ['a double letter typed once', 'mireile', 'Mireille Ondoa-Bissek'],
    ['an error in each of two words', 'mirielle bisek', 'Mireille Ondoa-Bissek'],
    ['an error, and without the apostrophe', 'njamena', 'Élodie N’Djamena'],
    ['an error in Arabic', 'محمذ', 'محمد إدريس'],
    ['one word right and one wrong', 'junior somebody', 'Junior Kasanji'],
    ['an error in a long name', `${LONG_NAME.slice(0, 40)}x${LONG_NAME.slice(40)}`, LONG_NAME],
  ])('with %s: %s', (_how, query, name) => {
    expect(names(query)[0]).toBe(name);
  });
});

test('short words must match exactly, without typing errors', () => {
  expect(names('ngi')).not.toContain('Isabella Ngo');
});

test('exact names come first, then names that start with the text as a whole word, then as part of a word', () => {
  const findKora = catalogueSearch(indexOf([['Koranthology'], ['A Kora'], ['Kora Two'], ['Kora']]));
  expect(findKora('kora').shown.map(nameOf)).toEqual([
    'Kora',
    'Kora Two',
    'Koranthology',
    'A Kora',
  ]);
  expect(names('bella').slice(0, 2)).toEqual(['Bella', 'Zogo Bella']);
  expect(names('bella')).not.toContain('Junior Kasanji');
  expect(names('kamga j')[0]).toBe('Kamga Jeanne');
  expect(names('kamga').toSorted()).toEqual(['Jean-Luc Kamga', 'Kamga Jeanne']);
});

describe('categories', () => {
  test.each([
    ['makossa', MAKOSSA],
    ['meilleure voix', GOSPEL],
    ['gospel voice', GOSPEL],
    ['revelation', REVELATION],
    ['revelasion', REVELATION],
    ['lannee', REVELATION],
    ['l’année', REVELATION],
    ['newcomer', REVELATION],
  ])('are found in both languages: %s', (query, { name }) => {
    expect(names(query)[0]).toBe(name);
  });

  test('find the artists nominated in them, after the categories themselves', () => {
    expect(names('makossa')).toEqual(['Best Makossa', 'Sanzo Eyidi']);
    // Most artists are in the category Best Film; Sanzo Eyidi is in Best Makossa and Newcomer of
    // the Year.
    expect(names('best').slice(0, 3).toSorted()).toEqual([
      'Best Film',
      'Best Gospel Voice',
      'Best Makossa',
    ]);
    expect(names('sanzo makossa')).toEqual(['Sanzo Eyidi']);
    const [sanzo] = find('sanzo').shown;
    expect(sanzo).toMatchObject({
      kind: 'artist',
      artist: { id: idOf(NAMES.length), categories: [MAKOSSA, REVELATION] },
    });
  });
});

test.each([
  ['', ' ', '\n\t', '\u200f', '\u0301'],
  ['xyzzyqwert', 'zzz', '?', '🎷', 'كلمة', '0'.repeat(500)],
])('a blank query, or a name that does not exist, finds nothing', (...queries) => {
  for (const query of queries) {
    expect(find(query), JSON.stringify(query)).toEqual({ shown: [], furtherCount: 0, all: [] });
  }
});

test('an overlong query is cut off', () => {
  const pasted = `Junior Kasanji ${'x '.repeat(5_000)}`;
  expect(find(pasted)).toEqual(find(pasted.slice(0, MAX_QUERY_LENGTH)));
  expect(names(pasted)[0]).toBe('Junior Kasanji');
  expect(names('🔥'.repeat(2_560))).toEqual([]);
});

test('an empty index has nothing to find', () => {
  const none = catalogueSearch({
    categories: [],
    artists: { ids: '', names: [], categories: [] },
  });
  expect(none('anybody')).toEqual({ shown: [], furtherCount: 0, all: [] });
});

describe('among two thousand artists', () => {
  const all = manyNames(2_000);
  const findAny = catalogueSearch(indexOf(all.map((name, at) => [name, at % 4] as const)));
  const shown = (query: string) => findAny(query).shown.map(nameOf);

  test('every artist is found by name; a sample also in capitals without accents', () => {
    for (const name of all) expect(shown(name)[0], name).toBe(name);
    for (const name of all.filter((_, at) => at % 25 === 0)) {
      const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
      expect(shown(plain)[0], plain).toBe(name);
    }
  });

  test('nearly every artist is found with a typing error in each longer word', () => {
    const some = all.filter((_, at) => at % 20 === 0);
    const misspell = (name: string) => name.replace(/(\p{L}{3})\p{L}(\p{L}{2,})/gu, '$1$2');
    const found = some.filter((name) => shown(misspell(name)).includes(name));
    expect(found.length / some.length).toBeGreaterThan(0.95);
  });

  test('at most eight are shown, and the rest is counted', () => {
    const { shown, furtherCount } = findAny('k');
    expect(shown).toHaveLength(8);
    const beginning = all.filter((name) => / ?\bk/i.test(name)).length;
    expect(furtherCount).toBeGreaterThan(beginning / 2);
    expect(findAny('kamga').furtherCount + 8).toBeLessThan(beginning);
  });

  test('preferred artists come first among the matches, and only if they match', () => {
    const ids = (query: string, first?: ReadonlySet<string>) =>
      findAny(query, first).shown.flatMap((result) =>
        result.kind === 'artist' ? result.artist.id : [],
      );
    const last = idOf(all.findLastIndex((name) => / kamga$/i.test(name)));
    expect(ids('kamga').length).toBeGreaterThan(0);
    const others = ids('kamga').filter((id) => id !== last);
    expect(ids('kamga', new Set([last, idOf(0)])).slice(0, 7)).toEqual(
      [last, ...others].slice(0, 7),
    );
  });
});
