import { expect, test } from 'vitest';
import { type Choice, copiedOf, isNomineeChosen, withCategory, withNominee } from './copied';

const ALL = ['one', 'two'];
const nothing: Choice = new Map();

test('a category is copied with all of its nominees until one is left out', () => {
  const whole = withCategory(nothing, 'song', true);
  expect(copiedOf(whole)).toEqual([{ id: 'song', nominees: 'all' }]);
  const part = withNominee(whole, 'song', { id: 'two', all: ALL, isChosen: false });
  expect(copiedOf(part)).toEqual([{ id: 'song', nominees: ['one'] }]);
  expect(isNomineeChosen(part, 'song', 'one')).toBe(true);
  expect(isNomineeChosen(part, 'song', 'two')).toBe(false);
  const again = withNominee(part, 'song', { id: 'two', all: ALL, isChosen: true });
  expect(copiedOf(again)).toEqual([{ id: 'song', nominees: 'all' }]);
});

test('a category without nominees is copied, a category left out is not', () => {
  const empty = ALL.reduce(
    (choice, id) => withNominee(choice, 'song', { id, all: ALL, isChosen: false }),
    withCategory(nothing, 'song', true),
  );
  expect(copiedOf(empty)).toEqual([{ id: 'song', nominees: [] }]);
  expect(copiedOf(withCategory(empty, 'song', false))).toEqual([]);
});
