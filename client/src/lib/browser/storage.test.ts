import { expect, test } from 'vitest';
import { type KeyStorage, safeStorage } from './storage';

const aStorage = (): KeyStorage => {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
};

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

test('what is stored can be read and removed', () => {
  const underneath = aStorage();
  const storage = safeStorage(() => underneath);
  storage.setItem('language', 'fr');
  expect(underneath.getItem('language')).toBe('fr');
  expect(storage.getItem('language')).toBe('fr');
  storage.removeItem('language');
  expect(storage.getItem('language')).toBeNull();
});

test('a storage that cannot even be opened keeps things for as long as the page lives', () => {
  const storage = safeStorage(refuse);
  expect(storage.getItem('language')).toBeNull();
  storage.setItem('language', 'fr');
  expect(storage.getItem('language')).toBe('fr');
  storage.removeItem('language');
  expect(storage.getItem('language')).toBeNull();
});

test('a full storage answers with the newest value, not with the one it still holds', () => {
  const full = aStorage();
  full.setItem('draft', 'old');
  const storage = safeStorage(() => ({ ...full, setItem: refuse }));
  storage.setItem('draft', 'new');
  expect(storage.getItem('draft')).toBe('new');
});
