export { AdminOnly } from './components/admin-only';
export {
  useAdminMutation,
  useCurrentUser,
  useFreshUser,
  useLoginAddress,
  useMay,
  useSignInProblem,
} from './hooks';
export { permissionOf } from './model/page-permission';
export { LOGOUT_ADDRESS } from './model/sign-in-again';
export { hasSignedIn } from './model/sign-in-hint';
