import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../lib/use-page-title';

export function AdminDashboardPage() {
  const { t } = useTranslation();
  usePageTitle(t('admin.shell.dashboard'));
  return (
    <div className="mx-auto max-w-page px-3 py-6 sm:px-6">
      <h1 className="font-bold text-2xl outline-none">{t('admin.shell.dashboard')}</h1>
    </div>
  );
}
