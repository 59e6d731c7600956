import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/overlay/toast';
import { isDismissal } from './model/share-link';

/** Whether the share sheet takes such files here; it wants to see one to answer. */
export function canShareFiles(name: string, type: string): boolean {
  const sample = new File([], name, { type });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] });
}

/**
 * Opens the share sheet with a file, and what is to be written beside it. A browser opens it only
 * shortly after a press: where the file took too long to come, one more is asked for.
 * @throws what the share sheet throws otherwise
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
