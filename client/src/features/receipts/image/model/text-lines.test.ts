import { expect, test } from 'vitest';
import { linesOf } from './text-lines';

/** Ten pixels a character, as on a typewriter. */
const measure = (text: string) => Array.from(text).length * 10;
const wrap = (text: string, maxWidth: number, maxLines = 9) =>
  linesOf(text, { maxWidth, maxLines, measure });

test('a text that fits stays on one line', () => {
  expect(wrap('Best New Artist', 150)).toEqual(['Best New Artist']);
});

test('lines break between words', () => {
  expect(wrap('Best New Artist of the Year', 110)).toEqual(['Best New', 'Artist of', 'the Year']);
});

test('no-break spaces hold words together', () => {
  expect(wrap('Qui gagne\u202f?', 100)).toEqual(['Qui', 'gagne\u202f?']);
});

test('a word wider than the line is cut, between whole characters', () => {
  expect(wrap('🎤🎤🎤🎤🎤', 20)).toEqual(['🎤🎤', '🎤🎤', '🎤']);
});

test('what does not fit ends in an ellipsis', () => {
  expect(wrap('Best New Artist of the Year', 110, 2)).toEqual(['Best New', 'Artist of…']);
  expect(wrap('Abcdefghijklmnop', 50, 1)).toEqual(['Abcd…']);
});

test('an empty text has no line', () => {
  expect(wrap('   ', 100)).toEqual([]);
});
