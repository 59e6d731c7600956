import { expect, test } from 'vitest';
import { type KeyStorage, safeStorage } from '#client/lib/browser/storage';
import { recallLog, rememberLog } from './seen-log';

const SEEN = { keys: ['vote.example/count+01234567+AQ=='], checkpoint: 'a note\n' };

function storageWith(entries: Record<string, string> = {}): KeyStorage {
  const items = new Map(Object.entries(entries));
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test('what was seen of a log is stored for that log only', () => {
  const storage = storageWith();
  expect(recallLog('vote.example/count', storage)).toBeNull();
  rememberLog('vote.example/count', SEEN, storage);
  expect(recallLog('vote.example/count', storage)).toEqual(SEEN);
  expect(recallLog('other.example/count', storage)).toBeNull();
});

test.each(['', 'null', '{}', '{"keys":"one","checkpoint":"a note"}', '{"keys":['])(
  'invalid stored data is ignored: %j',
  (text) => {
    const storage = storageWith({ 'open-count:vote.example/count': text });
    expect(recallLog('vote.example/count', storage)).toBeNull();
  },
);

test('without storage the checkpoint is remembered for as long as the page is open', () => {
  const storage = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(recallLog('vote.example/count', storage)).toBeNull();
  rememberLog('vote.example/count', SEEN, storage);
  expect(recallLog('vote.example/count', storage)).toEqual(SEEN);
});
