import { expect, test } from 'vitest';
import { msisdnPrefix } from './search';

test.each([
  ['677123456', '237677123456'],
  ['0677123456', '237677123456'],
  ['237677123456', '237677123456'],
  ['00237677123456', '237677123456'],
  ['677', '237677'],
  ['23767', '23767'],
  ['23', '23'],
  ['00', ''],
  ['', ''],
])('the digits %s are a prefix of the stored number %s', (digits, stored) => {
  expect(msisdnPrefix(digits)).toBe(stored);
});
