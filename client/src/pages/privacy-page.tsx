import { useTranslation } from 'react-i18next';
import { Privacy } from '../features/privacy';
import { usePageTitle } from '../lib/page/use-page-title';

export function PrivacyPage() {
  const { t } = useTranslation();
  usePageTitle(t('privacy.title'));
  return <Privacy />;
}
