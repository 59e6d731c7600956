import { expect, test } from 'vitest';
import type { Artist } from '#shared/contracts/catalog';
import { artistLink } from './artist-link';

const origin = 'https://awards.example';
const categories = [{ id: 'first' }, { id: 'second' }] as Artist['categories'];

test('an artist is shared inside their first category', () => {
  expect(artistLink({ id: 'a', categories }, origin)).toBe(`${origin}/category/first?artist=a`);
});

test('an artist without a category is shared as the list of categories', () => {
  expect(artistLink({ id: 'a', categories: [] }, origin)).toBe(`${origin}/categories`);
});
