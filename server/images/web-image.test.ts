import sharp from 'sharp';
import { expect, test } from 'vitest';
import { toWebImage } from './web-image';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#F5B82E' } });

test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s becomes WebP', async (format) => {
  const image = await toWebImage(await plain(400, 500).toFormat(format).toBuffer(), 160);
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 160, height: 200 });
});

test.each(['tiff', 'svg', 'html', 'pdf', 'nothing'])('%s is not an image', async (kind) => {
  const bytes = {
    tiff: await plain(10, 10).tiff().toBuffer(),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    html: Buffer.from('<!doctype html><title>Sign in</title>'),
    pdf: Buffer.from('%PDF-1.7'),
    nothing: Buffer.alloc(0),
  }[kind]!;
  await expect(toWebImage(bytes, 160)).rejects.toMatchObject({ status: 422, code: 'not-an-image' });
});

test('half a picture is not an image', async () => {
  const whole = await plain(400, 500).png().toBuffer();
  const half = whole.subarray(0, whole.length / 2);
  await expect(toWebImage(half, 160)).rejects.toMatchObject({ code: 'not-an-image' });
});

test('a small picture stays small', async () => {
  const image = await toWebImage(await plain(100, 50).png().toBuffer(), 1080);
  expect(await sharp(image).metadata()).toMatchObject({ width: 100, height: 50 });
});

test('a strip is scaled down to what a screen can show', async () => {
  const image = await toWebImage(await plain(100, 20_000).png().toBuffer(), 160);
  expect(await sharp(image).metadata()).toMatchObject({ height: 480 });
});

test('a photograph taken sideways comes upright, and without where and by what it was taken', async () => {
  const photograph = await plain(400, 300)
    .withExif({
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '4/1 3/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif).toBeDefined();

  const metadata = await sharp(await toWebImage(photograph, 160)).metadata();
  expect(metadata).toMatchObject({ width: 160, height: 213 });
  expect(metadata.exif).toBeUndefined();
});
