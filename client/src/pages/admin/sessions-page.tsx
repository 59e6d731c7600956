import { useTranslation } from 'react-i18next';
import { SessionsScreen } from '#client/features/admin/sessions/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function SessionsPage() {
  const { t } = useTranslation();
  usePageTitle(t('sessions.title'));
  return <SessionsScreen />;
}
