/**
 * External pictures come through our own server, so that a receipt shows them whatever the other
 * site allows; local ones are fetched directly.
 *
 * @returns null where there is no picture to show
 */
export function receiptPhotoUrl(photoUrl: string | null, origin: string): string | null {
  if (!photoUrl || !URL.canParse(photoUrl, origin)) return null;
  const isExternal = new URL(photoUrl, origin).origin !== origin;
  return isExternal ? `/api/image-proxy?url=${encodeURIComponent(photoUrl)}` : photoUrl;
}
