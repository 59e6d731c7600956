import { useTranslation } from 'react-i18next';
import { chooseEdition, chosenYear } from '#client/lib/edition';
import { Button } from '#client/ui/button';
import { useEditionState } from '../use-edition-state';

/** Says on every page of the administration that it is not about the current edition. */
export function EditionNotice() {
  const { t } = useTranslation();
  const state = useEditionState();
  if (chosenYear === null || state === undefined || state === 'current') return null;
  return (
    <section
      aria-label={t('admin-editions.switch')}
      className="border-surface-line border-b bg-surface-high"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-4 px-3 py-1 sm:px-6">
        <p className="min-w-0 py-2 text-sm">
          {t(`admin-editions.notice.${state}`, { year: chosenYear })}
        </p>
        <Button variant="ghost" size="sm" onClick={() => chooseEdition(null)}>
          {t('admin-editions.notice.leave')}
        </Button>
      </div>
    </section>
  );
}
