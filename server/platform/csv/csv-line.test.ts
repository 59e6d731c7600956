import { expect, test } from 'vitest';
import { csvLine } from './csv-line';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  [' spaced ', '" spaced "'],
  ['=1+1', `"'=1+1"`],
  ['+237677123456', `"'+237677123456"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\uFF1D1+1', `"'\uFF1D1+1"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a,=1+1', `"a,'=1+1"`],
  ['marie@example.cm', 'marie@example.cm'],
  ['Zoé', 'Zoé'],
])('%j becomes %j', (text, cell) => {
  expect(csvLine([text, 'x'])).toBe(`${cell},x\r\n`);
});
