export { grantAdmin, listAdmins, revokeAdmin } from './admin-rights';
export { createAuth } from './auth';
export { currentAdmin, currentUser } from './current-user';
export { sessionHash } from './sessions';
export { Issuer } from './sign-in/issuer';
export { type SignInSandbox, signInSettings } from './sign-in/sign-in-settings';
