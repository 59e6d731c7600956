import { describe, expect, test } from 'vitest';
import type { Receipt } from '#shared/contracts/receipts';
import { mayHoldMs, nextProgress } from './next-progress';
import {
  isAwaitingPayment,
  isChecking,
  type OpenPayment,
  openPaymentIn,
  type PaymentEvent,
  type PaymentOrder,
  type PaymentProgress,
  resumedProgress,
  waitingOrderOf,
} from './payment-progress';
import { statusTextOf } from './status-text';

const order: PaymentOrder = {
  artistName: 'Ama',
  amount: { amountMinor: 400, currency: 'XAF' },
  submittedAt: 1_000,
};
const receipt: Receipt = {
  payment: {
    totalVotes: 4,
    receiptCode: '7KQ2M9X0W1',
    isErased: false,
    entry: null,
    takenBackEntry: null,
    refundedAt: null,
    partlyRefunded: null,
  },
  artist: { id: 'a', name: 'Ama', photoUrl: null },
  votesByCategory: [],
};
const payment: OpenPayment = { paymentId: 'p1', method: 'mobile-money' };
const submitted: PaymentEvent = { type: 'submitted', order };
const initiated: PaymentEvent = { type: 'initiated', paymentId: 'p1' };
const pending: PaymentEvent = {
  type: 'statusReceived',
  status: 'pending',
  failureReason: null,
  receiptCode: null,
};
const completed: PaymentEvent = {
  type: 'statusReceived',
  status: 'completed',
  failureReason: null,
  receiptCode: '7KQ2M9X0W1',
};
const failed: PaymentEvent = {
  type: 'statusReceived',
  status: 'failed',
  failureReason: 'declined',
  receiptCode: null,
};
const lost: PaymentEvent = { type: 'connectionLost' };
const unknown: PaymentEvent = { type: 'paymentUnknown' };
const waited: PaymentEvent = { type: 'waitEnded' };
const countdownEnded: PaymentEvent = { type: 'countdownEnded' };
const checkStatus: PaymentEvent = { type: 'statusCheckRequested' };
const tryAgain: PaymentEvent = { type: 'retryRequested' };
const receiptLoaded: PaymentEvent = { type: 'receiptLoaded', receipt };
const receiptFailed: PaymentEvent = { type: 'receiptFailed' };
const receiptRequested: PaymentEvent = { type: 'receiptRequested' };
const receiptDismissed: PaymentEvent = { type: 'receiptDismissed' };

const progressAfter = (...events: PaymentEvent[]): PaymentProgress =>
  events.reduce(nextProgress, resumedProgress(null, true));
const resumedAfter = (...events: PaymentEvent[]): PaymentProgress =>
  events.reduce(nextProgress, resumedProgress(payment, true));

/** Checks that found the payment pending, each but the last followed by its wait. */
const pendingTimes = (checks: number): PaymentEvent[] =>
  Array.from({ length: 2 * checks - 1 }, (_, index) => (index % 2 === 0 ? pending : waited));

const started = [submitted, initiated];
const uncertain = [...started, ...pendingTimes(11)];

