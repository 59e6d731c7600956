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

test('a stored value can be read and removed', () => {
  const browserStorage = aStorage();
  const storage = safeStorage(() => browserStorage);
  storage.setItem('language', 'fr');
  expect(browserStorage.getItem('language')).toBe('fr');
  expect(storage.getItem('language')).toBe('fr');
  storage.removeItem('language');
  expect(storage.getItem('language')).toBeNull();
});

test('keys with a prefix are apart from those without', () => {
  const browserStorage = aStorage();
  const site = safeStorage(() => browserStorage);
  const rehearsal = safeStorage(() => browserStorage, 'rehearsal-1-');
  rehearsal.setItem('pendingPaymentId', 'rehearsed');
  expect(site.getItem('pendingPaymentId')).toBeNull();
  site.setItem('pendingPaymentId', 'real');
  rehearsal.removeItem('pendingPaymentId');
  expect(site.getItem('pendingPaymentId')).toBe('real');
});

test('a storage that cannot even be opened keeps values for as long as the page lives', () => {
  const storage = safeStorage(refuse);
  expect(storage.getItem('language')).toBeNull();
  storage.setItem('language', 'fr');
  expect(storage.getItem('language')).toBe('fr');
  storage.removeItem('language');
  expect(storage.getItem('language')).toBeNull();
});

test('a full storage returns the newest value, not the one it still contains', () => {
  const full = aStorage();
  full.setItem('draft', 'old');
  const storage = safeStorage(() => ({ ...full, setItem: refuse }));
  storage.setItem('draft', 'new');
  expect(storage.getItem('draft')).toBe('new');
});
