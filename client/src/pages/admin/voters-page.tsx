import { useTranslation } from 'react-i18next';
import { VotersScreen } from '#client/features/admin/voters/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function VotersPage() {
  const { t } = useTranslation();
  usePageTitle(t('voters.title'));
  return <VotersScreen />;
}
