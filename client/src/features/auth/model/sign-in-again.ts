import type { TFunction } from 'i18next';
import { ApiError } from '#client/lib/api/request';
import { toastError } from '#client/ui/overlay/toast';
import type { Language } from '#shared/domain/localized';
import { AGAIN_PARAMETER } from '#shared/domain/sign-in';
import { loginAddress } from './login-address';

/** Address at which a signed-in user signs in once more. */
export const againAddress = (here: string, language: Language): string =>
  `${loginAddress(here, language)}&${AGAIN_PARAMETER}=1`;

/** Time to read the toast before the sign-in opens. */
const REDIRECT_DELAY_MS = 500;

/** True when an error means that the session has ended: `401: …Unauthorized…`. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && /^401: .*Unauthorized/s.test(error.message);

/**
 * Shows that the session has ended, and redirects to the sign-in, which returns to this page.
 * @param leave navigates to an address with a full page load
 */
export function signInAgain(
  t: TFunction,
  language: Language,
  leave: (address: string) => void = (address) => window.location.assign(address),
): void {
  toastError(t('sign-in.admin.unauthorized'), t('sign-in.admin.loggedOut'));
  setTimeout(() => {
    const { pathname, search } = window.location;
    leave(loginAddress(`${pathname}${search}`, language));
  }, REDIRECT_DELAY_MS);
}
