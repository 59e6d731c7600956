import type { PaymentIntentResult } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { outcomeOf } from './confirmation-outcome';

const withStatus = (status: string) => ({ paymentIntent: { status } }) as PaymentIntentResult;
const withError = (error: object) => ({ error }) as PaymentIntentResult;

test.each<[string, PaymentIntentResult, object]>([
  ['succeeded', withStatus('succeeded'), { type: 'paid' }],
  ['processing', withStatus('processing'), { type: 'unsettled', isUnexpected: false }],
  ['requires_action', withStatus('requires_action'), { type: 'unsettled', isUnexpected: false }],
  [
    'canceled after the last allowed decline',
    withStatus('canceled'),
    { type: 'declined', message: null },
  ],
  [
    'canceled before the confirmation',
    withError({ type: 'invalid_request_error', payment_intent: { status: 'canceled' } }),
    { type: 'rejected', isIntentDead: true },
  ],
  [
    'returned without a message',
    withStatus('requires_payment_method'),
    { type: 'declined', message: null },
  ],
  [
    'a declined card',
    withError({ type: 'card_error', code: 'card_declined', message: 'Refusée.' }),
    { type: 'declined', message: 'Refusée.' },
  ],
  [
    'an authentication of the bank that was not completed',
    withError({
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'We are unable to authenticate.',
    }),
    { type: 'declined', message: 'We are unable to authenticate.' },
  ],
  ['fields with mistakes', withError({ type: 'validation_error' }), { type: 'invalid' }],
  [
    'an intent that is paid already',
    withError({
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    }),
    { type: 'paid' },
  ],
  [
    'an invalid request',
    withError({ type: 'invalid_request_error', code: 'parameter_unknown' }),
    { type: 'rejected', isIntentDead: false },
  ],
  [
    'too many requests',
    withError({ type: 'rate_limit_error' }),
    { type: 'rejected', isIntentDead: false },
  ],
  [
    'a lost connection, possibly after the charge',
    withError({ type: 'api_connection_error' }),
    { type: 'unsettled', isUnexpected: true },
  ],
  [
    'a failure at the provider, possibly after the charge',
    withError({ type: 'api_error' }),
    { type: 'unsettled', isUnexpected: true },
  ],
])('the outcome is found for: %s', (_, result, outcome) => {
  expect(outcomeOf(result)).toEqual(outcome);
});
