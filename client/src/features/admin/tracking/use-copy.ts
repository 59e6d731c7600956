import { useTranslation } from 'react-i18next';
import { toast, toastError } from '#client/ui/overlay/toast';

/** Returns a function that copies a text and says so; `label` is the name of the text. */
export function useCopy(): (label: string, text: string) => Promise<void> {
  const { t } = useTranslation();
  return async (label, text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({
        title: t('tracking.copy.done'),
        description: t('tracking.copy.copied', { label }),
      });
    } catch {
      toastError(t('tracking.copy.failed.title'), t('tracking.copy.failed.description'));
    }
  };
}
