import { expect, test } from 'vitest';
import { artistParameter } from '#shared/contracts/checkout';
import { checkoutPath } from './checkout-link';

test('the checkout reads back who the artist is, and its address holds no more', () => {
  const artist = {
    id: '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c02',
    name: 'Lady "Été" & Co? #1',
    bio: 'Afrobeat',
    photoUrl: '/uploads/demo/lady.webp',
  };
  const { searchParams } = new URL(checkoutPath(artist), 'https://awards.example');
  const written = JSON.parse(searchParams.get('artist') ?? '');
  expect(written).toEqual({ id: artist.id, name: artist.name });
  expect(artistParameter.parse(written)).toEqual(written);
});
