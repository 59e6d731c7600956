import { expect, test } from 'vitest';
import type { ProviderReport } from '../providers/provider';
import { type Decision, nextState, type PaymentFacts } from './next-state';

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

const none: Decision = { change: 'none' };
const complete: Decision = { change: 'complete' };
const giveBack: Decision = { change: 'give-back' };
const mismatch: Decision = { change: 'flag', flag: 'amount-mismatch' };

test.each<[keyof typeof payments, string, Decision]>([
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
  const told = reports[report];
  if (!told) throw new Error(`no report named ${report}`);
  const context = { lastChargeAt: LAST_CHARGE_AT, isRecordTaken: false };
  expect(nextState(payments[payment], told, context)).toEqual(decision);
});

test.each<[keyof typeof payments, string, Decision]>([
  ['pending', 'paid in full', { change: 'flag', flag: 'record-taken' }],
  ['pending', 'charged too late', { change: 'flag', flag: 'record-taken' }],
  ['failed', 'paid in full', { change: 'flag', flag: 'record-taken' }],
  ['completed', 'paid in full', { change: 'flag', flag: 'record-taken' }],
  ['reversed', 'paid in full', none],
  ['pending', 'failed', { change: 'fail', reason: 'declined' }],
])("a %s payment reported as %s by another payment's record", (payment, report, decision) => {
  const told = reports[report];
  if (!told) throw new Error(`no report named ${report}`);
  const context = { lastChargeAt: LAST_CHARGE_AT, isRecordTaken: true };
  expect(nextState(payments[payment], told, context)).toEqual(decision);
});
