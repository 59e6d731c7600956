import { useTranslation } from 'react-i18next';
import { PaymentHelp } from '#client/features/payment-help/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function PaymentHelpPage() {
  const { t } = useTranslation();
  usePageTitle(t('help.pageTitle'));
  return <PaymentHelp />;
}
