export { AdminOnly } from './components/admin-only';
export { SignInProblemToast, signInProblemIn } from './components/sign-in-problem';
export {
  useCurrentUser,
  useFreshUser,
  useLoginAddress,
  useMay,
} from './hooks';
export { LOGOUT_ADDRESS, SIGNED_IN_AGAIN_PATH } from './model/login-address';
export { permissionOf } from './model/page-permission';
export { againAddress } from './model/sign-in-again';
export {
  broadcastSignInAgain,
  hasBroadcastChannel,
  onSignInAgain,
} from './model/sign-in-again-channel';
export { hasSignedIn } from './model/sign-in-hint';
export { searchOnArrival } from './model/sign-in-problem';
export { useAdminMutation } from './use-admin-mutation';
