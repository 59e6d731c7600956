import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/domain/localized';

/** Returns the current language; the component renders again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'fr' ? 'fr' : 'en';
}
