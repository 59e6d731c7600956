import { expect, test } from 'vitest';
import { receiptFileName } from './receipt-file-name';

test('the file is named after event and code', () => {
  expect(receiptFileName('Festival Awards 2025', 'AB12CD34EF')).toBe(
    'festival-awards-2025-AB12CD34EF.jpg',
  );
});

test('accents, slashes and emoji are removed', () => {
  expect(receiptFileName('Soirée d’Étoiles / 🏆', 'AB12CD34EF')).toBe(
    'soiree-d-etoiles-AB12CD34EF.jpg',
  );
});

test('an event name without usable letters leaves only the code', () => {
  expect(receiptFileName('音楽賞', 'AB12CD34EF')).toBe('AB12CD34EF.jpg');
});
