import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
afterEach(() => void vi.useRealTimers());

test('a number is saved only once its payment has succeeded', () => {
  rememberPayer('p1', '677123456');
  expect(savedNumber()).toBeNull();
  savePayerOf('p1');
  expect(savedNumber()).toBe('677123456');
});

test('the number of another payment is not saved', () => {
  rememberPayer('p2', '677123456');
  savePayerOf('p1');
  expect(savedNumber()).toBeNull();
});

test('the number is not saved when it was not requested for a later payment', () => {
  rememberPayer('p1', '677123456');
  rememberPayer('p2', null);
  savePayerOf('p1');
  savePayerOf('p2');
  expect(savedNumber()).toBeNull();
});

test('a saved number can be deleted', () => {
  rememberPayer('p1', '677123456');
  savePayerOf('p1');
  forgetSavedNumber();
  expect(savedNumber()).toBeNull();
});

test('a saved number expires after thirty days, and nothing is left of it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T12:00:00Z') });
  rememberPayer('p1', '677123456');
  savePayerOf('p1');
  vi.setSystemTime(new Date('2026-12-01T11:59:59Z'));
  expect(savedNumber()).toBe('677123456');
  vi.setSystemTime(new Date('2026-12-01T12:00:00Z'));
  expect(savedNumber()).toBeNull();
  expect(localStorage.getItem('savedPhoneNumber')).toBeNull();
});

test.each([
  ['of an earlier release, saved without consent', '677123456'],
  ['with a time in the future', '677123456 9999999999999'],
  ['without a time', '677123456 '],
  ['without a number', `<script> ${Date.now()}`],
  ['in another format', `237677123456 ${Date.now()}`],
  ['with extra text', `677123456 ${Date.now()} 1`],
  ['that is empty', ''],
])('an entry %s is removed', (_, entry) => {
  localStorage.setItem('savedPhoneNumber', entry);
  expect(savedNumber()).toBeNull();
  expect(localStorage.getItem('savedPhoneNumber')).toBeNull();
});
