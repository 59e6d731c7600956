import { cookie, setCookie } from '#client/lib/browser/cookie';
import { SIGNED_IN_COOKIE } from '#shared/domain/cookies';

/**
 * True when a cookie of the server says that this browser is signed in. Without it the request for
 * the user is skipped.
 */
export const hasSignedIn = (): boolean => cookie(SIGNED_IN_COOKIE) !== undefined;

/** Called when the session has ended. */
export const forgetSignIn = (): void => setCookie(SIGNED_IN_COOKIE, '', 0);
