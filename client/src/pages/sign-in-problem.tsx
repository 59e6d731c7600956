/** Loaded only for visits that begin with a sign-in problem. */
export { SignInProblemToast } from '#client/features/auth/index';
