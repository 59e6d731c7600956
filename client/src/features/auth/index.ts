export { AdminOnly } from './admin-only';
export { useCurrentUser } from './use-current-user';
