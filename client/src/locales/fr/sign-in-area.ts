import signIn from './sign-in.json';

/** Of signing in, which few do: what went wrong, and what is not for everybody. */
export default { 'sign-in': signIn };
