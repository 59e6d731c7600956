import type { Language } from '#shared/domain/localized';
import { OWN_SOURCES } from '#shared/domain/own-sources';

export interface LinkToShare {
  title: string;
  url: string;
}

/**
 * Returns the address to share: its preview is in the sharer's language, and visits through it are
 * counted.
 */
export function addressToShare(address: string, language: Language): string {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  url.searchParams.set('ref', OWN_SOURCES.share);
  return url.href;
}

type ShareOutcome = 'shared' | 'dismissed' | 'copied' | 'failed';

export const isDismissal = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Opens the phone's share sheet; when that fails, copies the address. */
export async function shareLink(
  link: LinkToShare,
  device: Pick<Navigator, 'share' | 'clipboard'> = navigator,
): Promise<ShareOutcome> {
  if (typeof device.share === 'function') {
    try {
      await device.share(link);
      return 'shared';
    } catch (error) {
      if (isDismissal(error)) return 'dismissed';
    }
  }
  try {
    // Absent on pages without TLS: that also ends in the catch.
    await device.clipboard.writeText(link.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
