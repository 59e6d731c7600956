import { expect, test } from 'vitest';
import { isText, listOf, objectWith } from './response-shape';

interface Song {
  title: string;
  singer: { name: string };
  year: number;
}
const isSongs = listOf(objectWith<Song>({ title: isText, singer: objectWith({ name: isText }) }));

test.each<[boolean, string, unknown]>([
  [false, 'null', null],
  [false, 'an object', {}],
  [false, 'a string', 'songs'],
  [true, 'an empty list', []],
  [false, 'a list that contains null', [null]],
  [false, 'a missing property', [{ title: 'Makossa' }]],
  [false, 'a property of another type', [{ title: 1, singer: { name: 'Manu' } }]],
  [false, 'a missing nested property', [{ title: 'Makossa', singer: {} }]],
  [true, 'all required properties', [{ title: 'Makossa', singer: { name: 'Manu' } }]],
])('returns %s for %s', (isValid, _, answer) => {
  expect(isSongs(answer)).toBe(isValid);
});
