import { useTranslation } from 'react-i18next';
import { SessionsScreen } from '../../features/admin-sessions';
import { usePageTitle } from '../../lib/page/use-page-title';

export function SessionsPage() {
  const { t } = useTranslation();
  usePageTitle(t('sessions.title'));
  return <SessionsScreen />;
}
