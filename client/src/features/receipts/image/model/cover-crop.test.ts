import { expect, test } from 'vitest';
import { coverCrop } from './cover-crop';

test('a wide picture loses its sides, alike left and right', () => {
  expect(coverCrop({ width: 400, height: 100 }, { width: 200, height: 100 })).toEqual({
    x: 100,
    y: 0,
    width: 200,
    height: 100,
  });
});

test('a tall picture loses more below than above, so that heads stay', () => {
  expect(coverCrop({ width: 100, height: 300 }, { width: 200, height: 200 })).toEqual({
    x: 0,
    y: 40,
    width: 100,
    height: 100,
  });
});

test('a small picture is enlarged', () => {
  expect(coverCrop({ width: 10, height: 10 }, { width: 1080, height: 1080 })).toEqual({
    x: 0,
    y: 0,
    width: 10,
    height: 10,
  });
});
