import {
  IMAGE_WIDTHS,
  type ImageFormat,
  type ImageWidth,
  type Rendition,
  renditionAddress,
  uploadedName,
} from '#shared/domain/rendition';
import { webAddress } from '#shared/domain/web-address';
import { useSettled } from './use-settled';

/** What a picture's elements and its preload are made of. Of one that comes in one size only, `src`. */
export interface PictureSources {
  /** For what knows no source set. */
  src: string;
  srcSet?: Record<ImageFormat, string>;
}

/**
 * Where a picture is fetched from, given its address as somebody has entered it. Those of other hosts
 * come through our own server, so that nobody else learns who looks, nor changes what is seen; ours
 * are fetched directly. Server and browser come to the same: where the page is shown plays no part.
 *
 * @returns null where there is no picture to show
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

/** No request while the address is still being typed. */
const TYPING_REST_MS = 400;

/** For administrators: where the picture comes from whose address stands in a field. */
export const usePicturePreview = (typed: string, width: ImageWidth): string | null =>
  previewAddress(useSettled(typed.trim(), TYPING_REST_MS), width);

/** As `pictureSources`, of a picture that nothing has yet, in one size. */
export function previewAddress(typed: string, width: ImageWidth): string | null {
  if (!/^(\/uploads\/|https?:\/\/.)/i.test(typed)) return null;
  const location = locate('/api/admin/image-preview', typed);
  return typeof location === 'function' ? location({ width, format: 'webp' }) : location;
}

/** An address; or, of a picture that comes in several sizes, how to get it in each. */
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
