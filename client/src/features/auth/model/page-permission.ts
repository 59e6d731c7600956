import type { Permission } from '#shared/domain/permissions';

/** Pages that require another permission than the administration as a whole. */
const PAGES: readonly [RegExp, Permission][] = [
  [/^\/admin\/(artists|import)(\/|$)/i, 'catalog'],
  [/^\/admin\/voter-tracking(\/|$)/i, 'payments'],
  [/^\/admin\/activity(\/|$)/i, 'activity'],
  [/^\/admin\/voters(\/|$)/i, 'voters'],
  [/^\/admin\/books(\/|$)/i, 'books'],
  [/^\/admin\/settings(\/|$)/i, 'settings'],
  [/^\/admin\/team(\/|$)/i, 'team'],
];

/** Returns the permission required for the page at this path of the administration. */
export const permissionOf = (path: string): Permission =>
  PAGES.find(([pattern]) => pattern.test(path))?.[1] ?? 'dashboard';
