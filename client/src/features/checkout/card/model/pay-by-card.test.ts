import type { PaymentIntentResult } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import type { CurrentSession } from './card-session';
import { type PayByCardDeps, payByCard } from './pay-by-card';

const SECRET = 'pi_1_secret_2';
const session: CurrentSession = {
  paymentId: 'p1',
  clientSecret: SECRET,
  revision: 4,
  voteLines: [{ nominationId: 'n1', voteCount: 2 }],
};
const succeeded = { paymentIntent: { status: 'succeeded' } } as PaymentIntentResult;
const refusal = (status: number, code: string) => new ApiError(status, JSON.stringify({ code }));

/**
 * Dependencies with which everything succeeds, except for what the test changes; records the calls.
 */
function someDeps(
  change: Partial<PayByCardDeps> = {},
  fieldsChange: Partial<PayByCardDeps['fields']> = {},
) {
  const calls: string[] = [];
  const note =
    <T>(name: string, result: T) =>
    async () => {
      calls.push(name);
      return result;
    };
  const deps: PayByCardDeps = {
    fields: {
      clientSecret: SECRET,
      validate: note('validate', true),
      refresh: note('refresh', undefined),
      confirm: note('confirm', succeeded),
      ...fieldsChange,
    },
    session: note('session', session),
    renewedSession: note('renew', { ...session, revision: 5 }),
    sendEmail: note('email', undefined),
    recordAttempt: note('attempt', undefined),
    onAttempted: () => calls.push('stored'),
    returnUrl: (paymentId) => `https://votes.example/checkout?payment=${paymentId}`,
    ...change,
  };
  return { deps, calls };
}

test('validates first, records the attempt, stores the payment, and only then confirms', async () => {
  const { deps, calls } = someDeps();
  await expect(payByCard(deps)).resolves.toEqual({
    type: 'paid',
    verification: {
      paymentId: 'p1',
      method: 'card',
      paymentIntentId: 'pi_1',
      clientSecret: SECRET,
      isApproved: true,
    },
  });
  expect(calls).toEqual([
    'validate',
    'session',
    'refresh',
    'email',
    'attempt',
    'stored',
    'confirm',
  ]);
});

test('the bank’s page gets the address to return to', async () => {
  const confirm = vi.fn(async () => succeeded);
  await payByCard(someDeps({}, { confirm }).deps);
  expect(confirm).toHaveBeenCalledWith('https://votes.example/checkout?payment=p1');
});

test.each<[string, Partial<PayByCardDeps>, Partial<PayByCardDeps['fields']>, object]>([
  ['incomplete fields', {}, { validate: async () => false }, { type: 'invalid' }],
  ['no session', { session: async () => null }, {}, { type: 'incomplete' }],
  ['fields of another payment', {}, { clientSecret: 'pi_0_secret_0' }, { type: 'refill' }],
  [
    'a rejected attempt',
    { recordAttempt: () => Promise.reject(refusal(409, 'voting-closed')) },
    {},
    { type: 'refused', error: expect.objectContaining({ code: 'voting-closed' }) },
  ],
  [
    'a lost connection',
    { recordAttempt: () => Promise.reject(new TypeError('Failed to fetch')) },
    {},
    { type: 'refused' },
  ],
])('%s: nothing is confirmed', async (_, change, fieldsChange, outcome) => {
  const { deps, calls } = someDeps(change, fieldsChange);
  await expect(payByCard(deps)).resolves.toMatchObject(outcome);
  expect(calls).not.toContain('stored');
  expect(calls).not.toContain('confirm');
});

test.each(['payment-changed', 'payment-settled', 'not-found'])(
  'another tab was faster (%s): the vote lines on screen are set up again, and paid',
  async (code) => {
    const recordAttempt = vi
      .fn<PayByCardDeps['recordAttempt']>()
      .mockRejectedValueOnce(refusal(code === 'not-found' ? 404 : 409, code))
      .mockResolvedValueOnce();
    const { deps } = someDeps({ recordAttempt });
    await expect(payByCard(deps)).resolves.toMatchObject({ type: 'paid' });
    expect(recordAttempt.mock.calls.map(([{ revision }]) => revision)).toEqual([4, 5]);
  },
);

test('two tabs that overwrite each other stop after a while', async () => {
  const recordAttempt = vi.fn(() => Promise.reject(refusal(409, 'payment-changed')));
  await expect(payByCard(someDeps({ recordAttempt }).deps)).resolves.toMatchObject({
    type: 'refused',
  });
  expect(recordAttempt).toHaveBeenCalledTimes(2);
});

test('the fields have to be filled in again when setting up creates another payment', async () => {
  const { deps, calls } = someDeps({
    recordAttempt: () => Promise.reject(refusal(409, 'payment-changed')),
    renewedSession: async () => ({ ...session, clientSecret: 'pi_9_secret_9' }),
  });
  await expect(payByCard(deps)).resolves.toEqual({ type: 'refill' });
  expect(calls).not.toContain('confirm');
});

test('after an exception while confirming, the payment is followed', async () => {
  const { deps, calls } = someDeps({}, { confirm: () => Promise.reject(new Error('torn down')) });
  await expect(payByCard(deps)).resolves.toEqual({
    type: 'unsettled',
    paymentId: 'p1',
    isUnexpected: true,
  });
  expect(calls).toContain('stored');
});

test('a canceled intent is replaced', async () => {
  const { deps, calls } = someDeps(
    {},
    {
      confirm: async () =>
        ({
          error: { type: 'invalid_request_error', payment_intent: { status: 'canceled' } },
        }) as PaymentIntentResult,
    },
  );
  await expect(payByCard(deps)).resolves.toMatchObject({ type: 'refused' });
  expect(calls.at(-1)).toBe('renew');
});
