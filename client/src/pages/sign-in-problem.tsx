/** Of the few visits that begin with one. */
export { SignInProblemToast } from '../features/auth';
