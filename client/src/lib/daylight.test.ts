import { expect, test } from 'vitest';
import { isAtDesk } from './daylight';

test.each([
  ['/admin', true],
  ['/admin/', true],
  ['/admin/artists/new', true],
  // The router, too, takes it for the same page.
  ['/Admin/import', true],
  ['/administration', false],
  ['/category/admin', false],
  ['/categories', false],
  ['/', false],
])('%s is at the desk: %s', (path, isDesk) => {
  expect(isAtDesk(path)).toBe(isDesk);
});
