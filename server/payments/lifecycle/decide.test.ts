import { describe, expect, test } from 'vitest';
import type { ProviderReport } from '../providers/provider';
import { decide, nextState, type PaymentFacts, type StateChange } from './decide';

const COUNTED_AT = new Date('2025-11-28T20:00:00Z');
const facts = (status: PaymentFacts['status'], completedAt: Date | null = null): PaymentFacts => ({
  status,
  amount: 400,
  currency: 'XAF',
  completedAt,
});

const payments = {
  pending: facts('pending'),
  completed: facts('completed', COUNTED_AT),
  failed: facts('failed'),
  reversed: facts('failed', COUNTED_AT),
};

const LAST_CHARGE_AT = new Date('2025-11-28T22:02:00Z');
const chargedAt = (time: string): ProviderReport => ({
  ...paid(400, 'XAF'),
  chargedAt: new Date(time),
});

const paid = (amountMinor: number, currency: 'XAF' | 'USD') => ({
  outcome: 'paid' as const,
  money: { amountMinor, currency },
  providerRef: 'ref',
  evidence: {},
});

const reports: Record<string, ProviderReport> = {
  'paid in full': paid(400, 'XAF'),
  'paid too little': paid(399, 'XAF'),
  'paid in another currency': paid(400, 'USD'),
  'charged at the last moment': chargedAt('2025-11-28T22:02:00Z'),
  'charged too late': chargedAt('2025-11-28T22:02:01Z'),
  failed: { outcome: 'failed', reason: 'declined', providerRef: 'ref', evidence: {} },
  reversed: { outcome: 'reversed', reason: 'refunded', evidence: {} },
  pending: { outcome: 'pending', providerRef: 'ref' },
  misplaced: { outcome: 'misplaced', foundBy: 'reference', evidence: {} },
  missing: { outcome: 'missing', evidence: {} },
  unknown: { outcome: 'unknown', evidence: {} },
};

const none: StateChange = { change: 'none' };
const complete: StateChange = { change: 'complete' };
const giveBack: StateChange = { change: 'give-back' };
const mismatch: StateChange = { change: 'flag', flag: 'amount-mismatch' };

test.each<[keyof typeof payments, string, StateChange]>([
  ['pending', 'paid in full', complete],
  ['pending', 'paid too little', mismatch],
  ['pending', 'paid in another currency', mismatch],
  ['pending', 'charged at the last moment', complete],
  ['pending', 'charged too late', giveBack],
  ['completed', 'charged too late', none],
  ['failed', 'charged too late', giveBack],
  ['reversed', 'charged too late', none],
  ['pending', 'failed', { change: 'fail', reason: 'declined' }],
  ['pending', 'reversed', { change: 'fail', reason: 'refunded' }],
  ['pending', 'pending', none],
  ['pending', 'unknown', none],
  ['completed', 'paid in full', none],
  ['completed', 'paid too little', mismatch],
  ['completed', 'failed', { change: 'flag', flag: 'failed-after-completion' }],
  ['completed', 'reversed', { change: 'reverse', reason: 'refunded' }],
  ['completed', 'pending', none],
  ['completed', 'unknown', none],
  ['failed', 'paid in full', complete],
  ['failed', 'paid too little', mismatch],
  ['failed', 'failed', none],
  ['failed', 'reversed', none],
  ['failed', 'pending', none],
  ['failed', 'unknown', none],
  ['reversed', 'paid in full', none],
  ['reversed', 'paid too little', none],
  ['reversed', 'failed', none],
  ['reversed', 'reversed', none],
  ['reversed', 'pending', none],
  ['pending', 'misplaced', { change: 'flag', flag: 'wrong-reference' }],
  ['completed', 'misplaced', { change: 'flag', flag: 'wrong-reference' }],
  ['failed', 'misplaced', { change: 'flag', flag: 'wrong-reference' }],
  ['reversed', 'misplaced', none],
  ['pending', 'missing', none],
  ['completed', 'missing', { change: 'flag', flag: 'missing-at-provider' }],
  ['failed', 'missing', none],
  ['reversed', 'missing', none],
])('a %s payment reported as %s', (payment, report, decision) => {
  const providerReport = reports[report];
  if (!providerReport) throw new Error(`no report named ${report}`);
  const context = { lastChargeAt: LAST_CHARGE_AT, isRecordTaken: false };
  expect(nextState(payments[payment], providerReport, context)).toEqual(decision);
});

