import { describe, expect, test } from 'vitest';
import { fitsAfterBar, shortened } from './bar-texts';

/** Every character is 10 px wide. */
const widthOf = (text: string) => [...text].length * 10;

describe('a name is drawn above its bar', () => {
  test.each([
    ['Junior Kasanji', 140, 'Junior Kasanji'],
    ['Junior Kasanji', 139, 'Junior Kasan…'],
    ['Junior Kasanji', 80, 'Junior…'],
    ['Junior', 5, '…'],
    ['🎤🎤🎤', 20, '🎤…'],
    ['', 0, ''],
  ])('%j shortened to a width of %i reads %j', (name, room, shown) => {
    expect(shortened(name, room, widthOf)).toBe(shown);
  });
});

test('a figure is drawn after its bar unless it would cross the edge', () => {
  expect(fitsAfterBar(200, 50, 250)).toBe(true);
  expect(fitsAfterBar(201, 50, 250)).toBe(false);
});
