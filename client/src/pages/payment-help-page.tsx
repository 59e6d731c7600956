import { useTranslation } from 'react-i18next';
import { PaymentHelp } from '../features/payment-help';
import { usePageTitle } from '../lib/page/use-page-title';

export function PaymentHelpPage() {
  const { t } = useTranslation();
  usePageTitle(t('help.pageTitle'));
  return <PaymentHelp />;
}
