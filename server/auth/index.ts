export { setAdminByEmail } from './admin-rights';
export { createAuth, type SignInSettings } from './auth';
export { currentAdmin } from './current-user';
