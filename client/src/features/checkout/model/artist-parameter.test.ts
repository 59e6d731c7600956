import { expect, test } from 'vitest';
import { readArtistParameter } from './artist-parameter';

const ID = '5f3c1a52-6a0e-4d7f-9c1b-0b6f5f1f2a10';
const searchFor = (artist: unknown) => `artist=${encodeURIComponent(JSON.stringify(artist))}`;

test('the artist stands in the address as URL-encoded JSON', () => {
  const artist = readArtistParameter(
    searchFor({
      id: ID,
      name: 'Ama & « 100 % » + Nʼdolé',
      categories: [{ nominationId: ID, name: 'Best' }],
    }),
  );
  expect(artist).toMatchObject({
    id: ID,
    name: 'Ama & « 100 % » + Nʼdolé',
    bio: null,
    categories: [{ nominationId: ID, name: 'Best', nameFr: null }],
  });
});

test('addresses of earlier releases name categories instead of nominations', () => {
  const artist = { id: ID, name: 'Ama', categories: [{ id: ID, name: 'Best', nameFr: null }] };
  expect(readArtistParameter(searchFor(artist))).toMatchObject({
    categories: [{ name: 'Best', nameFr: null }],
  });
});

test.each([[''], ['artist='], ['other=1']])('%j selects nobody', (search) => {
  expect(readArtistParameter(search)).toBe('noSelection');
});

test.each([
  ['not JSON', 'artist=%7Bbroken'],
  ['not an object', searchFor('Ama')],
  ['no name', searchFor({ id: ID })],
  ['an id that is none of ours', searchFor({ id: '../admin', name: 'Ama' })],
])('%s is invalid', (_, search) => {
  expect(readArtistParameter(search)).toBe('invalidData');
});
