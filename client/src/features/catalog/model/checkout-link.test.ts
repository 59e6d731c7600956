import { expect, test } from 'vitest';
import { readArtistParameter } from '#shared/domain/artist-parameter';
import { checkoutPath } from './checkout-link';

test('the checkout reads the artist from the address, and ignores votes and categories', () => {
  const nomination = {
    nominationId: '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c03',
    name: 'Best',
    nameFr: null,
  };
  const category = {
    ...nomination,
    id: '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c01',
    description: 'Long text that the checkout does not need',
    descriptionFr: null,
    icon: 'fa-star',
    backgroundColor: '#123456',
    backgroundImageUrl: null,
    artistCount: 3,
  };
  const artist = {
    id: '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c02',
    name: 'Lady "Été" & Co? #1',
    bio: 'Afrobeat',
    photoUrl: '/uploads/demo/lady.webp',
    totalVotes: 12,
    categoryCount: 1,
    categories: [category],
  };
  const { searchParams } = new URL(checkoutPath(artist, category.id), 'https://awards.example');
  const written = JSON.parse(searchParams.get('artist') ?? '');
  const { id, name } = artist;
  expect(written).toEqual({ id, name, totalVotes: 12, categoryCount: 1, categories: [nomination] });
  expect(readArtistParameter(searchParams.toString())).toEqual({ id, name });
  expect(searchParams.get('category')).toBe(category.id);
  expect(checkoutPath(artist, null)).not.toContain('&');
});
