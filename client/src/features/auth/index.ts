export { AdminOnly } from './admin-only';
export { LOGOUT_ADDRESS } from './login-address';
export { useAdminMutation } from './use-admin-mutation';
export { useCurrentUser } from './use-current-user';
export { useFreshUser } from './use-fresh-user';
export { useLoginAddress } from './use-login-address';
export { useSignInProblem } from './use-sign-in-problem';
