export { AdminOnly } from './admin-only';
export { LOGOUT_ADDRESS } from './sign-in-again';
export {
  useAdminMutation,
  useCurrentUser,
  useFreshUser,
  useLoginAddress,
  useSignInProblem,
} from './use-fresh-user';
