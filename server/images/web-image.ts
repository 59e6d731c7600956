import sharp from 'sharp';
import type { ImageWidth } from '#shared/contracts/images';
import { heicImage, notAnImage, tooLarge } from './image-error';

/** How files begin: [offset, bytes] of each format that we hand to a decoder. */
const SIGNATURES: Record<string, [offset: number, bytes: string][]> = {
  jpeg: [[0, '\xff\xd8\xff']],
  png: [[0, '\x89PNG\r\n\x1a\n']],
  gif: [[0, 'GIF8']],
  webp: [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
  avif: [[4, 'ftypavif']],
  'avif, animated': [[4, 'ftypavis']],
  'avif, as a generic picture file': [[4, 'ftypmif1']],
};

/**
 * Whether the first bytes are those of a photograph's format, whatever its name or type claims.
 * Decided before any decoder sees the bytes, because the image library would also open SVG, which
 * is a document with links and entities rather than pixels.
 */
const hasRasterSignature = (bytes: Buffer): boolean =>
  Object.values(SIGNATURES).some((parts) =>
    parts.every(
      ([offset, signature]) =>
        bytes.toString('latin1', offset, offset + signature.length) === signature,
    ),
  );

const BRANDS_AT = 8;
const BRAND_LENGTH = 4;
/** More than any camera makes; a larger claim is an attack or a broken file. */
const MAX_BRANDS_LENGTH = 256;

/**
 * Whether it is a photograph in the iPhone's own format. Its codec is patented, so that the image
 * library comes without it. The file lists its brands at its beginning (ISO/IEC 23008-12); AVIF is
 * built the same way, and some of its files name both.
 */
function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, BRANDS_AT) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, MAX_BRANDS_LENGTH);
  const brands: string[] = [];
  for (let at = BRANDS_AT; at + BRAND_LENGTH <= end; at += BRAND_LENGTH) {
    brands.push(bytes.toString('latin1', at, at + BRAND_LENGTH));
  }
  return brands.some((brand) => /^he[iv][cfmsx]$/.test(brand)) && !brands.includes('avif');
}

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
