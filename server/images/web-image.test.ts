import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeRendition, toOwnImage } from './web-image';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#F5B82E' } });

test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s becomes WebP', async (format) => {
  const image = await toOwnImage(await plain(400, 500).toFormat(format).toBuffer());
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 400, height: 500 });
});

test.each(['tiff', 'svg', 'html', 'pdf', 'nothing'])('%s is not an image', async (kind) => {
  const bytes = {
    tiff: await plain(10, 10).tiff().toBuffer(),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    html: Buffer.from('<!doctype html><title>Sign in</title>'),
    pdf: Buffer.from('%PDF-1.7'),
    nothing: Buffer.alloc(0),
  }[kind]!;
  await expect(toOwnImage(bytes)).rejects.toMatchObject({ status: 422, code: 'not-an-image' });
});

test('a truncated picture is not an image', async () => {
  const whole = await plain(400, 500).png().toBuffer();
  const half = whole.subarray(0, whole.length / 2);
  await expect(toOwnImage(half)).rejects.toMatchObject({ code: 'not-an-image' });
});

test('a photograph of 48 megapixels is made smaller', async () => {
  const photograph = await plain(8064, 6048).jpeg({ quality: 60 }).toBuffer();
  const { width, height } = await sharp(await toOwnImage(photograph)).metadata();
  expect([width, height]).toEqual([1600, 1200]);
});

/** Writes another size into the header, which alone decides. */
function declaring(side: number, picture: Buffer, marker: string, at: number, bytes: 2 | 4) {
  const sizeAt = picture.indexOf(marker, 0, 'latin1') + at;
  picture.writeUIntBE(side, sizeAt, bytes);
  picture.writeUIntBE(side, sizeAt + bytes, bytes);
  return picture;
}

test.each([
  ['JPEG of 225 megapixels', 15_000, plain(8, 8).jpeg(), '\xff\xc0', 5, 2],
  [
    'progressive JPEG of 67 megapixels',
    8200,
    plain(8, 8).jpeg({ progressive: true }),
    '\xff\xc2',
    5,
    2,
  ],
  ['AVIF of 17 megapixels', 4100, plain(64, 64).avif(), 'ispe', 8, 4],
  ['PNG of 53 megapixels', 7300, plain(8, 8).png(), 'IHDR', 4, 4],
] as const)('%s is too large', async (_kind, side, image, marker, at, bytes) => {
  const picture = declaring(side, await image.toBuffer(), marker, at, bytes);
  await expect(toOwnImage(picture)).rejects.toMatchObject({ code: 'image-too-large' });
});

test('a small picture is not enlarged', async () => {
  const png = await plain(100, 50).png().toBuffer();
  const image = await makeRendition(await toOwnImage(png), { width: 1080, format: 'webp' });
  expect(await sharp(image).metadata()).toMatchObject({ width: 100, height: 50 });
});

test('a very long picture is scaled down to what a screen can show', async () => {
  const strip = await plain(400, 10_000).webp().toBuffer();
  const image = await makeRendition(strip, { width: 160, format: 'avif' });
  expect(await sharp(image).metadata()).toMatchObject({ height: 480 });
});

test('a photograph taken sideways is rotated upright, and its location and device are removed', async () => {
  const photograph = await plain(400, 300)
    .withExif({
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '4/1 3/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif).toBeDefined();

  const metadata = await sharp(await toOwnImage(photograph)).metadata();
  expect(metadata).toMatchObject({ width: 300, height: 400 });
  expect(metadata.exif).toBeUndefined();
});
