import { expect, test } from 'vitest';
import { paymentMethodsOf } from './payment-methods';

const configured = (mobileMoney: boolean, card: boolean, stripePublishableKey: string | null) =>
  paymentMethodsOf({ methods: { mobileMoney, card }, stripePublishableKey });

test('mobile money comes first, so that it is the default', () => {
  expect(configured(true, true, 'pk_test_1')).toEqual(['mobile-money', 'card']);
});

test('a method that is off is not offered', () => {
  expect(configured(true, false, 'pk_test_1')).toEqual(['mobile-money']);
  expect(configured(false, true, 'pk_test_1')).toEqual(['card']);
  expect(configured(false, false, 'pk_test_1')).toBeNull();
});

test('without a key there is no card', () => {
  expect(configured(true, true, null)).toEqual(['mobile-money']);
  expect(configured(false, true, null)).toBeNull();
});
