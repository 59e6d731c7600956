import { expect, test } from 'vitest';
import { AmountReadings, amountIn, isNoAmount } from './amounts';

test.each<[string, number | null]>([
  ['1500', 1_500],
  ['1,500', 1_500],
  ['1.500', 1_500],
  ['12.000', 12_000],
  ['1.500.000', 1_500_000],
  ['1 500,00', 1_500],
  ['1\u00a0500', 1_500],
  ['1\u202f500 FCFA', 1_500],
  ['1\u2019500', 1_500],
  ['1 500 F CFA', 1_500],
  ['1500F', 1_500],
  ['1 500 Frs', 1_500],
  ['1500 francs', 1_500],
  ['XAF 1,500.00', 1_500],
  ['CFA1500', 1_500],
  ['1500.000', 1_500],
  ['+200', 200],
  ['-200', -200],
  ['\u2212200', -200],
  ['1500-', -1_500],
  ['(1500)', -1_500],
  ['(1 500) F', -1_500],
  ['-1 500 F CFA', -1_500],
  // Two signs for one movement do not cancel each other.
  ['(-1500)', -1_500],
  ['-1500 DR', -1_500],
  ['-1500 CR', null],
  ['1500\u00b2', null],
  ['1 500,-', 1_500],
  ['1500 DR', -1_500],
  ['1,500.00 CR', 1_500],
  ['\uff11\uff15\uff10\uff10', 1_500],
  ['12.5', 12.5],
  ['1,50', 1.5],
  ['0.125', 0.125],
  ['1.50.00', null],
  // Lakhs, as people group them in India.
  ['15,00,000', 1_500_000],
  ['12,34,567', 1_234_567],
  ['1,00,000.00', 100_000],
  ['1,0,000', null],
  ['100,00,000', null],
  ['12,34,56', null],
  ['12.34.567', null],
  ['\u200e1500\u200f', 1_500],
  ['\u202a-1500\u202c', -1_500],
  ['\u20661 500\u2069 F', 1_500],
  ["'1500", 1_500],
  ["'-1 500 F", -1_500],
  ['\u20141500', -1_500],
  ['1500 Dr.', -1_500],
  ['1500 Cr.', 1_500],
  ['1 500 F.C.F.A', 1_500],
  ['1 500 F.C.F.A.', 1_500],
  ['C.F.A. 1 500', 1_500],
  // A footnote may say anything.
  ['1500*', null],
  // Two numbers in one cell are not one.
  ['1500 200', null],
  ['1 500 20', null],
  ['', null],
  ['free', null],
  ['1.34615E+10', null],
  ['9'.repeat(40), null],
])('the amount %j is %s', (text, amount) => {
  expect(amountIn(text, 'auto')).toBe(amount);
});

test('with a chosen decimal mark, three digits after it are no thousands', () => {
  expect(amountIn('12.000', '.')).toBe(12);
  expect(amountIn('12,000', '.')).toBe(12_000);
  expect(amountIn('12,000', ',')).toBe(12);
});

test.each(
  [
    ['', '-', '–', '—', '--', '\u200e-', 'N/A', 'n/a', '#N/A', 'N/D', 'n.d.'],
    ['néant', 'NULL', 'nul', 'vide'],
  ].flat(),
)('%j is no amount', (text) => {
  expect(isNoAmount(text)).toBe(true);
});

test.each<[string[], string | null]>([
  [['12.000', '1.000', '500'], null],
  [['12,000', '1,500,000'], null],
  [['12.000', '1500.000'], '12.000'],
  [['12.000', '99.50'], '12.000'],
  [['2,500', '1.500,00'], '2,500'],
  [['2.500', '1.500,00'], null],
])('the amounts %j can be read in two ways because of %s', (texts, unclear) => {
  const readings = new AmountReadings();
  for (const text of texts) readings.add(text);
  expect(readings.unclear?.text ?? null).toBe(unclear);
});

test.each<[string[], string[], string | null]>([
  [['500.000', '200'], ['112500.000'], '500.000'],
  [['500.000'], ['1 200,50', ''], null],
  [['500.000'], ['112.500', 'solde'], null],
  [['500'], ['112500.000', '112.500'], null],
])('the amounts %j beside %j can be read in two ways because of %s', (texts, context, unclear) => {
  const readings = new AmountReadings();
  for (const text of context) readings.addContext(text);
  for (const text of texts) readings.add(text);
  expect(readings.unclear?.text ?? null).toBe(unclear);
});

test('the figures of other columns are not unclear themselves', () => {
  const readings = new AmountReadings();
  readings.addContext('112.500');
  expect(readings.firstUnclear).toBeNull();
});
