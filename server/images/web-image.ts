import sharp from 'sharp';
import type { ImageWidth } from '#shared/contracts/images';
import { heicImage, notAnImage, tooLarge } from './image-error';
import { hasRasterSignature, isHeic } from './raster-signature';

/** More than phones and cameras give; above it, a few kilobytes could fill the memory. */
const MAX_PIXELS = 40_000_000;
const MAX_DECODING_SECONDS = 10;
/** Keeps a strip of a thousand screens within what WebP can hold. */
const MAX_HEIGHT_PER_WIDTH = 3;

/** Enough for a poster on a large screen; what is shown is made smaller from it. */
const MAX_UPLOADED_SIDE = 1600;

/**
 * The picture as WebP, upright, at most `width` wide, without the place and device that photographs
 * carry along; of an animation, its first frame.
 * @throws ImageError 422 when the bytes are no picture, or one too large to decode
 */
export const toWebImage = (bytes: Buffer, width: ImageWidth): Promise<Buffer> =>
  encode(bytes, { width, height: width * MAX_HEIGHT_PER_WIDTH });

/**
 * As `toWebImage`, in the size in which we keep pictures of our own.
 * @throws ImageError 422 when the bytes are no picture, or one too large to decode
 */
export const toUploadedImage = (bytes: Buffer): Promise<Buffer> =>
  encode(bytes, { width: MAX_UPLOADED_SIDE, height: MAX_UPLOADED_SIDE });

async function encode(bytes: Buffer, box: { width: number; height: number }): Promise<Buffer> {
  if (isHeic(bytes)) throw heicImage();
  if (!hasRasterSignature(bytes)) throw notAnImage('no known signature');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .toBuffer();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'undecodable';
    // The library has no code for it.
    throw reason.includes('exceeds pixel limit') ? tooLarge() : notAnImage(reason);
  }
}
