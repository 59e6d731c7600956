import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isHeic, isWhole } from './file-format';

const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#F5B82E' } });

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s that ends in its middle is damaged',
  async (format) => {
    const bytes = new Uint8Array(await picture.clone().toFormat(format).toBuffer());
    expect(await isWhole(new Blob([bytes]))).toBe(true);
    // Phones append a video to a photograph.
    expect(await isWhole(new Blob([bytes, 'moving picture']))).toBe(true);
    expect(await isWhole(new Blob([bytes.slice(0, bytes.length - 20)]))).toBe(false);
  },
);

test('a HEIC is recognised by its content, and an AVIF is none', async () => {
  const brands = (text: string) => new Blob(['\0\0\0\x18ftyp', text]);
  expect(await isHeic(brands('heic\0\0\0\0mif1heic'))).toBe(true);
  expect(await isHeic(brands('mif1\0\0\0\0mif1heixmiaf'))).toBe(true);
  expect(await isHeic(brands('avif\0\0\0\0mif1avif'))).toBe(false);
  expect(await isHeic(new Blob(['\xff\xd8']))).toBe(false);
  expect(await isHeic(new Blob([]))).toBe(false);
});
