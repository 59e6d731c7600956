import { expect, test } from 'vitest';
import { readArtistParameter, readOriginParameter } from './artist-parameter';

const ID = '5f3c1a52-6a0e-4d7f-9c1b-0b6f5f1f2a10';
const searchFor = (artist: unknown) => `artist=${encodeURIComponent(JSON.stringify(artist))}`;

test('the address contains the artist as URL-encoded JSON', () => {
  const artist = { id: ID, name: 'Ama & « 100 % » + Nʼdolé' };
  expect(readArtistParameter(searchFor(artist))).toEqual(artist);
});

test('only id and name are read, although addresses of earlier releases have more data', () => {
  const artist = { id: ID, name: 'Ama', bio: 'Send money', photoUrl: '/x', categories: [{}, 7] };
  expect(readArtistParameter(searchFor(artist))).toEqual({ id: ID, name: 'Ama' });
});

test.each([
  ['line breaks', ' Ama\n\r\u2028 Lou\u0007 ', 'Ama Lou'],
  ['characters that change the reading direction', 'Ama\u202e Lou', 'Ama Lou'],
  ['characters beyond the longest name', '🎤'.repeat(200), '🎤'.repeat(80)],
])('%s are removed from the name', (_, name, shown) => {
  expect(readArtistParameter(searchFor({ id: ID, name }))).toEqual({ id: ID, name: shown });
});

test.each([[''], ['artist='], ['other=1']])('%j selects no artist', (search) => {
  expect(readArtistParameter(search)).toBe('noSelection');
});

test.each([
  ['not JSON', 'artist=%7Bbroken'],
  ['not an object', searchFor('Ama')],
  ['no name', searchFor({ id: ID })],
  ['a blank name', searchFor({ id: ID, name: ' \n' })],
  ['an id in another format', searchFor({ id: '../admin', name: 'Ama' })],
])('%s is invalid', (_, search) => {
  expect(readArtistParameter(search)).toBe('invalidData');
});

test("the voter's category of origin is an id or null", () => {
  expect(readOriginParameter(`${searchFor({ id: ID, name: 'Ama' })}&category=${ID}`)).toBe(ID);
  expect(readOriginParameter('artist=x')).toBeNull();
  expect(readOriginParameter('category=')).toBeNull();
  expect(readOriginParameter('category=../admin')).toBeNull();
});
