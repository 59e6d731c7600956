import { expect, test } from 'vitest';
import { normalizePhone, operatorOf } from './phone';

test.each([
  ['677123456'],
  ['+237 6 77 12 34 56'],
  ['237677123456'],
  ['00237677123456'],
  ['0677123456'],
  ['+237\u00a06\u202f77-12.34(56)'],
  ['٦٧٧١٢٣٤٥٦'],
  ['６７７１２３４５６'],
])('%s is the number 677123456', (written) => {
  expect(normalizePhone(written)).toBe('677123456');
});

test.each([
  [''],
  ['77123456'],
  ['222123456'],
  ['67712345'],
  ['6771234567'],
  ['abc'],
  ['2376771234'],
  ['+33 6 12 34 56 78'],
])('%s can never hold a wallet', (written) => {
  expect(normalizePhone(written)).toBeNull();
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
