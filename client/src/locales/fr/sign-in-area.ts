import signIn from './sign-in.json';

/** Texts about problems with signing in and missing permissions. */
export default { 'sign-in': signIn };
