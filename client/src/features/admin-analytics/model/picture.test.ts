import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MARKS, TEXT_ON_PLUM } from './picture';

const styles = readFileSync(path.join(import.meta.dirname, '../../../styles.css'), 'utf8');
const admin = styles.slice(styles.indexOf(':root:has(.admin) {'));
const [, paper = ''] = /--color-surface-raised: (#\w{6});/.exec(admin) ?? [];

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

test.each([
  ['plum on the card', MARKS.plum, paper, 3],
  ['ochre on the card', MARKS.ochre, paper, 3],
  ['ochre on plum', MARKS.ochre, MARKS.plum, 3],
  ['text on plum', TEXT_ON_PLUM, MARKS.plum, 4.5],
])('%s has the contrast it needs', (_what, one, other, enough) => {
  expect(contrast(one, other)).toBeGreaterThanOrEqual(enough);
});
