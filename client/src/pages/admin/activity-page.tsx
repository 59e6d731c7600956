import { useTranslation } from 'react-i18next';
import { ActivityScreen } from '../../features/admin-activity';
import { usePageTitle } from '../../lib/page/use-page-title';

export function ActivityPage() {
  const { t } = useTranslation();
  usePageTitle(t('activity.title'));
  return <ActivityScreen />;
}
