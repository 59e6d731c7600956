import { useTranslation } from 'react-i18next';
import { AdminOnly } from '../features/auth';
import { usePageTitle } from '../lib/use-page-title';

export function AdminPage() {
  const { t } = useTranslation();
  usePageTitle(t('common.admin.heading'));
  return (
    <AdminOnly>
      <h1 className="mx-auto max-w-page px-4 py-8 font-bold text-3xl outline-none sm:px-6">
        {t('common.admin.heading')}
      </h1>
    </AdminOnly>
  );
}
