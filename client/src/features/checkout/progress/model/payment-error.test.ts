import { expect, test } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import { initiationErrorTextKey, isAboutOutdatedPage } from './payment-error';

const refused = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ code, message: 'for machines' }));

test.each([
  [409, 'price-changed'],
  [409, 'method-off'],
  [409, 'voting-closed'],
  [409, 'operator-unavailable'],
])('%i %s is about an outdated page, not a failure', (status, code) => {
  const textKey = initiationErrorTextKey(refused(status, code));
  expect(textKey).toBe(`checkout.error.${code}`);
  expect(isAboutOutdatedPage(textKey)).toBe(true);
});

test('so is a path that an older server does not know', () => {
  const textKey = initiationErrorTextKey(refused(404, 'not-found'));
  expect(textKey).toBe('checkout.error.page-outdated');
  expect(isAboutOutdatedPage(textKey)).toBe(true);
});

test.each([
  [422, 'insufficient-funds', 'checkout.error.insufficient-funds'],
  [403, 'cross-origin', 'checkout.error.generic'],
])('%i %s is a failure', (status, code, expected) => {
  const textKey = initiationErrorTextKey(refused(status, code));
  expect(textKey).toBe(expected);
  expect(isAboutOutdatedPage(textKey)).toBe(false);
});
