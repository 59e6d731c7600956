import { expect, test } from 'vitest';
import { percentText } from './percent-text';

test.each([
  [0, '0%'],
  [0.0000001, '<\u00a00.1%'],
  [0.00099, '<\u00a00.1%'],
  [0.001, '0.1%'],
  [0.6745, '67.5%'],
  [1, '100%'],
])('a share of %d reads %j', (share, text) => {
  expect(percentText(share, 'en')).toBe(text);
});

test('French uses a decimal comma, and a space before the sign', () => {
  expect(percentText(0.245, 'fr').replace(/\s/g, ' ')).toBe('24,5 %');
});
