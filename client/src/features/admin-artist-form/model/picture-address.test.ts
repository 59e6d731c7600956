import { expect, test } from 'vitest';
import { isPictureAddress } from './picture-address';

test('pictures are on the web or among those uploaded here', () => {
  expect(isPictureAddress('https://example.com/a.jpg')).toBe(true);
  expect(isPictureAddress('/uploads/0a1b.webp')).toBe(true);
  expect(isPictureAddress('javascript:alert(1)')).toBe(false);
  expect(isPictureAddress('photo.jpg')).toBe(false);
});
