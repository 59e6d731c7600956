import { describe, expect, test } from 'vitest';
import type { Receipt } from '#shared/contracts/receipts';
import type { OpenPayment } from '../../model/open-payments';
import { mayHoldMs, nextProgress } from './next-progress';
import {
  type Checking,
  followedQuietly,
  foundSubmission,
  isAwaitingPayment,
  isChecking,
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
  since: 1_000,
};
const receipt: Receipt = {
  edition: { year: '2025', name: 'Festival Awards', nameFr: null },
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
const initiated: PaymentEvent = { type: 'initiated', paymentId: 'p1', at: 5_000 };
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
const unknown: PaymentEvent = { type: 'paymentUnknown', wasNamed: false };
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
      openPaymentId: null,
    }),
    { phase: 'idle' },
  ],
  [
    'a started payment is polled at once, under the open overlay',
    progressAfter(...started),
    {
      phase: 'polling',
      paymentId: 'p1',
      attempt: 1,
      nextCheckInMs: 0,
      // The prompt is on the phone from now on.
      order: { ...order, since: 5_000 },
    },
  ],
  [
    'after 20 s the overlay closes',
    progressAfter(...started, countdownEnded),
    { phase: 'polling', order: null },
  ],
  [
    'without a response there is no countdown',
    progressAfter(submitted, countdownEnded),
    { phase: 'initiating', order },
  ],
  [
    'the voter may close the overlay before the response',
    progressAfter(submitted, { type: 'overlayClosed' }),
    { phase: 'initiating', order: null, nextCheckInMs: 0 },
  ],
  [
    'and it stays closed',
    progressAfter(submitted, { type: 'overlayClosed' }, initiated),
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
    'after the eleventh the voter is asked, and polling continues every 10 s',
    progressAfter(...uncertain),
    { phase: 'uncertain', attempt: 11, nextCheckInMs: 10_000 },
  ],
  [
    'after 18 more every 30 s; the question stays',
    progressAfter(...started, ...pendingTimes(30)),
    { phase: 'uncertain', attempt: 30, nextCheckInMs: 30_000 },
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
    'a response ends the loss and the schedule continues',
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
    'a receipt that fails to load keeps its payment',
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

test('lost checks are repeated with growing delays, up to 10 s', () => {
  const waits: unknown[] = [];
  let progress = progressAfter(...started);
  for (let loss = 1; loss <= 5; loss++) {
    progress = nextProgress(progress, lost);
    waits.push('nextCheckInMs' in progress && progress.nextCheckInMs);
    progress = nextProgress(progress, waited);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
});

test('an event that does not apply to the present phase changes nothing', () => {
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

describe('selectors of the progress', () => {
  test('the id stays stored until the receipt is on screen', () => {
    expect(openPaymentIn(progressAfter(submitted))).toBeNull();
    expect(openPaymentIn(progressAfter(...started))).toEqual(payment);
    expect(openPaymentIn(progressAfter(...started, completed))).toEqual(payment);
    expect(openPaymentIn(progressAfter(...started, completed, receiptFailed))).toEqual(payment);
    expect(openPaymentIn(progressAfter(...started, completed, receiptLoaded))).toBeNull();
    expect(openPaymentIn(progressAfter(...started, failed))).toBeNull();
  });

  test('the leave warning is active from the submission to the outcome', () => {
    expect(isAwaitingPayment(progressAfter())).toBe(false);
    expect(isAwaitingPayment(progressAfter(submitted))).toBe(true);
    expect(isAwaitingPayment(progressAfter(...started, ...pendingTimes(29)))).toBe(true);
    expect(isAwaitingPayment(resumedAfter(pending))).toBe(true);
    expect(isAwaitingPayment(progressAfter(...started, completed))).toBe(false);
  });

  test('the overlay closes as soon as the payment resolves', () => {
    expect(waitingOrderOf(progressAfter(...started))).toMatchObject({ artistName: 'Ama' });
    expect(waitingOrderOf(progressAfter(...started, completed))).toBeNull();
    expect(waitingOrderOf(progressAfter(...started, failed))).toBeNull();
  });

  test.each([
    ['a stored payment before the first response', resumedAfter(), null],
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
    ['the receipt being loaded', progressAfter(...started, completed), 'confirmed'],
  ])('%s has its status text', (_, progress, text) => {
    expect(statusTextOf(progress)).toBe(text);
  });
});

describe('a response that the server holds', () => {
  const held = (heldMs: number): PaymentEvent => ({ ...pending, heldMs });
  const stillHeld: PaymentEvent = { type: 'answerHeld' };
  const cut = (afterMs: number): PaymentEvent => ({ type: 'heldAnswerCut', afterMs });
  const heldFor = (progress: PaymentProgress) => isChecking(progress) && mayHoldMs(progress);
  /** Checks that were each held until the next one was due. */
  const heldTimes = (checks: number): PaymentEvent[] =>
    Array.from({ length: checks }, () => held(10_000));
  const requestNumberOf = (progress: PaymentProgress) =>
    isChecking(progress) && progress.requestNumber;

  test.each([
    [1, 8_000],
    [2, 2_000],
    [8, 2_500],
    [11, 10_000],
    [28, 10_000],
    [29, 10_000],
  ])('at check %i may take as long as the wait after it: %i ms', (check, waitMs) => {
    expect(heldFor(progressAfter(...started, ...heldTimes(check - 1)))).toBe(waitMs);
  });

  test('is followed by the next check at once when held for the whole wait', () => {
    const next = progressAfter(...started, held(8_000));
    expect(next).toMatchObject({ phase: 'polling', attempt: 2, nextCheckInMs: 0 });
    expect(requestNumberOf(next)).toBe(2);
  });

  test('is followed by the rest of the wait when it arrived earlier', () => {
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
      nextCheckInMs: 30_000,
    });
  });

  test('shows the text of its attempt while the request continues', () => {
    const resuming = resumedAfter();
    const shown = nextProgress(resuming, stillHeld);
    expect(shown).toMatchObject({ phase: 'polling', order: null, attempt: 1, nextCheckInMs: 0 });
    expect(requestNumberOf(shown)).toBe(requestNumberOf(resuming));
    const eleventh = progressAfter(...started, ...heldTimes(10));
    expect(eleventh.phase).toBe('polling');
    expect(nextProgress(eleventh, stillHeld)).toMatchObject({ phase: 'uncertain', attempt: 11 });
    expect(progressAfter(...started, stillHeld)).toEqual(progressAfter(...started));
  });

  test('is requested again without holding after its connection was cut, and does not count as a loss or an attempt', () => {
    const again = progressAfter(...started, cut(5_000));
    expect(again).toMatchObject({ attempt: 1, lostChecks: 0, nextCheckInMs: 0 });
    expect(requestNumberOf(again)).toBe(2);
    expect(heldFor(again)).toBe(0);
    expect(statusTextOf(again)).toBe('waiting');
    // The next one is sent when it would have been sent anyway.
    const answered = nextProgress(again, pending);
    expect(answered).toMatchObject({ attempt: 1, nextCheckInMs: 3_000 });
    const next = nextProgress(answered, waited);
    expect(heldFor(next)).toBe(0);
    expect(nextProgress(next, pending)).toMatchObject({ attempt: 2, nextCheckInMs: 2_000 });
  });

  test('may be held again after the connection was lost altogether', () => {
    const offline = progressAfter(...started, cut(5_000), lost);
    expect(offline).toMatchObject({ attempt: 1, lostChecks: 1, nextCheckInMs: 2_000 });
    const back = nextProgress(offline, waited);
    expect(heldFor(back)).toBe(0); // So that the voter sees that the connection is back.
    expect(heldFor([pending, waited].reduce(nextProgress, back))).toBe(2_000);
  });

  test('is not waited for when the voter gives up or returns to the page', () => {
    const givingUp = progressAfter(...uncertain, waited, tryAgain);
    expect(heldFor(givingUp)).toBe(0);
    const running = progressAfter(...started);
    const back = nextProgress(running, { type: 'voterReturned' });
    expect(requestNumberOf(back)).toBe(2);
    expect(back).toMatchObject({ attempt: 1, nextCheckInMs: 0 });
  });
});

describe('a request whose response is lost', () => {
  const closed: PaymentEvent = { type: 'overlayClosed' };
  const back: PaymentEvent = { type: 'voterReturned' };
  const spared = (retryAfterMs: number): PaymentEvent => ({ type: 'connectionLost', retryAfterMs });
  const lostTimes = (times: number): PaymentEvent[] =>
    Array.from({ length: 2 * times - 1 }, (_, index) => (index % 2 === 0 ? lost : waited));
  const refused: PaymentEvent = {
    type: 'initiationFailed',
    textKey: 'checkout.error.voting-closed',
    message: null,
    retryAt: null,
    openPaymentId: null,
  };

  test('is repeated after 2, 4 and 8 s, and then every 10 s', () => {
    const waits = [1, 2, 3, 4, 5].map((times) => {
      const { nextCheckInMs } = progressAfter(submitted, ...lostTimes(times)) as Checking;
      return nextCheckInMs;
    });
    expect(waits).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  test('is repeated no sooner than the server wants', () => {
    expect(progressAfter(submitted, spared(5_000))).toMatchObject({ nextCheckInMs: 5_000 });
    expect(progressAfter(submitted, spared(1_000))).toMatchObject({ nextCheckInMs: 2_000 });
  });

  test('is repeated at once when the voter or the network is back; a first one keeps its timeout', () => {
    const unanswered = progressAfter(submitted, lost, back);
    expect(unanswered).toMatchObject({ phase: 'initiating', requestNumber: 2, nextCheckInMs: 0 });
    const first = progressAfter(submitted);
    expect(nextProgress(first, back)).toBe(first);
  });

  test('shows an unknown state, never a failure, and blocks other payments', () => {
    const unanswered = progressAfter(submitted, ...lostTimes(9), closed);
    expect(unanswered).toMatchObject({ phase: 'initiating', order: null });
    expect(statusTextOf(unanswered)).toBe('unanswered');
    expect(isAwaitingPayment(unanswered)).toBe(true);
    expect(nextProgress(unanswered, submitted)).toBe(unanswered);
    expect(nextProgress(unanswered, { type: 'cardSubmitted' })).toBe(unanswered);
  });

  test("ends with the server's response: a payment, or a rejection", () => {
    expect(progressAfter(submitted, lost, waited, initiated)).toMatchObject({
      phase: 'polling',
      paymentId: 'p1',
      order: { artistName: 'Ama', since: 5_000 },
    });
    expect(progressAfter(submitted, lost, waited, refused)).toMatchObject({
      phase: 'idle',
      failure: { textKey: 'checkout.error.voting-closed' },
    });
  });

  test('first shows that it is being sent, and after a while that the network is slow', () => {
    expect(statusTextOf(progressAfter(submitted))).toBe('sending');
    expect(statusTextOf(progressAfter(submitted, { type: 'answerSlow' }))).toBe('slow');
  });

  test('is found by a reload, which repeats it at once and shows an unknown state', () => {
    const found = foundSubmission(true);
    expect(found).toMatchObject({ nextCheckInMs: 0, order: null });
    expect(statusTextOf(found)).toBe('unanswered');
    expect(nextProgress(found, initiated)).toMatchObject({ phase: 'polling', order: null });
  });

  test('is seen by another tab, which shows nothing at first and starts no payment', () => {
    const seen = progressAfter({ type: 'submissionFound' });
    expect(seen).toMatchObject({ phase: 'initiating', isOwn: false, nextCheckInMs: 10_000 });
    expect(statusTextOf(seen)).toBeNull();
    expect(isAwaitingPayment(seen)).toBe(false);
    expect(nextProgress(seen, submitted)).toBe(seen);
    expect(statusTextOf([waited, lost].reduce(nextProgress, seen))).toBe('unanswered');
    expect(nextProgress(seen, { type: 'submissionSettled' })).toEqual({ phase: 'idle' });
    const started: PaymentEvent = { type: 'storedPaymentChanged', before: null, after: payment };
    expect(nextProgress(seen, started)).toEqual({ phase: 'elsewhere', ...payment });
    // The tab that sent it handles it by itself.
    const own = progressAfter(submitted);
    expect(nextProgress(own, started)).toBe(own);
  });
});

describe('a payment that was given up', () => {
  const quiet = followedQuietly(payment);
  const quietAfter = (...events: PaymentEvent[]) => events.reduce(nextProgress, quiet);
  const open = (promptLapsesInMs: number): PaymentEvent => ({ ...pending, promptLapsesInMs });

  test('is checked without holding first, and then with holding', () => {
    expect(mayHoldMs(quiet)).toBe(0);
    const known = quietAfter(open(200_000));
    expect(known).toMatchObject({ lostChecks: 0, lapsesInMs: 200_000, nextCheckInMs: 2_000 });
    const next = nextProgress(known, waited);
    expect(isChecking(next) && mayHoldMs(next)).toBe(2_000);
  });

  test('is checked when its prompt lapses, instead of counting as finished', () => {
    const soon = nextProgress(quietAfter(open(700)), waited);
    expect(isChecking(soon) && mayHoldMs(soon)).toBe(950);
    const lapsed = nextProgress(soon, open(0));
    expect(lapsed).toMatchObject({ phase: 'polling', lapsesInMs: 0 });
  });

  test('is followed for as long as the server says that it is open', () => {
    const long = quietAfter(...Array.from({ length: 80 }, (_, at) => (at % 2 ? waited : open(0))));
    expect(long).toMatchObject({ paymentId: 'p1', nextCheckInMs: 0 });
    expect(nextProgress(long, open(0))).toMatchObject({ nextCheckInMs: 30_000 });
  });

  test('can be checked again at once, whatever request is running', () => {
    const refreshed = quietAfter(open(1_000), waited, { type: 'refreshRequested' });
    expect(refreshed).toMatchObject({ attempt: 2, requestNumber: 3, nextCheckInMs: 0 });
    expect(isChecking(refreshed) && mayHoldMs(refreshed)).toBe(0);
  });

  test('shows its receipt, or why it failed, unless something else is in progress', () => {
    const paid: PaymentEvent = { type: 'earlierPaid', ...payment, receiptCode: '7KQ2M9X0W1' };
    const failure = {
      stage: 'payment',
      paymentId: 'p1',
      method: 'mobile-money',
      reason: 'declined',
    } as const;
    const over: PaymentEvent = { type: 'earlierFailed', failure };
    expect(progressAfter(paid)).toMatchObject({ phase: 'loadingReceipt', paymentId: 'p1' });
    expect(progressAfter(over)).toEqual({ phase: 'idle', failure });
    for (const busy of [progressAfter(submitted), progressAfter(...started)]) {
      expect(nextProgress(busy, paid)).toBe(busy);
      expect(nextProgress(busy, over)).toBe(busy);
    }
  });
});

test('a payment that the server had named, and has lost, has not failed', () => {
  const missing = progressAfter(...started, { type: 'paymentUnknown', wasNamed: true });
  expect(missing).toEqual({
    phase: 'idle',
    failure: { stage: 'missing', paymentId: 'p1', method: 'mobile-money' },
  });
});

test('when the voter says they declined the prompt, the provider is checked at once, below the overlay', () => {
  const claimed: PaymentEvent = { type: 'declineClaimed' };
  const asked = progressAfter(...started, pending, claimed);
  expect(asked).toMatchObject({
    phase: 'polling',
    attempt: 1,
    requestNumber: 2,
    nextCheckInMs: 0,
    order: { artistName: 'Ama', isClaimedDeclined: true },
  });
  expect(nextProgress(asked, pending)).toMatchObject({ order: { isClaimedDeclined: true } });
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
  ])('a tab that loses the payment while %s stops showing it', (_, events) => {
    expect(progressAfter(...events, tabLockLost)).toEqual(elsewhere('p1'));
  });

  test('a receipt on screen is not removed', () => {
    expect(progressAfter(...started, completed, receiptLoaded, tabLockLost)).toMatchObject({
      phase: 'receiptShown',
    });
  });

  test('a payment that another tab settles is finished here too', () => {
    expect(nextProgress(standingBy, changed('p1', null))).toEqual({ phase: 'idle' });
    expect(progressAfter(...started, changed('p1', null))).toEqual({ phase: 'idle' });
  });

  test('a payment that another tab starts appears here, unless this tab has its own', () => {
    expect(progressAfter(changed(null, 'p2'))).toEqual(elsewhere('p2'));
    expect(nextProgress(standingBy, changed('p1', 'p2'))).toEqual(elsewhere('p2'));
    expect(progressAfter(...started, changed('p1', 'p2'))).toEqual(progressAfter(...started));
    expect(progressAfter(...started, changed('p2', null))).toEqual(progressAfter(...started));
  });
});

test('a voter who returns gets a response at once, and it does not count as an attempt', () => {
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

  test('is also stored for a payment that could not be started', () => {
    const textKey = 'checkout.error.phone-limit';
    const refused = { textKey, message: null, retryAt: 1_000, openPaymentId: null } as const;
    expect(progressAfter(submitted, { type: 'initiationFailed', ...refused })).toEqual({
      phase: 'idle',
      failure: { stage: 'initiation', method: 'mobile-money', ...refused },
    });
  });
});
