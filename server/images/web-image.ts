import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#server/errors';
import { Places } from '#server/platform/places/index';
import { type ImageFormat, MAX_PICTURE_SIDE, type Rendition } from '#shared/domain/rendition';
import { heicImage, notAnImage, TooManyImages, tooLarge } from './image-error';

/** Magic numbers [offset, bytes] of each format passed to a decoder. */
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
 * True when the first bytes are those of a photograph's format, whatever its name or type. Checked
 * before any decoder sees the bytes, because the image library would also open SVG, a document
 * format with links and entities.
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
/** More than any camera writes; a larger value is an attack or a broken file. */
const MAX_BRANDS_LENGTH = 256;

/**
 * True for a photograph in the iPhone's format. Its codec is patented, so the image library does
 * not include it. The file lists its brands at the beginning (ISO/IEC 23008-12); AVIF has the same
 * structure, and some files name both.
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

/**
 * Most pixels of a picture, by what decoding it takes: a few kilobytes could otherwise fill the
 * memory. Measured for 1600 pixels a side, above what the process already has: a JPEG is made
 * smaller while it is read, 20 MB at any size; a progressive one keeps all its coefficients, 170 MB
 * for 48 million pixels; an interlaced PNG 190 MB; an AVIF 900 MB.
 */
const MAX_PIXELS = {
  /** Phones have 200 million: 16,320 × 12,240. */
  jpeg: 210_000_000,
  progressiveJpeg: 64_000_000,
  avif: 16_000_000,
  /** Phones of 50 million pixels: 8,160 × 6,120. */
  other: 51_000_000,
};
const MAX_DECODING_SECONDS = 10;
/** Keeps very long pictures within WebP's limits. */
const MAX_HEIGHT_PER_WIDTH = 3;

/** Quality of the stored original, from which renditions are made. */
const OWN_QUALITY = 80;

/**
 * Chosen by looking at the demo's pictures at twice the shown size: below 45, strands of hair blur
 * into one another; above, only the size grows. With effort 2, a picture 640 wide takes 0.15 s of
 * CPU time; 3 takes twice that and saves 6 %, 4 (the default) eight times and 9 %. Halving the
 * colour resolution is not visible on photographs, and makes decoding cheaper for phones.
 */
const AVIF = { quality: 45, effort: 2, chromaSubsampling: '4:2:0' };
/** Looks like the AVIF, with files half as large again. */
const WEBP = { quality: 70 };

const ENCODERS: Record<ImageFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif(AVIF),
  webp: (image) => image.webp(WEBP),
};

/**
 * Concurrent decodes: a decoded photograph can take 300 MB, and the rest of the server needs CPU
 * time too.
 */
const MAX_AT_ONCE = 2;
/**
 * Longest queue: each item holds its file in memory, and the last one starts after some ten
 * seconds.
 */
const MAX_WAITING = 100;
const turns = pLimit(MAX_AT_ONCE);
const places = new Places('photographs', MAX_AT_ONCE + MAX_WAITING);
// One thread per picture, and no cache of data that is not needed again.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Creates a rendition of a picture made by `toOwnImage`, at most as wide as requested.
 * @throws ImageError 422 when the bytes are not a picture
 * @throws TooManyImages when too many are waiting
 */
export const makeRendition = (bytes: Buffer, { width, format }: Rendition): Promise<Buffer> =>
  convert(bytes, { width, height: width * MAX_HEIGHT_PER_WIDTH }, ENCODERS[format]);

/**
 * Converts a picture to the stored form: WebP, upright, without the location and device in a
 * photograph's metadata; of an animation, the first frame.
 * @throws ImageError 422 when the bytes are not a picture, or too large to decode
 * @throws TooManyImages when too many are waiting
 */
export const toOwnImage = (bytes: Buffer): Promise<Buffer> =>
  convert(bytes, { width: MAX_PICTURE_SIDE, height: MAX_PICTURE_SIDE }, (image) =>
    image.webp({ quality: OWN_QUALITY }),
  );

/** @throws TooManyImages when too many are waiting */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!places.take()) throw new TooManyImages();
  return turns(work).finally(() => places.giveBack());
}

async function convert(
  bytes: Buffer,
  box: { width: number; height: number },
  encode: (image: Sharp) => Sharp,
): Promise<Buffer> {
  if (isHeic(bytes)) throw heicImage();
  if (!hasRasterSignature(bytes)) throw notAnImage('no known signature');
  const turn = inTurn(async () => {
    const limitInputPixels = await pixelLimitOf(bytes);
    return encode(
      sharp(bytes, { limitInputPixels, failOn: 'error' })
        .autoOrient()
        .resize({ ...box, fit: 'inside', withoutEnlargement: true }),
    )
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .toBuffer();
  });
  try {
    return await turn;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw notAnImage(error instanceof Error ? error.message : 'undecodable');
  }
}

/**
 * Reads only the picture's header.
 * @throws ImageError when the picture has more pixels than its format may have
 */
async function pixelLimitOf(bytes: Buffer): Promise<number> {
  const { format, isProgressive, width, height } = await sharp(bytes, {
    limitInputPixels: false,
  }).metadata();
  const jpeg = isProgressive ? MAX_PIXELS.progressiveJpeg : MAX_PIXELS.jpeg;
  const limit = format === 'jpeg' ? jpeg : format === 'heif' ? MAX_PIXELS.avif : MAX_PIXELS.other;
  if (width * height > limit) throw tooLarge();
  return limit;
}
