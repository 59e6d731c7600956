import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/spinner';

/** While a page's code is on its way; fades in late, so that a quick network never shows it. */
export function PageFallback() {
  const { t } = useTranslation();
  return (
    <div className="flex animate-late-fade-in justify-center py-32 text-gold">
      <Spinner className="size-10" label={t('common.loading')} />
    </div>
  );
}
