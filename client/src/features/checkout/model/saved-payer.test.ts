import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSavedNumber, rememberPayer, savedNumber, savePayerOf } from './saved-payer';

const aStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

beforeEach(() => {
  vi.stubGlobal('localStorage', aStorage());
  vi.stubGlobal('sessionStorage', aStorage());
});

test('a number is kept only once its payment has succeeded', () => {
  rememberPayer('p1', '677123456');
  expect(savedNumber()).toBeNull();
  savePayerOf('p1');
  expect(savedNumber()).toBe('677123456');
});

test('the number of another payment is not kept', () => {
  rememberPayer('p2', '677123456');
  savePayerOf('p1');
  expect(savedNumber()).toBeNull();
});

test('a number can be forgotten', () => {
  rememberPayer('p1', '677123456');
  savePayerOf('p1');
  forgetSavedNumber();
  expect(savedNumber()).toBeNull();
});

test.each(['', 'abc', '237677123456', '12345', '<script>'])('nonsense is no number: %s', (text) => {
  localStorage.setItem('savedPhoneNumber', text);
  expect(savedNumber()).toBeNull();
});
