import type { TFunction } from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import { currentToast } from '#client/ui/overlay/toast';
import { isUnauthorized, signInAgain } from './sign-in-again';

const UNAUTHORIZED = '{"message":"Unauthorized","code":"unauthorized"}';

describe('an error means that the session has ended', () => {
  test('when it has status 401 and the word "Unauthorized"', () => {
    expect(isUnauthorized(new ApiError(401, UNAUTHORIZED))).toBe(true);
    expect(isUnauthorized(new ApiError(401, '{\n  "message": "Unauthorized"\n}'))).toBe(true);
  });

  test.each([
    ['of another status', new ApiError(403, 'Unauthorized')],
    ['of a proxy that asks for a password', new ApiError(401, 'Proxy login required')],
    ['of the network', new TypeError('Failed to fetch')],
    ['that is not from our server', new Error(`401: ${UNAUTHORIZED}`)],
  ])('but not when it is %s', (_what, error) => {
    expect(isUnauthorized(error)).toBe(false);
  });
});

describe('a user whose session has ended', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', { location: { pathname: '/admin/artists/7', search: '?tab=a&b=c' } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('sees a message at once, and half a second later is redirected to the sign-in, which returns to the page', () => {
    const leave = vi.fn();
    const t = vi.fn((key: string) => key);
    signInAgain(t as unknown as TFunction, 'fr', leave);
    expect(currentToast()).toMatchObject({
      title: 'sign-in.admin.unauthorized',
      description: 'sign-in.admin.loggedOut',
      variant: 'destructive',
    });
    vi.advanceTimersByTime(499);
    expect(leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(leave).toHaveBeenCalledExactlyOnceWith(
      '/api/login?returnTo=%2Fadmin%2Fartists%2F7%3Ftab%3Da%26b%3Dc&language=fr',
    );
  });
});
