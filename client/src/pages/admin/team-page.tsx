import { useTranslation } from 'react-i18next';
import { TeamScreen } from '../../features/admin-team';
import { usePageTitle } from '../../lib/page/use-page-title';

export function TeamPage() {
  const { t } = useTranslation();
  usePageTitle(t('team.title'));
  return <TeamScreen />;
}
