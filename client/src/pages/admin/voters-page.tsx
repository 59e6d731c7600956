import { useTranslation } from 'react-i18next';
import { VotersScreen } from '../../features/admin-voters';
import { usePageTitle } from '../../lib/page/use-page-title';

export function VotersPage() {
  const { t } = useTranslation();
  usePageTitle(t('voters.title'));
  return <VotersScreen />;
}
