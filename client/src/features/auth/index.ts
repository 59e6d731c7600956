export { AdminOnly } from './components/admin-only';
export {
  useAdminMutation,
  useCurrentUser,
  useFreshUser,
  useLoginAddress,
  useSignInProblem,
} from './hooks';
export { LOGOUT_ADDRESS } from './model/sign-in-again';
export { hasSignedIn } from './model/sign-in-hint';
