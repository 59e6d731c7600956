/** Short lists, so that a picture is made and kept in a handful of ways, not in thousands. */
export const IMAGE_WIDTHS = [160, 320, 480, 720, 1080] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** AVIF is the smaller file; WebP is for browsers that cannot show it, and for what we draw. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** What a picture is made into: so many pixels wide at most, in a format. */
export interface Rendition {
  width: ImageWidth;
  format: ImageFormat;
}

const UPLOADED = /^\/uploads\/((?:[\w-]{1,99}\/)?[\w-]{1,99}\.webp)$/;

/** The name below `/uploads` of a picture that has renditions; null for every other address. */
export const uploadedName = (address: string): string | null => UPLOADED.exec(address)?.[1] ?? null;

/**
 * Where an uploaded picture comes from as this rendition. Width and format stand in the path: any
 * cache between us and a browser tells them apart, and knows the type by the name.
 */
export const renditionAddress = (uploaded: string, { width, format }: Rendition): string =>
  `${uploaded}/${width}.${format}`;
