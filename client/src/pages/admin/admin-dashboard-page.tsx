import { useTranslation } from 'react-i18next';
import { Dashboard } from '../../features/admin-dashboard';
import { usePageTitle } from '../../lib/page/use-page-title';

export function AdminDashboardPage() {
  const { t } = useTranslation();
  usePageTitle(t('admin.shell.dashboard'));
  return <Dashboard />;
}
