import { expect, test } from 'vitest';
import { picturePreload } from './picture-sizes';

test('what is preloaded is what the browser would choose', () => {
  expect(picturePreload('categoryHero', '/uploads/gala.webp')).toMatchObject({
    type: 'image/avif',
    imageSrcSet: expect.stringContaining('/uploads/gala.webp/720.avif 720w'),
    imageSizes: '90vw',
  });
});

test.each([null, '/posters/gala.png'])('of %j nothing is preloaded', (address) => {
  expect(picturePreload('nominee', address)).toBeNull();
});
