import sharp from 'sharp';
import type { ImageWidth } from '../../shared/contracts/images';
import { notAnImage } from './image-error';
import { hasRasterSignature } from './raster-signature';

/** More than phones and cameras give; above it, a few kilobytes could fill the memory. */
const MAX_PIXELS = 40_000_000;
const MAX_DECODING_SECONDS = 10;
/** Keeps a strip of a thousand screens within what WebP can hold. */
const MAX_HEIGHT_PER_WIDTH = 3;

/**
 * The picture as WebP, upright, at most `width` wide, without the place and device that photographs
 * carry along; of an animation, its first frame.
 * @throws ImageError 422 when the bytes are no picture, or one too large to decode
 */
export async function toWebImage(bytes: Buffer, width: ImageWidth): Promise<Buffer> {
  if (!hasRasterSignature(bytes)) throw notAnImage('no known signature');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({
        width,
        height: width * MAX_HEIGHT_PER_WIDTH,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 80 })
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .toBuffer();
  } catch (error) {
    throw notAnImage(error instanceof Error ? error.message : 'undecodable');
  }
}
