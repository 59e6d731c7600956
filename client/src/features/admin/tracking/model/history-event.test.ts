import { expect, test } from 'vitest';
import { readEvent, type StoredEvent } from '#shared/contracts/payment-events';
import { PAYMENT_FLAGS } from '#shared/domain/payment';
import { eventTextKey, flagMeaningKey, flagTextKey } from './history-event';

const event = (parts: Partial<StoredEvent>): StoredEvent => ({
  from: 'pending',
  to: 'pending',
  source: 'reconcile',
  detail: {},
  ...parts,
});

test.each([
  ['created', { from: null, source: 'create' }],
  ['prompt-sent', { source: 'attempt', detail: { outcome: 'accepted' } }],
  ['prompt-unanswered', { source: 'attempt', detail: { outcome: 'unknown' } }],
  ['card-submitted', { source: 'attempt', detail: { revision: 2 } }],
  ['provider-called', { source: 'webhook', detail: { claim: 'SUCCESSFUL' } }],
  ['completed', { to: 'completed' }],
  ['completed-late', { from: 'failed', to: 'completed' }],
  ['failed', { to: 'failed', detail: { reason: 'declined' } }],
  ['reversed', { from: 'completed', to: 'failed', detail: { reason: 'refunded' } }],
  ['flagged', { detail: { flag: 'amount-mismatch' } }],
  ['settled-attached', { source: 'admin', detail: { settled: 'attached' } }],
  [
    'settled-closed',
    { from: 'failed', to: 'failed', source: 'admin', detail: { settled: 'closed' } },
  ],
  ['noted', { source: 'admin', detail: { settled: 'of a later release' } }],
  ['refund-requested', { source: 'refund', detail: { refund: 'requested' } }],
  ['refund-refused', { source: 'refund', detail: { refund: 'refused' } }],
  ['noted', { source: 'refund', detail: { refund: 'of a later release' } }],
] as const)('an event has the text %s', (name, parts) => {
  const stored = event(parts);
  expect(eventTextKey(stored, readEvent(stored))).toBe(`tracking.history.event.${name}`);
});

test.each([
  ['of a failure', { to: 'failed', detail: { reason: 'declined' } }, 'declined'],
  [
    'of a declined card',
    { source: 'webhook', detail: { claim: 'evt_1', reason: 'declined' } },
    'declined',
  ],
  ['of a later release', { to: 'failed', detail: { reason: 'bad-weather' } }, 'unknown'],
  ['of a completion', { to: 'completed' }, null],
] as const)('the reason %s is read', (_of, parts, reason) => {
  expect(readEvent(event(parts))).toMatchObject({ reason });
});

test.each(PAYMENT_FLAGS)('the flag %s has a text and an explanation', (flag) => {
  expect(flagTextKey(flag)).toBe(`tracking.flag.${flag}`);
  expect(flagMeaningKey(flag)).toBe(`tracking.look.meaning.${flag}`);
});

test('a flag of a later release has a fallback text', () => {
  expect(flagTextKey('bad-weather')).toBe('tracking.flag.unknown');
  expect(flagMeaningKey('bad-weather')).toBe('tracking.look.meaning.unknown');
});
