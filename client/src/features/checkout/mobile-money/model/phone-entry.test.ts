import { describe, expect, test } from 'vitest';
import { caretAt, editPhone, wholeNumberIn } from './phone-entry';

/** Writes `|` where the caret stands. */
const edited = (textWithCaret: string): string => {
  const caretInText = textWithCaret.indexOf('|');
  const { digits, caret } = editPhone(textWithCaret.replace('|', ''), caretInText);
  return `${digits.slice(0, caret)}|${digits.slice(caret)}`;
};

describe('typing', () => {
  test.each([
    ['a digit moves the caret on', '67|', '67|'],
    ['anything but digits is ignored', '67a|1', '67|1'],
    ['with room left a digit is inserted', '6578|12', '6578|12'],
    ['in a full number a digit replaces the next one', '6579|712345', '6579|12345'],
    ['a tenth digit at the end is ignored', '6771234567|', '677123456|'],
    ['a country code is dropped once a 6 follows it', '2376|', '6|'],
    ['a number that only starts like the country code stays', '237|', '237|'],
    ['the habitual 0 is dropped', '067|', '67|'],
    ['digits of other scripts are read', '٦٧٧|', '677|'],
    ['deleting keeps the caret in place', '67|456', '67|456'],
  ])('%s', (_, before, after) => {
    expect(edited(before)).toBe(after);
  });
});

describe('a number filled in as a whole', () => {
  test.each(['+237 6 77 12 34 56|', '00237677123456|', '0677123456|', '677.12.34.56|'])(
    '%s',
    (text) => {
      expect(edited(text)).toBe('677123456|');
    },
  );
});

test.each([
  ['+237 6 77 12 34 56', '677123456'],
  ['Tel: 677-123-456 ou 699', '677123456'],
  ['237677123456', '677123456'],
  ['77 12', null],
])('pasting %j gives %j', (pasted, digits) => {
  expect(wholeNumberIn(pasted)).toBe(digits);
});

test('a pointer never puts the caret beyond the first empty box', () => {
  expect(caretAt(0.5, '677123456')).toBe(4);
  expect(caretAt(0.9, '677')).toBe(3);
  expect(caretAt(-0.1, '677')).toBe(0);
});