test.each<[string, PaymentProgress, Partial<PaymentProgress> & Record<string, unknown>]>([
  ['a submitted form opens the overlay', progressAfter(submitted), { phase: 'initiating', order }],
  [
    'a refused initiation closes it',
    progressAfter(submitted, {
      type: 'initiationFailed',
      textKey: 'checkout.error.generic',
      message: null,
      retryAt: null,
    }),
    { phase: 'idle' },
  ],
  [
    'a started payment is polled at once, under the open overlay',
    progressAfter(...started),
    { phase: 'polling', paymentId: 'p1', attempt: 1, nextCheckInMs: 0, order },
  ],
  [
    'after 20 s the overlay closes',
    progressAfter(...started, countdownEnded),
    { phase: 'polling', order: null },
  ],
  [
    'without an answer the overlay stays after 20 s',
    progressAfter(submitted, countdownEnded),
    { phase: 'initiating', isOverdue: true, order },
  ],
  [
    'and closes with the late answer',
    progressAfter(submitted, countdownEnded, initiated),
    { phase: 'polling', order: null },
  ],
  [
    'after the first check it waits 8 s',
    progressAfter(...started, pending),
    { attempt: 1, nextCheckInMs: 8_000 },
  ],
  [
    'the wait over, the second check runs',
    progressAfter(...started, pending, waited),
    { attempt: 2, nextCheckInMs: 0 },
  ],
  [
    'after the second check it waits 2 s',
    progressAfter(...started, ...pendingTimes(2)),
    { nextCheckInMs: 2_000 },
  ],
  [
    'after the eighth 2.5 s',
    progressAfter(...started, ...pendingTimes(8)),
    { nextCheckInMs: 2_500 },
  ],
  [
    'after the eleventh the voter is started, and polling goes on every 10 s',
    progressAfter(...uncertain),
    { phase: 'uncertain', attempt: 11, nextCheckInMs: 10_000 },
  ],
  [
    'after 18 more it stops; the question stays',
    progressAfter(...started, ...pendingTimes(29)),
    { phase: 'uncertain', attempt: 29, nextCheckInMs: null },
  ],
  [
    'Check Status restarts polling',
    progressAfter(...uncertain, checkStatus),
    { phase: 'polling', attempt: 1, nextCheckInMs: 0, paymentId: 'p1' },
  ],
  [
    'Try Again polls one last time',
    progressAfter(...uncertain, tryAgain),
    { phase: 'uncertain', isGivingUp: true, nextCheckInMs: 0, paymentId: 'p1' },
  ],
  [
    'and clears a payment still pending',
    progressAfter(...uncertain, tryAgain, pending),
    { phase: 'idle', givenUpId: 'p1' },
  ],
  [
    'but not one that turns out to be paid',
    progressAfter(...uncertain, tryAgain, completed),
    { phase: 'loadingReceipt', paymentId: 'p1', receiptCode: '7KQ2M9X0W1' },
  ],
  [
    'nor one it could not poll',
    progressAfter(...uncertain, tryAgain, lost),
    { phase: 'uncertain', isGivingUp: false, lostChecks: 1, paymentId: 'p1' },
  ],
  [
    'a lost check is repeated without being counted',
    progressAfter(...started, pending, waited, lost, waited),
    { attempt: 2, lostChecks: 1, nextCheckInMs: 0 },
  ],
  [
    'an answer ends the loss and the schedule goes on',
    progressAfter(...started, pending, waited, lost, waited, pending, waited),
    { attempt: 3, lostChecks: 0 },
  ],
  [
    'completed: the receipt is loaded',
    progressAfter(...started, completed),
    { phase: 'loadingReceipt' },
  ],
  [
    'completed while uncertain',
    progressAfter(...uncertain, completed),
    { phase: 'loadingReceipt' },
  ],
  ['failed: all over', progressAfter(...started, failed), { phase: 'idle' }],
  [
    'a loaded receipt is shown',
    progressAfter(...started, completed, receiptLoaded),
    { phase: 'receiptShown', receipt },
  ],
  [
    'a receipt that does not load keeps its payment',
    progressAfter(...started, completed, receiptFailed),
    { phase: 'receiptUnavailable', paymentId: 'p1', receiptCode: '7KQ2M9X0W1' },
  ],
  [
    'and can be loaded again',
    progressAfter(...started, completed, receiptFailed, receiptRequested),
    { phase: 'loadingReceipt', paymentId: 'p1', receiptCode: '7KQ2M9X0W1' },
  ],
  [
    'a dismissed receipt ends the payment',
    progressAfter(...started, completed, receiptLoaded, receiptDismissed),
    { phase: 'idle' },
  ],
  [
    'a second submission changes nothing',
    progressAfter(...started, submitted),
    { phase: 'polling' },
  ],
  [
    'a stored payment is polled as the page loads',
    resumedAfter(),
    { phase: 'resuming', paymentId: 'p1', nextCheckInMs: 0 },
  ],
  [
    'still pending: polling starts',
    resumedAfter(pending),
    { phase: 'polling', nextCheckInMs: 8_000 },
  ],
  ['no connection: it shows and retries', resumedAfter(lost), { phase: 'polling', lostChecks: 1 }],
  ['completed meanwhile', resumedAfter(completed), { phase: 'loadingReceipt' }],
  ['failed meanwhile', resumedAfter(failed), { phase: 'idle' }],
  ['unknown to the server: forgotten', resumedAfter(unknown), { phase: 'idle' }],
])('%s', (_, progress, expected) => {
  expect(progress).toMatchObject(expected);
});

