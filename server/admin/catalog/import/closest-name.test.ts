import { expect, test } from 'vitest';
import { nameKey } from '#shared/domain/name-key';
import { closestNameAmong } from './closest-name';

test.each([
  ['  MAMA   Njanga ', 'mama njanga'],
  ['Zoé', 'zoe'],
  ['Zoe\u0301', 'zoe'],
  ['L’Été', "l'ete"],
  ['À\u00a0vous', 'a vous'],
])('%j is normalised to %j', (name, key) => {
  expect(nameKey(name)).toBe(key);
});

test.each([
  ['Best Makosa', 'Best Makossa'],
  ['makossa', 'Best Makossa'],
  ['meilleur bikutsi', 'Meilleur Bikutsi'],
  ['x'.repeat(10_000), 'Best Makossa'],
])('%j is closest to %j', (typed, closest) => {
  expect(closestNameAmong(['Best Makossa', 'Meilleur Bikutsi'])(typed)).toBe(closest);
});

test('without names there is no closest one', () => {
  expect(closestNameAmong([])('Best Makossa')).toBeNull();
});
