import { expect, test } from 'vitest';
import { isText, listOf, objectWith } from './response-shape';

interface Song {
  title: string;
  singer: { name: string };
  year: number;
}
const isSongs = listOf(objectWith<Song>({ title: isText, singer: objectWith({ name: isText }) }));

test.each<[string, unknown, boolean]>([
  ['nothing', null, false],
  ['an object', {}, false],
  ['text', 'songs', false],
  ['an empty list', [], true],
  ['a list with nothing in it', [null], false],
  ['a part missing', [{ title: 'Makossa' }], false],
  ['a part of another kind', [{ title: 1, singer: { name: 'Manu' } }], false],
  ['a part of a part missing', [{ title: 'Makossa', singer: {} }], false],
  ['everything that is named', [{ title: 'Makossa', singer: { name: 'Manu' } }], true],
])('%s', (_, answer, isRight) => {
  expect(isSongs(answer)).toBe(isRight);
});
