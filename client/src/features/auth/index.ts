export { AdminOnly } from './components/admin-only';
export {
  signInProblemIn,
  useCurrentUser,
  useFreshUser,
  useLoginAddress,
  useMay,
  useSignInProblem,
} from './hooks';
export {
  isOpenBetweenWindows,
  onSignInAgain,
  SIGNED_IN_AGAIN_PATH,
  tellSignInAgain,
} from './model/again-channel';
export { permissionOf } from './model/page-permission';
export { againAddress, LOGOUT_ADDRESS } from './model/sign-in-again';
export { hasSignedIn } from './model/sign-in-hint';
export { useAdminMutation } from './use-admin-mutation';
