import { useTranslation } from 'react-i18next';
import { TeamScreen } from '#client/features/admin/team/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function TeamPage() {
  const { t } = useTranslation();
  usePageTitle(t('team.title'));
  return <TeamScreen />;
}
