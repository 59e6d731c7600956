/** Why a sign-in or sign-out changed nothing; told in the address of the page. */
export const SIGN_IN_PROBLEMS = [
  'failed',
  'cancelled',
  'unavailable',
  'tooMany',
  'stillSignedIn',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** The parameter of the address that carries it. */
export const SIGN_IN_PARAMETER = 'signIn';

/**
 * A cookie that says no more than that somebody has signed in with this browser: so that all others
 * need not ask who it is. It opens nothing.
 */
export const SIGNED_IN_COOKIE = 'signed-in';

/**
 * Of a request that a page makes by itself while nobody is at it, such as a refresh by the clock: no
 * use of an administrator's session.
 */
export const UNATTENDED_HEADER = 'X-Unattended';
