import path from 'node:path';

/** A photograph of 640 × 480 in the iPhone's format, written by libheif's `heif-enc`. */
export const HEIC = path.join(import.meta.dirname, 'photo.heic');