test('lost checks are repeated ever later, up to 10 s', () => {
  const waits: unknown[] = [];
  let progress = progressAfter(...started);
  for (let loss = 1; loss <= 5; loss++) {
    progress = nextProgress(progress, lost);
    waits.push('nextCheckInMs' in progress && progress.nextCheckInMs);
    progress = nextProgress(progress, waited);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
});

test('an event without meaning in the present phase changes nothing', () => {
  const meaningless: Record<string, [PaymentProgress, PaymentEvent[]]> = {
    idle: [
      progressAfter(),
      [initiated, pending, completed, lost, unknown, waited, checkStatus, tryAgain, receiptLoaded],
    ],
    polling: [
      progressAfter(...started),
      [submitted, initiated, checkStatus, tryAgain, receiptFailed],
    ],
    receiptShown: [
      progressAfter(...started, completed, receiptLoaded),
      [submitted, pending, failed, lost, countdownEnded, receiptRequested],
    ],
  };
  for (const [progress, events] of Object.values(meaningless)) {
    for (const event of events) expect(nextProgress(progress, event)).toBe(progress);
  }
});

describe('what follows from where the payment stands', () => {
  test('the id stays stored until the receipt is on screen', () => {
    expect(openPaymentIn(progressAfter(submitted))).toBeNull();
    expect(openPaymentIn(progressAfter(...started))).toEqual(payment);
    expect(openPaymentIn(progressAfter(...started, completed))).toEqual(payment);
    expect(openPaymentIn(progressAfter(...started, completed, receiptFailed))).toEqual(payment);
    expect(openPaymentIn(progressAfter(...started, completed, receiptLoaded))).toBeNull();
    expect(openPaymentIn(progressAfter(...started, failed))).toBeNull();
  });

  test('leaving is warned of from the submission to the outcome', () => {
    expect(isAwaitingPayment(progressAfter())).toBe(false);
    expect(isAwaitingPayment(progressAfter(submitted))).toBe(true);
    expect(isAwaitingPayment(progressAfter(...started, ...pendingTimes(29)))).toBe(true);
    expect(isAwaitingPayment(resumedAfter(pending))).toBe(true);
    expect(isAwaitingPayment(progressAfter(...started, completed))).toBe(false);
  });

  test('the overlay closes as soon as the payment resolves', () => {
    expect(waitingOrderOf(progressAfter(...started))).toBe(order);
    expect(waitingOrderOf(progressAfter(...started, completed))).toBeNull();
    expect(waitingOrderOf(progressAfter(...started, failed))).toBeNull();
  });

  test.each([
    ['nothing yet of a stored payment', resumedAfter(), null],
    ['the first check', progressAfter(...started), 'waiting'],
    ['checks 2 to 4', progressAfter(...started, ...pendingTimes(4)), 'processing'],
    ['checks 5 to 7', progressAfter(...started, ...pendingTimes(5)), 'confirming'],
    ['checks 8 to 11', progressAfter(...started, ...pendingTimes(10)), 'stillChecking'],
    ['the question', progressAfter(...uncertain), 'takingLonger'],
    ['a lost connection', progressAfter(...started, lost), 'connectionLost'],
    [
      'a lost connection while uncertain',
      progressAfter(...uncertain, waited, lost),
      'connectionLost',
    ],
    ['the receipt on its way', progressAfter(...started, completed), 'confirmed'],
  ])('%s has its status text', (_, progress, text) => {
    expect(statusTextOf(progress)).toBe(text);
  });
});

describe('an answer that the server holds', () => {
  const held = (heldMs: number): PaymentEvent => ({ ...pending, heldMs });
  const stillHeld: PaymentEvent = { type: 'answerHeld' };
  const cut = (afterMs: number): PaymentEvent => ({ type: 'heldAnswerCut', afterMs });
  const heldFor = (progress: PaymentProgress) => isChecking(progress) && mayHoldMs(progress);
  /** Each was held until the next one was due. */
  const heldTimes = (checks: number): PaymentEvent[] =>
    Array.from({ length: checks }, () => held(10_000));
  const questionOf = (progress: PaymentProgress) => isChecking(progress) && progress.question;

  test.each([
    [1, 8_000],
    [2, 2_000],
    [8, 2_500],
    [11, 10_000],
    [28, 10_000],
    [29, 0],
  ])('at check %i may take as long as the wait after it: %i ms', (check, waitMs) => {
    expect(heldFor(progressAfter(...started, ...heldTimes(check - 1)))).toBe(waitMs);
  });

  test('until then is followed by the next check at once', () => {
    const next = progressAfter(...started, held(8_000));
    expect(next).toMatchObject({ phase: 'polling', attempt: 2, nextCheckInMs: 0 });
    expect(questionOf(next)).toBe(2);
  });

  test('and came before, by the rest of the wait', () => {
    expect(progressAfter(...started, held(3_000))).toMatchObject({
      attempt: 1,
      nextCheckInMs: 5_000,
    });
  });

  test('leads to the question and to the end at the same checks', () => {
    expect(progressAfter(...started, ...heldTimes(11))).toMatchObject({
      phase: 'uncertain',
      attempt: 12,
    });
    expect(progressAfter(...started, ...heldTimes(28), pending)).toMatchObject({
      phase: 'uncertain',
      attempt: 29,
      nextCheckInMs: null,
    });
  });

  test('shows what it would say now, and is still waited for', () => {
    const resuming = resumedAfter();
    const shown = nextProgress(resuming, stillHeld);
    expect(shown).toMatchObject({ phase: 'polling', order: null, attempt: 1, nextCheckInMs: 0 });
    expect(questionOf(shown)).toBe(questionOf(resuming));
    const eleventh = progressAfter(...started, ...heldTimes(10));
    expect(eleventh.phase).toBe('polling');
    expect(nextProgress(eleventh, stillHeld)).toMatchObject({ phase: 'uncertain', attempt: 11 });
    expect(progressAfter(...started, stillHeld)).toEqual(progressAfter(...started));
  });

  test('that was cut is asked for again, as a plain one: no loss, no other attempt', () => {
    const again = progressAfter(...started, cut(5_000));
    expect(again).toMatchObject({ attempt: 1, lostChecks: 0, nextCheckInMs: 0 });
    expect(questionOf(again)).toBe(2);
    expect(heldFor(again)).toBe(0);
    expect(statusTextOf(again)).toBe('waiting');
    // The next one leaves when it would have left.
    const answered = nextProgress(again, pending);
    expect(answered).toMatchObject({ attempt: 1, nextCheckInMs: 3_000 });
    const next = nextProgress(answered, waited);
    expect(heldFor(next)).toBe(0);
    expect(nextProgress(next, pending)).toMatchObject({ attempt: 2, nextCheckInMs: 2_000 });
  });

  test('may be held again after a connection that was lost altogether', () => {
    const offline = progressAfter(...started, cut(5_000), lost);
    expect(offline).toMatchObject({ attempt: 1, lostChecks: 1, nextCheckInMs: 2_000 });
    const back = nextProgress(offline, waited);
    expect(heldFor(back)).toBe(0); // for the voter to see that it is back
    expect(heldFor([pending, waited].reduce(nextProgress, back))).toBe(2_000);
  });

  test('is not waited for by who gives up, or comes back to the page', () => {
    const givingUp = progressAfter(...uncertain, waited, tryAgain);
    expect(heldFor(givingUp)).toBe(0);
    const running = progressAfter(...started);
    const back = nextProgress(running, { type: 'voterReturned' });
    expect(questionOf(back)).toBe(2);
    expect(back).toMatchObject({ attempt: 1, nextCheckInMs: 0 });
  });
});

test('who says to have declined the request has the provider asked at once, under the overlay', () => {
  const claimed: PaymentEvent = { type: 'declineClaimed' };
  const asked = progressAfter(...started, pending, claimed);
  expect(asked).toMatchObject({
    phase: 'polling',
    attempt: 1,
    question: 2,
    nextCheckInMs: 0,
    order: { ...order, isCalledDeclined: true },
  });
  expect(nextProgress(asked, pending)).toMatchObject({ order: { isCalledDeclined: true } });
  expect(progressAfter(claimed)).toEqual({ phase: 'idle' });
});

describe('several tabs', () => {
  const tabLockLost: PaymentEvent = { type: 'tabLockLost' };
  const tabLockTaken: PaymentEvent = { type: 'tabLockTaken' };
  const mobileMoney = (paymentId: string): OpenPayment => ({ paymentId, method: 'mobile-money' });
  const changed = (before: string | null, after: string | null): PaymentEvent => ({
    type: 'storedPaymentChanged',
    before,
    after: after === null ? null : mobileMoney(after),
  });
  const elsewhere = (paymentId: string) => ({ phase: 'elsewhere', ...mobileMoney(paymentId) });
  const standingBy = resumedProgress(payment, false);

  test('a tab opened in the background leaves the payment to others, but remembers it', () => {
    expect(standingBy).toEqual(elsewhere('p1'));
    expect(openPaymentIn(standingBy)).toEqual(payment);
    expect(isAwaitingPayment(standingBy)).toBe(false);
    expect(statusTextOf(standingBy)).toBeNull();
  });

  test('the tab that takes the payment over polls at once', () => {
    expect(nextProgress(standingBy, tabLockTaken)).toMatchObject({
      phase: 'resuming',
      paymentId: 'p1',
      nextCheckInMs: 0,
    });
  });

  test.each([
    ['polling', started],
    ['uncertain', uncertain],
    ['loading the receipt', [...started, completed]],
  ])('a tab that loses the payment while %s falls silent', (_, events) => {
    expect(progressAfter(...events, tabLockLost)).toEqual(elsewhere('p1'));
  });

  test('a receipt on screen is not taken away', () => {
    expect(progressAfter(...started, completed, receiptLoaded, tabLockLost)).toMatchObject({
      phase: 'receiptShown',
    });
  });

  test('what another tab settles is over here too', () => {
    expect(nextProgress(standingBy, changed('p1', null))).toEqual({ phase: 'idle' });
    expect(progressAfter(...started, changed('p1', null))).toEqual({ phase: 'idle' });
  });

  test('what another tab starts is known here, unless this tab has a payment of its own', () => {
    expect(progressAfter(changed(null, 'p2'))).toEqual(elsewhere('p2'));
    expect(nextProgress(standingBy, changed('p1', 'p2'))).toEqual(elsewhere('p2'));
    expect(progressAfter(...started, changed('p1', 'p2'))).toEqual(progressAfter(...started));
    expect(progressAfter(...started, changed('p2', null))).toEqual(progressAfter(...started));
  });
});

test('a voter who comes back gets an answer at once, and it is not counted', () => {
  const back: PaymentEvent = { type: 'voterReturned' };
  expect(progressAfter(...started, pending, back)).toMatchObject({ attempt: 1, nextCheckInMs: 0 });
  expect(progressAfter(...uncertain, back)).toMatchObject({
    phase: 'uncertain',
    attempt: 11,
    nextCheckInMs: 0,
  });
  expect(progressAfter(back)).toEqual({ phase: 'idle' });
});

describe('the reason of a failure', () => {
  test('stays until the next submission', () => {
    const failedPayment = progressAfter(...started, failed);
    expect(failedPayment).toEqual({
      phase: 'idle',
      failure: {
        stage: 'payment',
        paymentId: 'p1',
        method: 'mobile-money',
        reason: 'declined',
      },
    });
    expect(nextProgress(failedPayment, submitted)).not.toHaveProperty('failure');
  });

  test('is also kept of a payment that could not be started', () => {
    const textKey = 'checkout.error.phone-limit';
    const refused = { textKey, message: null, retryAt: 1_000 } as const;
    expect(progressAfter(submitted, { type: 'initiationFailed', ...refused })).toEqual({
      phase: 'idle',
      failure: { stage: 'initiation', method: 'mobile-money', ...refused },
    });
  });
});
