import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contrast, readColour } from '#client/ui/colour';
import { MARKS, TEXT_ON_PLUM } from './chart';

const styles = readFileSync(path.join(import.meta.dirname, '../../../../styles.css'), 'utf8');
const admin = styles.slice(styles.indexOf('.admin-theme {'));
const [, paper = ''] = /--color-surface-raised: (#\w{6});/.exec(admin) ?? [];

test.each([
  ['plum on the card', MARKS.plum, paper, 3],
  ['ochre on the card', MARKS.ochre, paper, 3],
  ['ochre on plum', MARKS.ochre, MARKS.plum, 3],
  ['text on plum', TEXT_ON_PLUM, MARKS.plum, 4.5],
])('%s has sufficient contrast', (_what, one, other, enough) => {
  expect(contrast(readColour(one)!, readColour(other)!)).toBeGreaterThanOrEqual(enough);
});
