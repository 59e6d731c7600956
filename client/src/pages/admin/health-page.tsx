import { useTranslation } from 'react-i18next';
import { HealthScreen } from '#client/features/admin/health/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function HealthPage() {
  const { t } = useTranslation();
  usePageTitle(t('health.title'));
  return <HealthScreen />;
}
