import { describe, expect, test } from 'vitest';
import { caretAt, editPhone } from './phone-entry';

/** Marks the caret with `|`. */
const edited = (before: string, textWithCaret: string): string => {
  const caretInText = textWithCaret.indexOf('|');
  const edit = editPhone(before, textWithCaret.replace('|', ''), caretInText);
  if (edit === null) return 'refused';
  return `${edit.digits.slice(0, edit.caret)}|${edit.digits.slice(edit.caret)}`;
};

describe('typing', () => {
  test.each([
    ['a digit moves the caret on', '6', '67|', '67|'],
    ['anything but digits is ignored', '671', '67a|1', '67|1'],
    ['while there is space a digit is inserted', '65712', '6578|12', '6578|12'],
    [
      'in a complete number a digit replaces the next one',
      '657712345',
      '6579|712345',
      '6579|12345',
    ],
    ['a tenth digit at the end is one too many', '677123456', '6771234567|', '6771234567|'],
    ['a surplus digit at the end can be removed again', '6771234567', '677123456|', '677123456|'],
    [
      'any other digit can be removed from a number that is too long',
      '6771234567',
      '677|234567',
      '677|234567',
    ],
    ['a surplus digit is never dropped silently', '6771234567', '66|771234567', '66|771234567'],
    ['a thirteenth digit is ignored', '677123456789', '6771234567890|', '677123456789|'],
    [
      'a thirteenth digit is ignored at any place',
      '677123456789',
      '68|77123456789',
      '6|77123456789',
    ],
    ['a country code is dropped once a 6 follows it', '237', '2376|', '6|'],
    [
      'a country code that is written twice, with a 0, is dropped',
      '002372370',
      '0023723706|',
      '6|',
    ],
    ['a number that only starts like the country code is kept', '23', '237|', '237|'],
    ['the habitual 0 is dropped', '0', '06|', '6|'],
    ['digits of other scripts are read', '67', '67٧|', '677|'],
    ['deleting keeps the caret in place', '673456', '67|456', '67|456'],
    ['deleting all leaves nothing', '677123456', '|', '|'],
  ])('%s', (_, before, text, after) => {
    expect(edited(before, text)).toBe(after);
  });
});

describe('text inserted at once', () => {
  test.each([
    ['', '+237 6 77 12 34 56|'],
    ['', '00237677123456|'],
    ['', '0677123456|'],
    ['', '677.12.34.56|'],
    ['', '+237 (0) 677 123 456|'],
    ['', '+237237677123456|'],
    ['699112233', '+237677123456|'],
    ['677', '677123456|'],
    ['6', '677 12 34 56|'],
    ['237', '237677123456|'],
  ])('in %j, %j is a complete number', (before, text) => {
    expect(edited(before, text)).toBe('677123456|');
  });

  test.each([
    ['', '+65 9123 4550|'],
    ['', '6771234567|'],
    ['', '677123456 / 699123456|'],
    ['', '77 12|'],
    ['6', '6699112233|'],
    ['677123456', '677123456699112233|'],
    ['677123456', '65|677123456'],
    ['677123456', '+65 9123 4550|'],
    ['', '|+65 9123 455'],
  ])('in %j, %j is rejected', (before, text) => {
    expect(edited(before, text)).toBe('refused');
  });
});

test('a pointer never puts the caret beyond the first empty box', () => {
  expect(caretAt(0.5, '677123456')).toBe(4);
  expect(caretAt(0.9, '677')).toBe(3);
  expect(caretAt(-0.1, '677')).toBe(0);
  expect(caretAt(0.9, '677123456789')).toBe(10);
});
