import { useTranslation } from 'react-i18next';
import { chooseEdition, chosenYear } from '#client/lib/edition';
import { Button } from '#client/ui/button';

/** Says on every page of the site that it shows a draft, which only the team sees. */
export function PreviewStrip() {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('editions.all')}
      className="border-surface-line border-b bg-surface-high"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-4 px-4 py-1 sm:px-6">
        <p className="min-w-0 py-2 text-sm">{t('editions.preview.notice', { year: chosenYear })}</p>
        <Button variant="ghost" size="sm" onClick={() => chooseEdition(null)}>
          {t('editions.preview.leave')}
        </Button>
      </div>
    </section>
  );
}
