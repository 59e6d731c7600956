import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/overlay/toast';
import { isDismissal } from './model/share-link';

/** True when the share sheet of this device accepts such files, tested with an empty one. */
export function canShareFiles(name: string, type: string): boolean {
  const sample = new File([], name, { type });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] });
}

/**
 * Opens the share sheet with a file and a text. A browser opens it only shortly after a press: when
 * loading the file took too long, another press is requested.
 * @throws any other error of the share sheet
 */
export function useShareFile(): (file: File, text?: string) => Promise<void> {
  const { t } = useTranslation();
  return async (file, text) => {
    try {
      await navigator.share({ files: [file], ...(text && { text }) });
    } catch (error) {
      if (isDismissal(error)) return;
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') throw error;
      toast({ title: t('catalog.share.ready'), description: t('catalog.share.pressAgain') });
    }
  };
}
