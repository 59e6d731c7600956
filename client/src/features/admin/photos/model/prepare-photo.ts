import { MAX_PICTURE_SIDE, UPLOAD_MAX_BYTES } from '#shared/domain/rendition';
import { isHeic, isWhole } from './file-format';
import { MAX_PHOTO_BYTES, UnusablePhoto } from './photo-files';

/** A photograph up to this size is sent as it is if it is not larger than the stored one. */
const SMALL_BYTES = 1024 * 1024;
const QUALITY = 0.9;

interface Decoded {
  source: CanvasImageSource;
  width: number;
  height: number;
  free(): void;
}

/**
 * Makes a photograph as small as the server stores it, upright, before it is sent: of 12 MB some
 * 400 kB remain. What the browser cannot decode is returned as it is, because the server may.
 * @throws UnusablePhoto
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
  const photo = await decode(file);
  if (photo === null) return asSent(file);
  try {
    const isSmall = Math.max(photo.width, photo.height) <= MAX_PICTURE_SIDE;
    if (isSmall && file.size <= SMALL_BYTES && !photo.isHeic) return asSent(file);
    const type = (await isJpeg(file)) || photo.isHeic ? 'image/jpeg' : 'image/webp';
    return (await encode(draw(photo, MAX_PICTURE_SIDE), type)) ?? asSent(file);
  } finally {
    photo.free();
  }
}

/**
 * Decodes a photograph to choose a part of it.
 * @param maxSide longest side in pixels: more would not fit into the memory of a phone
 * @returns null when this browser cannot decode it
 * @throws UnusablePhoto
 */
export async function readPhoto(file: Blob, maxSide: number): Promise<HTMLCanvasElement | null> {
  const photo = await decode(file);
  if (photo === null) return null;
  try {
    return draw(photo, maxSide);
  } finally {
    photo.free();
  }
}

function asSent(file: Blob): Blob {
  if (file.size > UPLOAD_MAX_BYTES) throw new UnusablePhoto('notAnImage');
  return file.type.startsWith('image/') ? file : new Blob([file], { type: 'image/jpeg' });
}

/** Transparency is kept in other formats. */
const isJpeg = async (file: Blob): Promise<boolean> =>
  new Uint8Array(await file.slice(0, 1).arrayBuffer())[0] === 0xff;

async function decode(file: Blob): Promise<(Decoded & { isHeic: boolean }) | null> {
  if (file.size > MAX_PHOTO_BYTES) throw new UnusablePhoto('tooLarge');
  if (!(await isWhole(file))) return null;
  const shown = await decodeAsImage(file);
  const isOfIphone = await isHeic(file);
  if (shown) return { ...shown, isHeic: isOfIphone };
  if (!isOfIphone) return null;
  const pixels = await (await import('./heic')).decodeHeic(file);
  if (pixels === null) throw new UnusablePhoto('heic');
  const source = await createImageBitmap(pixels);
  const { width, height } = source;
  return { source, width, height, isHeic: true, free: () => source.close() };
}

/** An element decodes at the size in which it is drawn, and turns the picture upright. */
async function decodeAsImage(file: Blob): Promise<Decoded | null> {
  const url = URL.createObjectURL(file);
  const free = () => URL.revokeObjectURL(url);
  const source = new Image();
  const loaded = await new Promise<boolean>((resolve) => {
    source.onload = () => resolve(true);
    source.onerror = () => resolve(false);
    source.src = url;
  });
  const { naturalWidth: width, naturalHeight: height } = source;
  if (loaded && width > 0 && height > 0) return { source, width, height, free };
  free();
  return null;
}

function draw({ source, width, height }: Decoded, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });
