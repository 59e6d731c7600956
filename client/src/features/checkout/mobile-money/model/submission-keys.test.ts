import { expect, test } from 'vitest';
import { type PaymentIntent, submissionKeys } from './submission-keys';

const tabStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
};

const intent: PaymentIntent = {
  artistId: 'ama',
  phoneNumber: '237677123456',
  nominationVotes: [
    { nominationId: 'song', voteCount: 2 },
    { nominationId: 'video', voteCount: 3 },
  ],
};

test('a repeat of the same intent has the same key, also after a reload', () => {
  const storage = tabStorage();
  const key = submissionKeys(storage).keyFor(intent);
  expect(key).toMatch(/^[\w-]{8,100}$/);
  expect(submissionKeys(storage).keyFor(intent)).toBe(key);
});

test('the order of the votes does not matter', () => {
  const keys = submissionKeys(tabStorage());
  const reordered = { ...intent, nominationVotes: intent.nominationVotes.toReversed() };
  expect(keys.keyFor(reordered)).toBe(keys.keyFor(intent));
});

test.each([
  ['artist', { artistId: 'bikutsi' }],
  ['phone', { phoneNumber: '237699999999' }],
  ['split', { nominationVotes: [{ nominationId: 'song', voteCount: 5 }] }],
])('another %s makes a new key', (_, change) => {
  const keys = submissionKeys(tabStorage());
  const key = keys.keyFor(intent);
  expect(keys.keyFor({ ...intent, ...change })).not.toBe(key);
});

test('after a definitive answer the same intent is a new payment', () => {
  const keys = submissionKeys(tabStorage());
  const key = keys.keyFor(intent);
  keys.settle();
  expect(keys.keyFor(intent)).not.toBe(key);
});
