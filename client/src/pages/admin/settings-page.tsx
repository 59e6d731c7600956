import { useTranslation } from 'react-i18next';
import { SettingsScreen } from '#client/features/admin/settings/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function SettingsPage() {
  const { t } = useTranslation();
  usePageTitle(t('settings.title'));
  return <SettingsScreen />;
}
