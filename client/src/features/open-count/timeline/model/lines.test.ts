import { expect, test } from 'vitest';
import { tokens } from '#client/design-tokens';
import { contrast, readColour } from '#client/ui/colour';
import { LINES } from './lines';

const page = readColour(tokens.colors.surface.DEFAULT)!;

test.each(LINES)('a line of $colour has sufficient contrast on the page', ({ colour }) => {
  expect(contrast(readColour(colour)!, page)).toBeGreaterThanOrEqual(3);
});

test('no two lines have the same dashes', () => {
  expect(new Set(LINES.map(({ dash }) => dash.join(' '))).size).toBe(LINES.length);
});
