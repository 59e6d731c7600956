import { describe, expect, test } from 'vitest';
import { nextProgress } from './next-progress';
import {
  type CardVerification,
  isAwaitingPayment,
  openPaymentIn,
  type PaymentEvent,
  type PaymentProgress,
  progressOnReturn,
  resumedProgress,
} from './payment-progress';
import { statusTextOf } from './status-text';

const verification: CardVerification = {
  paymentId: 'p1',
  method: 'card',
  paymentIntentId: 'pi_1',
  clientSecret: 'pi_1_secret_2',
  isApproved: true,
};
const submitted: PaymentEvent = { type: 'cardSubmitted' };
const withdrawn: PaymentEvent = { type: 'cardWithdrawn' };
const attempted: PaymentEvent = { type: 'cardAttempted', paymentId: 'p1' };
const paid: PaymentEvent = { type: 'cardPaid', verification };
const declined: PaymentEvent = { type: 'cardDeclined', paymentId: 'p1', message: 'No funds.' };
const unsettled: PaymentEvent = { type: 'cardUnsettled', paymentId: 'p1' };
const verified: PaymentEvent = {
  type: 'cardVerified',
  paymentId: 'p1',
  receiptCode: '7KQ2M9X0W1',
};
const tabLockLost: PaymentEvent = { type: 'tabLockLost' };
const tabLockTaken: PaymentEvent = { type: 'tabLockTaken' };
const pending: PaymentEvent = {
  type: 'statusReceived',
  status: 'pending',
  failureReason: null,
  receiptCode: null,
};

const idle = resumedProgress(null, true);
const progressAfter = (...events: PaymentEvent[]): PaymentProgress =>
  events.reduce(nextProgress, idle);
const continued = (progress: PaymentProgress, ...events: PaymentEvent[]): PaymentProgress =>
  events.reduce(nextProgress, progress);

const confirming = progressAfter(submitted, attempted);
const reloaded = resumedProgress({ paymentId: 'p1', method: 'card' }, true);
const reopened: PaymentEvent = { type: 'bankReopened' };
const givenUp: PaymentEvent = { type: 'attemptGivenUp' };
const failure = { stage: 'confirmation', method: 'card', message: 'No funds.' };

test.each<[string, PaymentProgress, object]>([
  ['pressing the button submits the card', progressAfter(submitted), { phase: 'submittingCard' }],
  [
    'an incomplete form leads back to the start',
    progressAfter(submitted, withdrawn),
    { phase: 'idle' },
  ],
  [
    'a payment rejected by the provider leads back to the start',
    continued(confirming, withdrawn),
    { phase: 'idle' },
  ],
  [
    'a recorded attempt is confirmed with the provider',
    confirming,
    { phase: 'confirmingCard', paymentId: 'p1', method: 'card' },
  ],
  [
    'the bank’s window, opened again after a reload, continues the confirmation',
    continued(reloaded, pending, reopened),
    { phase: 'confirmingCard', paymentId: 'p1', method: 'card' },
  ],
  [
    'an approval after a reload is verified',
    continued(reloaded, reopened, paid),
    { phase: 'verifyingCard' },
  ],
  [
    'an attempt given up after a reload is checked once more',
    continued(reloaded, pending, givenUp),
    { phase: 'uncertain', isGivingUp: true, nextCheckInMs: 0 },
  ],
  [
    'an attempt given up ends after that check',
    continued(reloaded, pending, givenUp, pending),
    { phase: 'idle', givenUpId: 'p1' },
  ],
  [
    'a paid card is verified',
    continued(confirming, paid),
    { phase: 'verifyingCard', ...verification },
  ],
  [
    'the receipt of a verified payment is loaded',
    continued(confirming, paid, verified),
    { phase: 'loadingReceipt', paymentId: 'p1', method: 'card', receiptCode: '7KQ2M9X0W1' },
  ],
  [
    'a payment that the server could not confirm is followed',
    continued(confirming, paid, unsettled),
    { phase: 'polling', order: null, paymentId: 'p1', method: 'card', nextCheckInMs: 0 },
  ],
  ['a decline is shown as a failure', continued(confirming, declined), { phase: 'idle', failure }],
  [
    'a payment without a response from the provider is followed',
    continued(confirming, unsettled),
    { phase: 'polling', paymentId: 'p1', method: 'card' },
  ],
  ['a second press changes nothing', continued(confirming, submitted), { phase: 'confirmingCard' }],
])('%s', (_, progress, expected) => {
  expect(progress).toMatchObject(expected);
});

