import { useTranslation } from 'react-i18next';
import { Dashboard } from '#client/features/admin/dashboard/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function AdminDashboardPage() {
  const { t } = useTranslation();
  usePageTitle(t('admin.shell.dashboard'));
  return <Dashboard />;
}
