import { useTranslation } from 'react-i18next';
import { SettingsScreen } from '../../features/admin-settings';
import { usePageTitle } from '../../lib/page/use-page-title';

export function SettingsPage() {
  const { t } = useTranslation();
  usePageTitle(t('settings.title'));
  return <SettingsScreen />;
}
