import { expect, test } from 'vitest';
import { readCheckoutDraft } from './checkout-draft';

const draft = {
  artistId: 'a1',
  method: 'card',
  votes: { n1: 2, n2: 0 },
  phoneDigits: '677123456',
  keepsNumber: true,
  email: 'fan@example.com',
};
const read = (change: object) => readCheckoutDraft(JSON.stringify({ ...draft, ...change }));

test('a draft is read as it was written', () => {
  expect(read({})).toEqual(draft);
});

test('a draft without a payment method is for mobile money, and does not save the number', () => {
  expect(read({ method: undefined, keepsNumber: undefined })).toEqual({
    ...draft,
    method: 'mobile-money',
    keepsNumber: false,
  });
});

test.each([
  [{ artistId: 7 }],
  [{ method: 'cash' }],
  [{ votes: null }],
  [{ votes: { n1: -1 } }],
  [{ votes: { n1: 101 } }],
  [{ votes: { n1: 1.5 } }],
  [{ votes: { n1: '2' } }],
  [{ phoneDigits: '67 71' }],
  [{ phoneDigits: '6771234567890' }],
  [{ keepsNumber: 'yes' }],
  [{ email: null }],
])('a draft with %j is invalid', (change) => {
  expect(read(change)).toBeNull();
});

test.each(['', 'null', '7', '[]', '{broken'])('%j is no draft', (json) => {
  expect(readCheckoutDraft(json)).toBeNull();
});
