import { useTranslation } from 'react-i18next';
import { ActivityScreen } from '#client/features/admin/activity/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function ActivityPage() {
  const { t } = useTranslation();
  usePageTitle(t('activity.title'));
  return <ActivityScreen />;
}
