import { useTranslation } from 'react-i18next';
import { VoterTracking } from '../../features/admin-tracking';
import { usePageTitle } from '../../lib/page/use-page-title';

export function VoterTrackingPage() {
  const { t } = useTranslation();
  usePageTitle(t('common.voterTracking'));
  return <VoterTracking />;
}
