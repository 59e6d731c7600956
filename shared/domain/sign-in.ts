/** Reasons why a sign-in or sign-out failed, passed in the page's address. */
export const SIGN_IN_PROBLEMS = [
  'failed',
  'cancelled',
  'unavailable',
  'tooMany',
  'stillSignedIn',
  'otherAccount',
  'secondFactor',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** Parameter of the address with the reason. */
export const SIGN_IN_PARAMETER = 'signIn';

/**
 * Effects of admin actions that require a recent sign-in: they move votes or money, erase, export
 * personal data or send it to another address, grant or revoke rights, or change texts that visitors rely on to pay or to get in
 * touch.
 */
export type ActionEffect = 'votes' | 'money' | 'erasure' | 'people' | 'rights' | 'visitors';

/** How recent that sign-in must be, in ms. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;

/** Parameter of the sign-in address: the signed-in user, and no other, must sign in again. */
export const AGAIN_PARAMETER = 'again';

/**
 * Header of requests that a page sends on its own, such as a timed refresh. They do not count as
 * use of an administrator's session.
 */
export const UNATTENDED_HEADER = 'X-Unattended';
