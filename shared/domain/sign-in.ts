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
 * Of a request that a page makes by itself while nobody is at it, such as a refresh by the clock: no
 * use of an administrator's session.
 */
export const UNATTENDED_HEADER = 'X-Unattended';
