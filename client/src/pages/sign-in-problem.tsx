/** Of the few visits that begin with one. */
export { SignInProblemToast } from '#client/features/auth/index';
