export { createAuth } from './auth';
export { currentAdmin, currentUser } from './current-user';
export { grantRole, listTeam, revokeRole } from './roles';
export { sessionHash } from './sessions';
export { Issuer } from './sign-in/issuer';
export { type SignInSandbox, signInSettings } from './sign-in/sign-in-settings';
