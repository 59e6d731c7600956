import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { COLOURS } from './shapes';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface JpegParts {
  width: number;
  height: number;
  photo: Buffer | null;
  photoBox: Box;
  /** Replaces the photograph: an SVG as large as its box. */
  placeholder: Buffer;
  /** On top of everything: an SVG as large as the picture. */
  overlay: Buffer;
  maxBytes: number;
  /** True when a person waits for it: encoded in a quarter of the time, and a little larger. */
  isUrgent?: boolean | undefined;
}

/** Combines a photograph and what is drawn over it. */
export async function drawJpeg(parts: JpegParts): Promise<Buffer> {
  const { width, height, photo, photoBox, placeholder, overlay, maxBytes, isUrgent } = parts;
  const cropped = photo && (await croppedPhotoOf(photoBox, photo).catch(() => null));
  const pixels = groundOf(width, height);
  copyInto(pixels, width, photoBox, cropped ?? (await rgbOf(placeholder)));
  blendInto(pixels, await sharp(overlay).ensureAlpha().raw().toBuffer());
  const raw = { width, height, channels: 3 } as const;
  const encoded = (quality: number) =>
    sharp(pixels, { raw }).jpeg({ quality, mozjpeg: !isUrgent }).toBuffer();
  for (const quality of [84, 70, 50]) {
    const jpeg = await encoded(quality);
    if (jpeg.length <= maxBytes) return jpeg;
  }
  return encoded(30);
}

// The image library combines pictures in floating-point numbers, which takes five times as long.

/** A picture of the ground's colour: three bytes a pixel, by rows. */
function groundOf(width: number, height: number): Buffer {
  const colour = Buffer.from(COLOURS.ground.slice(1), 'hex');
  return Buffer.alloc(width * height * colour.length, colour);
}

const rgbOf = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).flatten({ background: COLOURS.ground }).raw().toBuffer();

/** Copies a picture as large as its box into a wider one. */
function copyInto(pixels: Buffer, width: number, box: Box, part: Buffer): void {
  const rowBytes = box.width * 3;
  for (let row = 0; row < box.height; row += 1) {
    const to = ((box.top + row) * width + box.left) * 3;
    part.copy(pixels, to, row * rowBytes, (row + 1) * rowBytes);
  }
}

/** Draws a picture with opacities (four bytes a pixel) over another of the same size. */
function blendInto(pixels: Uint8Array, overlay: Uint8Array): void {
  for (let from = 0, to = 0; from < overlay.length; from += 4, to += 3) {
    const opacity = byteAt(overlay, from + 3);
    if (opacity === 0) continue;
    pixels[to] = mixed(byteAt(pixels, to), byteAt(overlay, from), opacity);
    pixels[to + 1] = mixed(byteAt(pixels, to + 1), byteAt(overlay, from + 1), opacity);
    pixels[to + 2] = mixed(byteAt(pixels, to + 2), byteAt(overlay, from + 2), opacity);
  }
}

/** Within the array: a default value here would take as long as the mixing. */
const byteAt = (bytes: Uint8Array, index: number) => bytes[index] as number;

const mixed = (below: number, above: number, opacity: number): number =>
  ((below * (255 - opacity) + above * opacity + 127) / 255) | 0;

/**
 * Portraits are cropped at the bottom rather than through a head; the same value as on the page.
 */
const FOCUS_Y = 0.2;

/**
 * Fills a box with a photograph; if it is wider than the box, keeps the part that draws attention.
 */
export async function cropToBox(
  { width, height }: Pick<Box, 'width' | 'height'>,
  photo: Buffer,
): Promise<Sharp> {
  const source = await sharp(photo).metadata();
  const isCutBelow = source.height * width > source.width * height;
  const scaledHeight = Math.max(height, Math.round((source.height * width) / source.width));
  const filled = isCutBelow
    ? sharp(photo)
        .resize({ width, height: scaledHeight, fit: 'fill' })
        .extract({ left: 0, top: Math.round((scaledHeight - height) * FOCUS_Y), width, height })
    : sharp(photo).resize({ width, height, fit: 'cover', position: 'attention' });
  return filled.flatten({ background: COLOURS.ground });
}

/** Photographs cut last, oldest first: many receipts show the same one in the same box. */
const cutPhotos = new Map<string, Buffer>();
/** Each takes some megabytes. */
const MAX_CUT_PHOTOS = 6;

async function croppedPhotoOf({ width, height }: Box, photo: Buffer): Promise<Buffer> {
  const key = `${width} ${height} ${createHash('sha1').update(photo).digest('hex')}`;
  const earlier = cutPhotos.get(key);
  const cut = earlier ?? (await (await cropToBox({ width, height }, photo)).raw().toBuffer());
  cutPhotos.delete(key);
  cutPhotos.set(key, cut);
  const [oldest] = cutPhotos.keys();
  if (oldest !== undefined && cutPhotos.size > MAX_CUT_PHOTOS) cutPhotos.delete(oldest);
  return cut;
}
