import type { Permission } from '#shared/domain/permissions';

/** Of every page whose permission is another one than that of the administration itself. */
const PAGES: readonly [RegExp, Permission][] = [
  [/^\/admin\/(artists|import)(\/|$)/i, 'catalog'],
  [/^\/admin\/voter-tracking(\/|$)/i, 'payments'],
  [/^\/admin\/activity(\/|$)/i, 'activity'],
  [/^\/admin\/voters(\/|$)/i, 'voters'],
  [/^\/admin\/books(\/|$)/i, 'books'],
  [/^\/admin\/settings(\/|$)/i, 'settings'],
  [/^\/admin\/team(\/|$)/i, 'team'],
];

/** What somebody needs to see the page at this path of the administration. */
export const permissionOf = (path: string): Permission =>
  PAGES.find(([pattern]) => pattern.test(path))?.[1] ?? 'dashboard';
