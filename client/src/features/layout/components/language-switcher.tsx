import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '#client/lib/i18n';
import { useLanguage } from '#client/lib/use-language';
import { toastError } from '#client/ui/overlay/toast';
import { LANGUAGES, type Language } from '#shared/domain/localized';

/** One button per language; `isShort` shows their codes where space is limited. */
export function LanguageSwitcher({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation();
  const current = useLanguage();

  const choose = (language: Language) =>
    setLanguage(language).catch(() =>
      toastError(t('common.languageFailed.title'), t('common.languageFailed.description')),
    );

  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers read a fieldset's legend twice, as its name and as text.
    <div
      role="group"
      aria-label={t('common.language')}
      className="flex shrink-0 flex-wrap rounded-[1.75rem] border border-surface-line bg-surface-raised"
    >
      {LANGUAGES.map((language) => {
        const name = t(`common.languageName.${language}`);
        return (
          <button
            key={language}
            type="button"
            lang={language}
            // Contains the visible text, for voice control.
            aria-label={isShort ? `${language.toUpperCase()} – ${name}` : name}
            aria-pressed={language === current}
            onClick={() => void choose(language)}
            className={clsx(
              'min-h-touch rounded-full font-semibold text-sm transition-colors',
              isShort ? 'min-w-touch px-2 uppercase' : 'flex-auto px-4',
              language === current ? 'bg-ivory text-surface' : 'text-ivory-soft hover:text-ivory',
            )}
          >
            {isShort ? language : name}
          </button>
        );
      })}
    </div>
  );
}
