import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import type { ImageFormat, Rendition } from '#shared/domain/rendition';
import { heicImage, notAnImage, TooManyImages, tooLarge } from './image-error';

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
const MAX_OWN_SIDE = 1600;
/** Of what is made smaller afterwards. */
const OWN_QUALITY = 80;

/**
 * Judged on the demo's pictures at twice the shown size: below 45 strands of hair melt into one
 * another, and above it only the bytes grow. With effort 2 a picture 640 wide takes 0.15 s of
 * processor time; 3 takes twice that and saves 6 %, 4 (the library's own) eight times and 9 %. Half
 * the colours' resolution is not missed on photographs, and costs phones less to decode.
 */
const AVIF = { quality: 45, effort: 2, chromaSubsampling: '4:2:0' };
/** Looks like the AVIF, in half as many bytes again. */
const WEBP = { quality: 70 };

const ENCODERS: Record<ImageFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif(AVIF),
  webp: (image) => image.webp(WEBP),
};

/** A decoded photograph can take 160 MB of memory; and the rest of the server needs processors too. */
const MAX_AT_ONCE = 2;
/** Each holds its file in memory; the last one's turn comes after some ten seconds. */
const MAX_WAITING = 100;
const turns = pLimit(MAX_AT_ONCE);
// One thread for each of them, and nothing kept of what will not be asked for a second time.
sharp.concurrency(1);
sharp.cache(false);

/**
 * The picture as it is sent, at most as wide as asked, as `toOwnImage` has made it.
 * @throws ImageError 422 when the bytes are no picture
 * @throws TooManyImages when so many wait already
 */
export const makeRendition = (bytes: Buffer, { width, format }: Rendition): Promise<Buffer> =>
  convert(bytes, { width, height: width * MAX_HEIGHT_PER_WIDTH }, ENCODERS[format]);

/**
 * The picture as we keep it: as WebP, upright, without the place and device that photographs carry
 * along; of an animation, its first frame.
 * @throws ImageError 422 when the bytes are no picture, or one too large to decode
 * @throws TooManyImages when so many wait already
 */
export const toOwnImage = (bytes: Buffer): Promise<Buffer> =>
  convert(bytes, { width: MAX_OWN_SIDE, height: MAX_OWN_SIDE }, (image) =>
    image.webp({ quality: OWN_QUALITY }),
  );

/**
 * Work on pictures, when its turn comes: photographs and what we draw ourselves share the turns.
 * @throws TooManyImages when so many wait already
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (turns.pendingCount >= MAX_WAITING) throw new TooManyImages();
  return turns(work);
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
    // The library has no code for it.
    throw reason.includes('exceeds pixel limit') ? tooLarge() : notAnImage(reason);
  }
}
