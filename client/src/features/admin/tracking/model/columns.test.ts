import { expect, test } from 'vitest';
import { readLayout, STANDARD_LAYOUT } from './columns';

test.each([null, 7, [], {}, { shown: 'id' }, { widths: { id: 80 } }])(
  'an invalid layout (%j) is replaced by the default',
  (stored) => {
    expect(readLayout(stored)).toEqual(STANDARD_LAYOUT);
  },
);

test('columns keep their order, unknown ones are dropped, and the id stays', () => {
  expect(readLayout({ shown: ['email', 'weather', 'artist'] }).shown).toEqual([
    'id',
    'artist',
    'email',
  ]);
});

test('widths stay within usable limits', () => {
  const widths = { id: 3, artist: 9_000, email: 200, weather: 100, phone: 'wide' };
  expect(readLayout({ shown: [], widths }).widths).toEqual({ id: 48, artist: 640, email: 200 });
});
