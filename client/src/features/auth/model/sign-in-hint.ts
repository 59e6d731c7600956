import { cookie, setCookie } from '#client/lib/browser/cookie';
import { SIGNED_IN_COOKIE } from '#shared/domain/cookies';

/**
 * Whether somebody has signed in with this browser and not out again, as far as the server has left
 * word of it. Spares all others the question who is signed in.
 */
export const hasSignedIn = (): boolean => cookie(SIGNED_IN_COOKIE) !== undefined;

/** The session has ended meanwhile. */
export const forgetSignIn = (): void => setCookie(SIGNED_IN_COOKIE, '', 0);