test.each<[keyof typeof payments, string, StateChange]>([
  ['pending', 'paid in full', { change: 'flag', flag: 'record-taken' }],
  ['pending', 'charged too late', { change: 'flag', flag: 'record-taken' }],
  ['failed', 'paid in full', { change: 'flag', flag: 'record-taken' }],
  ['completed', 'paid in full', { change: 'flag', flag: 'record-taken' }],
  ['reversed', 'paid in full', none],
  ['pending', 'failed', { change: 'fail', reason: 'declined' }],
])("a %s payment reported as %s by another payment's record", (payment, report, decision) => {
  const providerReport = reports[report];
  if (!providerReport) throw new Error(`no report named ${report}`);
  const context = { lastChargeAt: LAST_CHARGE_AT, isRecordTaken: true };
  expect(nextState(payments[payment], providerReport, context)).toEqual(decision);
});

describe('what else a report decides', () => {
  const payment = {
    ...payments.pending,
    failureReason: null,
    receiptCode: null,
    providerRef: null,
    attemptedAt: null,
  };
  const lock = (changes: Partial<Parameters<typeof decide>[0]> = {}) => ({
    payment,
    isFlagged: false,
    reference: null,
    isRecordTaken: false,
    ...changes,
  });
  const reported = (name: string) => {
    const report = reports[name];
    if (!report) throw new Error(`no report named ${name}`);
    return report;
  };
  const decided = (locked: ReturnType<typeof lock>, report: ProviderReport) =>
    decide(locked, report, { lastChargeAt: LAST_CHARGE_AT, makeReceiptCode: () => 'CODE' });

  test('a charge after closing opens one refund, and a repeated report opens no other', () => {
    const first = decided(lock(), reported('charged too late'));
    expect(first).toMatchObject({ refund: 'open', isMove: true, flags: ['paid-after-closing'] });
    const refunded = lock({ payment: { ...payment, ...first.state } });
    expect(decided(refunded, reported('charged too late'))).toMatchObject({
      refund: null,
      isMove: false,
    });
  });

  test('a reversal of a charge after closing is the success of its refund', () => {
    const late = decided(lock(), reported('charged too late'));
    const refunded = lock({ payment: { ...payment, ...late.state } });
    expect(decided(refunded, reported('reversed'))).toMatchObject({
      refund: 'succeed',
      isMove: false,
      isReversal: true,
    });
  });

  test('the reference of another payment is evidence, and is not learned', () => {
    const taken = lock({ reference: 'theirs', isRecordTaken: true });
    const decision = decided(taken, { ...paid(400, 'XAF'), providerRef: 'theirs' });
    expect(decision.learned).toEqual({});
    expect(decision.evidence).toMatchObject({ providerReference: 'theirs', namesPayment: null });
  });

  test('a reference is learned with the first report that tells it', () => {
    const named = { ...paid(400, 'XAF'), providerRef: 'ours' };
    expect(decided(lock({ reference: 'ours' }), named)).toMatchObject({
      learned: { providerRef: 'ours' },
      state: { status: 'completed', receiptCode: 'CODE' },
    });
    const known = lock({
      reference: 'ours',
      payment: { ...payment, ...payments.completed, providerRef: 'ours' },
    });
    expect(decided(known, named).learned).toEqual({});
  });

  test('a payment that the provider had refused is flagged when it is paid', () => {
    const refused = lock({ payment: { ...payment, status: 'failed', failureReason: 'declined' } });
    expect(decided(refused, reported('paid in full')).flags).toEqual(['paid-after-refusal']);
  });

  test.each([
    ['paid in full', true],
    ['unknown', false],
    ['missing', false],
  ])('open flags are settled by a report of %s: %s', (report, isSettled) => {
    expect(decided(lock({ isFlagged: true }), reported(report)).settlesFlags).toBe(isSettled);
    expect(decided(lock(), reported(report)).settlesFlags).toBe(false);
  });
});
