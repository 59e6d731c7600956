import { useTranslation } from 'react-i18next';
import { HealthScreen } from '../../features/admin-health';
import { usePageTitle } from '../../lib/page/use-page-title';

export function HealthPage() {
  const { t } = useTranslation();
  usePageTitle(t('health.title'));
  return <HealthScreen />;
}
