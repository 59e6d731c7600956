import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { Places } from '#server/platform/places/index';
import type { ImageFormat, Rendition } from '#shared/domain/rendition';
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

/** More than phones and cameras produce; beyond it, a few kilobytes could fill the memory. */
const MAX_PIXELS = 40_000_000;
const MAX_DECODING_SECONDS = 10;
/** Keeps very long pictures within WebP's limits. */
const MAX_HEIGHT_PER_WIDTH = 3;

/** Enough for a poster on a large screen; smaller renditions are made from it. */
const MAX_OWN_SIDE = 1600;
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
 * Concurrent decodes: a decoded photograph can take 160 MB, and the rest of the server needs CPU
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
  convert(bytes, { width: MAX_OWN_SIDE, height: MAX_OWN_SIDE }, (image) =>
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
  const turn = inTurn(() =>
    encode(
      sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize({ ...box, fit: 'inside', withoutEnlargement: true }),
    )
      .timeout({ seconds: MAX_DECODING_SECONDS })
      .toBuffer(),
  );
  try {
    return await turn;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'undecodable';
    // The library has no error code for it.
    throw reason.includes('exceeds pixel limit') ? tooLarge() : notAnImage(reason);
  }
}
