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
  /** True for a picture that is not stored: encoded in half the time, and a little larger. */
  isTemporary?: boolean;
}

/** Combines a photograph and what is drawn over it. */
export async function drawJpeg(parts: JpegParts): Promise<Buffer> {
  const {
    width,
    height,
    photo,
    photoBox,
    placeholder,
    overlay,
    maxBytes,
    isTemporary = false,
  } = parts;
  const { left, top } = photoBox;
  const cropped = photo && (await croppedPhotoOf(photoBox, photo).catch(() => null));
  const { data, info } = await sharp({
    create: { width, height, channels: 3, background: COLOURS.ground },
  })
    .composite([{ ...(cropped ?? { input: placeholder }), left, top }, { input: overlay }])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const encoded = (quality: number) =>
    sharp(data, { raw }).jpeg({ quality, mozjpeg: !isTemporary }).toBuffer();
  for (const quality of [84, 70, 50]) {
    const jpeg = await encoded(quality);
    if (jpeg.length <= maxBytes) return jpeg;
  }
  return encoded(30);
}

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

async function croppedPhotoOf(box: Box, photo: Buffer) {
  const filled = await cropToBox(box, photo);
  const { data, info } = await filled.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}
