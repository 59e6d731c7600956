import { useTranslation } from 'react-i18next';
import { VoterTracking } from '#client/features/admin/tracking/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function VoterTrackingPage() {
  const { t } = useTranslation();
  usePageTitle(t('common.voterTracking'));
  return <VoterTracking />;
}
