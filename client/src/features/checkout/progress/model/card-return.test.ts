import { beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '#client/lib/browser/storage';
import { cardReturnUrl, readCardReturn } from './card-return';

const PAYMENT_ID = '401cfa95-3463-4d38-b87f-c9cf98f77713';
const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.stubGlobal('location', { origin: 'https://votes.example' });
  vi.stubGlobal('localStorage', { getItem: (key: string) => items.get(key) ?? null });
  // A value that storage rejected in another test stays in memory, which takes precedence.
  for (const key of ['pendingPaymentId', 'openPayments']) browserStorage.removeItem(key);
});

const returned = (parameters: Record<string, string>): URLSearchParams => {
  const url = new URL(cardReturnUrl({ id: 'a', name: 'Amadou & Zoé 100%' }, PAYMENT_ID));
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.searchParams;
};
const SUCCEEDED = {
  payment_intent: 'pi_1',
  payment_intent_client_secret: 'pi_1_secret_2',
  redirect_status: 'succeeded',
};

test('the voter returns to the same artist’s checkout, with the payment', () => {
  const parameters = returned(SUCCEEDED);
  expect(JSON.parse(parameters.get('artist') ?? '')).toEqual({
    id: 'a',
    name: 'Amadou & Zoé 100%',
  });
  expect(readCardReturn(parameters)).toEqual({
    paymentId: PAYMENT_ID,
    method: 'card',
    paymentIntentId: 'pi_1',
    clientSecret: 'pi_1_secret_2',
    isApproved: true,
  });
});

test('a payment that the bank did not approve is no success', () => {
  const failed = returned({ ...SUCCEEDED, redirect_status: 'failed' });
  expect(readCardReturn(failed)).toMatchObject({ isApproved: false });
});

test.each([
  ['nothing was added', {}],
  ['the secret is missing', { payment_intent: 'pi_1' }],
  [
    'the intent is invalid',
    { payment_intent: '../../admin', payment_intent_client_secret: 'x', redirect_status: 'failed' },
  ],
])('an address is no return when %s', (_, parameters) => {
  expect(readCardReturn(returned(parameters))).toBeNull();
});

test('without our own parameter the payment is the stored card payment, if there is one', () => {
  const parameters = returned(SUCCEEDED);
  parameters.set('payment', '<script>');
  expect(readCardReturn(parameters)).toMatchObject({ paymentId: null });
  items.set('pendingPaymentId', PAYMENT_ID);
  expect(readCardReturn(parameters)).toMatchObject({ paymentId: null });
  items.set(
    'openPayments',
    JSON.stringify([{ paymentId: PAYMENT_ID, method: 'card', artist: null }]),
  );
  expect(readCardReturn(parameters)).toMatchObject({ paymentId: PAYMENT_ID });
});
