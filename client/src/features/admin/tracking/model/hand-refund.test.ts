import { expect, test } from 'vitest';
import { handRefundProblems, localMinute, readHandRefund } from './hand-refund';

const NOW = new Date('2025-11-21T12:00:00Z');
const PAYMENT = { amount: 12_500, completedAt: '2025-11-21T10:00:00Z' };
const form = (changes: object = {}) => ({
  amount: '12500',
  reference: 'OM-1',
  returnedAt: localMinute(new Date('2025-11-21T11:00:00Z')),
  ...changes,
});

test.each([
  ['valid values', {}, {}],
  ['spaces in the amount', { amount: '12\u202f500 ' }, {}],
  ['another amount', { amount: '12000' }, { amount: 'amountDiffers' }],
  ['no amount', { amount: '' }, { amount: 'amountDiffers' }],
  ['words as the amount', { amount: 'all' }, { amount: 'amountDiffers' }],
  ['no reference', { reference: '  ' }, { reference: 'referenceMissing' }],
  ['no time', { returnedAt: '' }, { returnedAt: 'timeMissing' }],
  [
    'a time before the payment',
    { returnedAt: localMinute(new Date('2025-11-21T09:00:00Z')) },
    { returnedAt: 'timeWrong' },
  ],
  [
    'a time in the future',
    { returnedAt: localMinute(new Date('2025-11-21T13:00:00Z')) },
    { returnedAt: 'timeWrong' },
  ],
])('the problems of a form are found: %s', (_name, changes, problems) => {
  expect(handRefundProblems(form(changes), PAYMENT, NOW)).toEqual(problems);
  expect(readHandRefund(form(changes), PAYMENT, NOW) === null).toBe(
    Object.keys(problems).length > 0,
  );
});

test('the moment is sent correctly from any time zone', () => {
  expect(readHandRefund(form({ reference: ' OM-1 ' }), PAYMENT, NOW)).toEqual({
    amount: 12_500,
    reference: 'OM-1',
    returnedAt: '2025-11-21T11:00:00.000Z',
  });
});
