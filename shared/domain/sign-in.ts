/** Why a sign-in or sign-out changed nothing; told in the address of the page. */
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

/** The parameter of the address that carries it. */
export const SIGN_IN_PARAMETER = 'signIn';

/**
 * What an act of the administration does that a session left open is not enough for: it moves votes or
 * money, erases, exports people, gives or takes rights, or changes what every visitor reads to pay or
 * to write to.
 */
export type Deed = 'votes' | 'money' | 'erasure' | 'people' | 'rights' | 'visitors';

/** How long after a sign-in its person may do such a thing, in ms. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;

/** Of the login's address: the person who is signed in signs in once more, and nobody else. */
export const AGAIN_PARAMETER = 'again';

/**
 * Of a request that a page makes by itself while nobody is at it, such as a refresh by the clock: no
 * use of an administrator's session.
 */
export const UNATTENDED_HEADER = 'X-Unattended';
