import { expect, test } from 'vitest';
import { photoMatcher } from './match-photos';

const NAMES = [
  'Mama Njanga',
  'Mama Njanga Junior',
  'Zoé',
  'N’Dour & Fils',
  'Sam',
  'Œuvre des Sœurs',
  '237 Boys',
  'Papa Wemba',
  'Double',
  'Double',
  'Élodie Ngo-Bassong',
  'Photo',
];
const match = photoMatcher(NAMES.map((name, index) => ({ key: `${index} ${name}`, name })));

test.each([
  ['Mama Njanga.jpg', 'Mama Njanga'],
  ['mama-njanga_2.JPG', 'Mama Njanga'],
  ['01 - Mama Njanga (final).jpeg', 'Mama Njanga'],
  ['MAMA_NJANGA.HEIC', 'Mama Njanga'],
  ['MamaNjanga.png', 'Mama Njanga'],
  ['mamanjanga (1).webp', 'Mama Njanga'],
  ['IMG_20261128_WA0012 - Mama Njanga.jpg', 'Mama Njanga'],
  ['Photos/2026/Mama Njanga.jpg', 'Mama Njanga'],
  ['C:\\photos\\Mama Njanga.jpg', 'Mama Njanga'],
  ['../../etc/Mama Njanga.jpg', 'Mama Njanga'],
  ['Mama Njanga - Best Makossa.jpg', 'Mama Njanga'],
  ['Mama Njanga Junior.jpg', 'Mama Njanga Junior'],
  ['Zoe\u0301.jpg', 'Zoé'],
  ['zoe.jpg', 'Zoé'],
  ['Photo Zoé 2.jpg', 'Zoé'],
  ["N'Dour et Fils.jpg", null],
  ["n'dour & fils.jpg", 'N’Dour & Fils'],
  ['NDour-Fils.jpg', 'N’Dour & Fils'],
  ['Elodie Ngo Bassong.jpg', 'Élodie Ngo-Bassong'],
  ['237 Boys 3.jpg', '237 Boys'],
  ['Sam Fan Thomas.jpg', null],
  ['Sam (2).jpg', 'Sam'],
  ['IMG_1234.jpg', null],
  ['.jpg', null],
  ['', null],
])('%j is of %j', (file, name) => {
  expect(match(file)).toEqual(name === null ? null : { artist: `${NAMES.indexOf(name)} ${name}` });
});

test('several artists in one name, or two of the same name, are left to a person', () => {
  expect(match('Mama Njanga & Papa Wemba.jpg')).toEqual({
    among: ['0 Mama Njanga', '7 Papa Wemba'],
  });
  expect(match('Double.jpg')).toEqual({ among: ['8 Double', '9 Double'] });
});
