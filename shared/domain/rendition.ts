/**
 * A short list, so that each picture is created and stored in a handful of sizes, not in thousands.
 */
export const IMAGE_WIDTHS = [160, 320, 480, 720, 1080] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** Size limit of an uploaded picture: phones of 50 megapixels write 12 MB, some 18 MB. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024;
/** Longest side of a stored picture, enough for a poster on a large screen. */
export const MAX_PICTURE_SIDE = 1600;

/** AVIF files are smaller; WebP is for browsers without AVIF and for generated pictures. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** A resized version of a picture: its greatest width in pixels, and its format. */
export interface Rendition {
  width: ImageWidth;
  format: ImageFormat;
}

const UPLOADED = /^\/uploads\/((?:[\w-]{1,99}\/)?[\w-]{1,99}\.webp)$/;

/**
 * Returns the name below `/uploads` of a picture that has renditions; null for every other address.
 */
export const uploadedName = (address: string): string | null => UPLOADED.exec(address)?.[1] ?? null;

/**
 * Returns the address of an uploaded picture's rendition. Width and format are in the path, so that
 * caches between server and browser distinguish them and know the type by the name.
 */
export const renditionAddress = (uploaded: string, { width, format }: Rendition): string =>
  `${uploaded}/${width}.${format}`;
