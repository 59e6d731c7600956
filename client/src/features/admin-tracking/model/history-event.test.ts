import { expect, test } from 'vitest';
import { eventTextKey, flagOf, flagTextKey, reasonOf } from './history-event';

const event = (parts: Partial<Parameters<typeof eventTextKey>[0]>) => ({
  id: 1,
  from: 'pending' as const,
  to: 'pending' as const,
  source: 'reconcile' as const,
  detail: {},
  at: '2025-11-21T19:05:09Z',
  ...parts,
});

test.each([
  ['created', { from: null, source: 'create' }],
  ['prompt-sent', { source: 'attempt', detail: { outcome: 'accepted' } }],
  ['prompt-unanswered', { source: 'attempt', detail: { outcome: 'unknown' } }],
  ['provider-called', { source: 'webhook', detail: { claim: 'SUCCESSFUL' } }],
  ['completed', { to: 'completed' }],
  ['completed-late', { from: 'failed', to: 'completed' }],
  ['failed', { to: 'failed', detail: { reason: 'declined' } }],
  ['reversed', { from: 'completed', to: 'failed', detail: { reason: 'refunded' } }],
  ['flagged', { detail: { flag: 'amount-mismatch' } }],
  ['refund-requested', { source: 'refund', detail: { refund: 'requested' } }],
  ['refund-refused', { source: 'refund', detail: { refund: 'refused' } }],
  ['noted', { source: 'refund', detail: { refund: 'of a later release' } }],
] as const)('%s', (name, parts) => {
  expect(eventTextKey(event(parts), 'mobile-money')).toBe(`tracking.history.event.${name}`);
});

test('an attempt with a card goes to the bank', () => {
  const attempt = event({ source: 'attempt', detail: { revision: 2 } });
  expect(eventTextKey(attempt, 'card')).toBe('tracking.history.event.card-submitted');
});

test('reasons and flags of a later release have no words, and do no harm', () => {
  expect(reasonOf(event({ detail: { reason: 'declined' } }))).toBe('declined');
  expect(reasonOf(event({ detail: { reason: 'bad-weather' } }))).toBeNull();
  expect(flagOf(event({ detail: { flag: 7 } }))).toBeNull();
  expect(flagTextKey('disputed')).toBe('tracking.flag.disputed');
  expect(flagTextKey('bad-weather')).toBe('tracking.flag.unknown');
});
