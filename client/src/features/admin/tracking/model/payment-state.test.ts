import { expect, test } from 'vitest';
import { paymentState } from './payment-state';

const AT = '2025-11-21T19:05:09Z';

test.each([
  ['completed', { status: 'completed', attemptedAt: AT, failureReason: null }],
  ['attempted', { status: 'pending', attemptedAt: AT, failureReason: null }],
  ['abandoned', { status: 'pending', attemptedAt: null, failureReason: null }],
  ['failed', { status: 'failed', attemptedAt: AT, failureReason: 'declined' }],
  ['failed', { status: 'failed', attemptedAt: null, failureReason: null }],
  ['failed', { status: 'pending', attemptedAt: AT, failureReason: 'expired' }],
] as const)('the state is %s: %o', (state, payment) => {
  expect(paymentState(payment)).toBe(state);
});
