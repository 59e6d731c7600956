import { expect, test } from 'vitest';
import type { Artist } from '#shared/contracts/catalog';
import { artistParameter } from '#shared/contracts/checkout';
import { checkoutPath } from './checkout-link';

const category = {
  id: '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c01',
  name: 'Best Artist & Friends',
  nameFr: 'Meilleur artiste',
  description: 'Long text that the checkout does not need',
  descriptionFr: null,
  icon: 'fa-star',
  backgroundColor: '#123456',
  backgroundImageUrl: null,
  artistCount: 3,
  nominationId: '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c03',
};
const artist: Artist = {
  id: '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c02',
  name: 'Lady "Été" & Co? #1',
  bio: 'Afrobeat',
  bioFr: 'Afrobeat à Douala',
  photoUrl: '/uploads/demo/lady.webp',
  isTrending: true,
  totalVotes: 12,
  trendingVotes: 3,
  categories: [category],
  categoryCount: 1,
};

const parameterIn = (path: string) => {
  const { searchParams } = new URL(path, 'https://awards.example');
  return artistParameter.parse(JSON.parse(searchParams.get('artist') ?? ''));
};

test('the checkout reads back the artist, with categories cut to nomination and names', () => {
  const { nominationId, name, nameFr } = category;
  expect(parameterIn(checkoutPath(artist))).toEqual({
    id: artist.id,
    name: artist.name,
    bio: artist.bio,
    bioFr: artist.bioFr,
    photoUrl: artist.photoUrl,
    totalVotes: 12,
    categoryCount: 1,
    categories: [{ nominationId, name, nameFr }],
  });
});

test('a long biography is cut between letters, never inside one', () => {
  const { bio } = parameterIn(checkoutPath({ ...artist, bio: '🎤'.repeat(1_000) }));
  expect(bio).toBe('🎤'.repeat(240));
});
