import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf, normalizePhone, operatorOf } from './phone';

test.each([
  ['677123456'],
  ['+237 6 77 12 34 56'],
  ['237677123456'],
  ['00237677123456'],
  ['0677123456'],
  ['+237\u00a06\u202f77-12.34(56)'],
  ['٦٧٧١٢٣٤٥٦'],
  ['６７７１２３４５６'],
  ['＋２３７ ６７７１２３４５６'],
  ['+237 (0) 677 123 456'],
  ['+237 0677123456'],
  ['+237237677123456'],
  ['+237 +237 677 123 456'],
  ['00237 237 677123456'],
  ['237 00237 677123456'],
  ['\u200e+237 677\u200b123\u2060456\u202c'],
  ['Tel: 677-123-456'],
  ['tel:+237677123456'],
  ['https://wa.me/237677123456'],
  ['677/12/34/56 (MTN), Doreen'],
  ['677\n123\n456\n'],
])('%j is the number 677123456', (typed) => {
  expect(normalizePhone(typed)).toBe('677123456');
});

test.each([
  [''],
  ['77123456'],
  ['222123456'],
  ['67712345'],
  ['6771234567'],
  ['abc'],
  ['2376771234'],
])('%j can never be a wallet', (typed) => {
  expect(normalizePhone(typed)).toBeNull();
});

test.each([
  ['+33 6 12 34 56 78'],
  ['+65 9123 4550'],
  ['+65 9123 455'],
  ['+62 812 3456 7890'],
  ['+6 77 12 34 56'],
  ['00 677 123 456'],
  ['＋６５ 9123 455'],
  ['+234 677 123 456'],
])('%j belongs to another country', (typed) => {
  expect(normalizePhone(typed)).toBeNull();
});

test.each([
  ['677123456 / 699123456'],
  ['677123456 677123456'],
  ['677123456 ou 699123456'],
  ['Tel: 677-123-456 ou 699'],
  ['Mobile 1: 677123456'],
  ['#31#677123456'],
  ['677123456.0'],
  ['6771 poste 23456'],
  ['6.77123456E8'],
  ['237237237677123456'],
  ['+237 00 677123456'],
  ['677123456७'],
  ['677123456²'],
])('%j is not exactly one complete number', (typed) => {
  expect(normalizePhone(typed)).toBeNull();
});

describe('whatever text surrounds a number', () => {
  const number = fc.stringMatching(/^6\d{8}$/);
  const around = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.stringMatching(/^[\d+() .x-]{0,8}$/),
    fc.constantFrom('+237 ', '00237', '(0)', '+65 ', '0', '237'),
  );

  test('the result is that number or null', () => {
    fc.assert(
      fc.property(around, number, around, (before, digits, after) => {
        expect([digits, null]).toContain(normalizePhone(before + digits + after));
      }),
    );
  });

  test('its nine digits are consecutive, with no letter or other digit between', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(number, around), { maxLength: 4 }), (parts) => {
        const text = parts.join('');
        const found = normalizePhone(text);
        if (found === null) return;
        const digits = digitsOf(text);
        expect(digits.endsWith(found)).toBe(true);
        expect(digits.slice(0, -found.length)).toMatch(/^(?:(?:00)?237){0,2}0?$/);
        expect(text.replace(/[^\p{L}\p{N}+]/gu, '')).toContain(found);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['650000000', 'mtn'],
  ['654999999', 'mtn'],
  ['655000000', 'orange'],
  ['677123456', 'mtn'],
  ['683000000', 'mtn'],
  ['684000000', 'unknown'],
  ['686000000', 'orange'],
  ['689000000', 'unknown'],
  ['640123456', 'orange'],
  ['699999999', 'orange'],
  ['620000000', 'other'],
  ['661000000', 'other'],
] as const)('%s looks like %s', (national, operator) => {
  expect(operatorOf(national)).toBe(operator);
});
