export { isSessionOf, isStillOpen } from './admin-session';
export { type Auth, type CallerIdentity, createAuth, registerAuth, type TeamCaller } from './auth';
export { currentAdmin, currentUser, requireRecentSignIn } from './current-user';
export { endOtherSessions, endOwnSession, listOwnSessions } from './open-sessions';
export { grantRole, listTeam, revokeRole, setRole, type User } from './roles';
export { endSessionsOf, persistSession, sessionHash } from './sessions';
export { Issuer } from './sign-in/issuer';
export { type ListedRoles, type SignInSandbox, signInSettings } from './sign-in/sign-in-settings';
