import {
  IMAGE_WIDTHS,
  type ImageFormat,
  type ImageWidth,
  type Rendition,
  renditionAddress,
  uploadedName,
} from '#shared/domain/rendition';
import { webAddress } from '#shared/domain/web-address';
import { useDebounced } from './use-debounced';

/**
 * Attributes for a picture's elements and its preload. Only `src` when the picture has one size.
 */
export interface PictureSources {
  /** Fallback without srcset. */
  src: string;
  srcSet?: Record<ImageFormat, string>;
}

/**
 * Returns where to fetch a picture, given its address as entered. Pictures of other hosts are
 * fetched through our own server, so that those hosts neither see visitors nor can change what is
 * shown; ours are fetched directly. The result is the same on server and browser: the page's own
 * address plays no part.
 *
 * @returns null when there is no picture to show
 */
export function pictureSources(entered: string | null): PictureSources | null {
  const location = locate('/api/image-proxy', entered);
  if (location === null) return null;
  if (typeof location === 'string') return { src: location };
  const srcSet = (format: ImageFormat) =>
    IMAGE_WIDTHS.map((width) => `${location({ width, format })} ${width}w`).join(', ');
  return {
    src: location({ width: 720, format: 'webp' }),
    srcSet: { avif: srcSet('avif'), webp: srcSet('webp') },
  };
}

/** Debounce in ms: no request while the address is still being typed. */
const TYPING_DEBOUNCE_MS = 400;

/** Address of the preview of a picture whose address is in a field; for administrators. */
export const usePicturePreview = (typed: string, width: ImageWidth): string | null =>
  previewAddress(useDebounced(typed.trim(), TYPING_DEBOUNCE_MS), width);

/** Same as `pictureSources`, for a picture that is not saved yet, in one size. */
export function previewAddress(typed: string, width: ImageWidth): string | null {
  if (!/^(\/uploads\/|https?:\/\/.)/i.test(typed)) return null;
  const location = locate('/api/admin/image-preview', typed);
  return typeof location === 'function' ? location({ width, format: 'webp' }) : location;
}

/** An address; or for a picture with several sizes, a function that returns the address of each. */
type Location = string | ((rendition: Rendition) => string);

function locate(proxy: string, entered: string | null): Location | null {
  if (!entered) return null;
  if (uploadedName(entered) !== null) return (rendition) => renditionAddress(entered, rendition);
  // Two slashes would be another host.
  if (/^\/(?!\/)/.test(entered)) return entered;
  if (webAddress(entered) === null) return null;
  const url = encodeURIComponent(entered);
  return ({ width, format }) => `${proxy}?url=${url}&w=${width}&f=${format}`;
}
