import { expect, test } from 'vitest';
import { isAdminPath } from './theme';

test.each([
  ['/admin', true],
  ['/admin/', true],
  ['/admin/artists/new', true],
  // The router ignores case, too.
  ['/Admin/import', true],
  ['/administration', false],
  ['/category/admin', false],
  ['/categories', false],
  ['/', false],
])('%s is in the administration: %s', (path, isAdmin) => {
  expect(isAdminPath(path)).toBe(isAdmin);
});
