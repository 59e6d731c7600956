import { expect, test } from 'vitest';
import { isTooBright } from './colour-contrast';

test.each([
  ['#3B82F6', false],
  ['#000000', false],
  ['#FFFF00', true],
  ['#ffffff', true],
  ['yellow', false],
])('light text on %s is too faint: %s', (colour, expected) =>
  expect(isTooBright(colour)).toBe(expected),
);