test('the payment is stored from the attempt to the receipt, but not after a decline', () => {
  const payment = { paymentId: 'p1', method: 'card' };
  expect(openPaymentIn(progressAfter(submitted))).toBeNull();
  expect(openPaymentIn(confirming)).toEqual(payment);
  expect(openPaymentIn(continued(confirming, paid))).toEqual(payment);
  expect(openPaymentIn(continued(confirming, paid, verified))).toEqual(payment);
  expect(openPaymentIn(continued(confirming, declined))).toBeNull();
});

test('the leave warning is active until the outcome is known', () => {
  expect(isAwaitingPayment(progressAfter(submitted))).toBe(true);
  expect(isAwaitingPayment(confirming)).toBe(true);
  expect(isAwaitingPayment(continued(confirming, paid))).toBe(true);
  expect(isAwaitingPayment(continued(confirming, declined))).toBe(false);
});

test('only the server’s part shows in the banner', () => {
  expect(statusTextOf(progressAfter(submitted))).toBeNull();
  expect(statusTextOf(confirming)).toBeNull();
  expect(statusTextOf(continued(confirming, paid))).toBe('confirming');
});

test('after a reload a card payment is polled as a card payment', () => {
  const resumed = resumedProgress({ paymentId: 'p1', method: 'card' }, true);
  expect(continued(resumed, pending)).toMatchObject({ phase: 'polling', method: 'card' });
});

describe('a voter who returns from the bank', () => {
  test('is verified at once', () => {
    expect(progressOnReturn(verification)).toEqual({ phase: 'verifyingCard', ...verification });
  });

  test('sees that the bank did not approve', () => {
    const refused = progressOnReturn({ ...verification, isApproved: false });
    expect(continued(refused, { ...declined, message: null })).toEqual({
      phase: 'idle',
      failure: { ...failure, message: null },
    });
  });

  test('gets the receipt even in a browser that did not store the payment', () => {
    const unknown = progressOnReturn({ ...verification, paymentId: null });
    expect(openPaymentIn(unknown)).toBeNull();
    expect(continued(unknown, verified)).toMatchObject({
      phase: 'loadingReceipt',
      paymentId: 'p1',
    });
    expect(continued(unknown, { type: 'cardUnsettled', paymentId: null })).toEqual({
      phase: 'idle',
    });
  });
});

describe('the provider’s response, when another event has happened since', () => {
  const elsewhere = continued(confirming, tabLockLost);

  test('another tab follows: it handles a success, and a decline ends the payment in both', () => {
    expect(elsewhere).toMatchObject({ phase: 'elsewhere', paymentId: 'p1', method: 'card' });
    expect(continued(elsewhere, paid)).toBe(elsewhere);
    expect(continued(elsewhere, unsettled)).toBe(elsewhere);
    expect(continued(elsewhere, declined)).toEqual({ phase: 'idle', failure });
  });

  test('this tab has begun to poll: both responses are newer information', () => {
    const polling = continued(elsewhere, tabLockTaken, pending);
    expect(continued(polling, paid)).toMatchObject({ phase: 'verifyingCard' });
    expect(continued(polling, declined)).toEqual({ phase: 'idle', failure });
  });

  test('the voter had given up: a success is not lost', () => {
    expect(continued(idle, paid)).toMatchObject({ phase: 'verifyingCard' });
    expect(continued(idle, unsettled)).toMatchObject({ phase: 'polling', paymentId: 'p1' });
  });

  test('a payment by another method is in progress: it continues', () => {
    const other = resumedProgress({ paymentId: 'p2', method: 'mobile-money' }, true);
    for (const event of [paid, declined, unsettled]) expect(continued(other, event)).toBe(other);
  });
});
