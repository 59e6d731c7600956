import { useTranslation } from 'react-i18next';
import { Privacy } from '#client/features/privacy/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function PrivacyPage() {
  const { t } = useTranslation();
  usePageTitle(t('privacy.title'));
  return <Privacy />;
}
