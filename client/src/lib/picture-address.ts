import type { ImageWidth } from '#shared/contracts/images';
import { useSettled } from './use-settled';

/**
 * Where a picture is fetched from, given its address as somebody has entered it. Those of other hosts
 * come through our own server, so that nobody else learns who looks, nor changes what is seen; ours
 * are fetched directly.
 *
 * @param width in pixels; an uploaded picture comes as large as it is
 * @returns null where there is no picture to show
 */
export const pictureAddress = (entered: string | null, width: ImageWidth = 1080): string | null =>
  through('/api/image-proxy', entered, width);

/** No request while the address is still being typed. */
const TYPING_REST_MS = 400;

/** For administrators: where the picture comes from whose address stands in a field. */
export const usePicturePreview = (typed: string, width: ImageWidth): string | null =>
  previewAddress(useSettled(typed.trim(), TYPING_REST_MS), width);

/** As `pictureAddress`, of a picture that nothing has yet. */
export function previewAddress(typed: string, width: ImageWidth): string | null {
  return /^(\/uploads\/|https?:\/\/.)/i.test(typed)
    ? through('/api/admin/image-preview', typed, width)
    : null;
}

function through(proxy: string, entered: string | null, width: ImageWidth): string | null {
  if (!entered) return null;
  // Two slashes would be another host.
  if (/^\/(?!\/)/.test(entered)) return entered;
  if (!URL.canParse(entered)) return null;
  if (new URL(entered).origin === window.location.origin) return entered;
  return `${proxy}?url=${encodeURIComponent(entered)}&w=${width}`;
}
