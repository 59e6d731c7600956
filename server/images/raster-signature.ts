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
export const hasRasterSignature = (bytes: Buffer): boolean =>
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
export function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, BRANDS_AT) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, MAX_BRANDS_LENGTH);
  const brands: string[] = [];
  for (let at = BRANDS_AT; at + BRAND_LENGTH <= end; at += BRAND_LENGTH) {
    brands.push(bytes.toString('latin1', at, at + BRAND_LENGTH));
  }
  return brands.some((brand) => /^he[iv][cfmsx]$/.test(brand)) && !brands.includes('avif');
}
