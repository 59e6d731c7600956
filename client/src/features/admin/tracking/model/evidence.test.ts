import { expect, test } from 'vitest';
import { evidenceLines } from './evidence';

const shown = (evidence: Parameters<typeof evidenceLines>[0]) =>
  evidenceLines(evidence, 'en').map(({ key, textKey, text }) => [key, textKey !== null, text]);

test('an amount and its currency are one line', () => {
  expect(shown({ amount: 1_500, currency: 'XAF' })).toEqual([['amount', true, '1,500\u00a0CFA']]);
  expect(shown({ amount: 600, currency: 'usd', refunded: 150 })).toEqual([
    ['amount', true, '$6.00'],
    ['refunded', true, '$1.50'],
  ]);
});

test('an unknown currency has its own line', () => {
  expect(shown({ amount: 1_500, currency: 'EUR' })).toEqual([
    ['amount', true, '1,500'],
    ['currency', true, 'EUR'],
  ]);
});

test('missing values are left out, and unknown keys keep their own name', () => {
  expect(shown({ operator: null, httpStatus: 503, givenUpAfterMs: 86_400_000, ok: false })).toEqual(
    [
      ['httpStatus', true, '503'],
      ['givenUpAfterMs', false, '86,400,000'],
      ['ok', false, 'false'],
    ],
  );
});

test("our own values are translated, the provider's are not", () => {
  const lines = evidenceLines({ history: 'not listed', providerText: 'solde insuffisant' }, 'en');
  expect(lines.map(({ valueKey }) => valueKey)).toEqual([
    'tracking.look.evidenceValue.not listed',
    null,
  ]);
});
