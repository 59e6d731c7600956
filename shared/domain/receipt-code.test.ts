import { expect, test } from 'vitest';
import { normalizeReceiptCode } from './receipt-code';

test('a receipt code is recognised in any notation', () => {
  expect(normalizeReceiptCode(' #7kq2-m9xow1')).toBe('7KQ2M9X0W1');
});

test.each(['', '#', 'ABC', '7KQ2M9X0W1Z', '7KQ2M9X0WU'])('%s is not a receipt code', (text) => {
  expect(normalizeReceiptCode(text)).toBeNull();
});
