import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { toast, toastError } from '#client/ui/overlay/toast';
import { addressToShare, type LinkToShare, shareLink } from './model/share-link';

/**
 * Shares a link. Shows a toast only when the link was copied or sharing failed: a share sheet shows
 * its own result.
 */
export function useShare(): (link: LinkToShare, copiedText: string) => Promise<void> {
  const { t } = useTranslation();
  const language = useLanguage();
  return async (link, copiedText) => {
    const outcome = await shareLink({ ...link, url: addressToShare(link.url, language) });
    if (outcome === 'copied') {
      toast({ title: t('catalog.share.copied'), description: copiedText });
    } else if (outcome === 'failed') {
      toastError(t('catalog.share.failed'), t('catalog.share.failedHint'));
    }
  };
}
