import { useTranslation } from 'react-i18next';

/** The operators' menus for a payment request that did not show up by itself. */
const USSD_CODES = { mtn: '*126#', orange: '#150*50#' };

export function UssdHint({ className }: { className?: string }) {
  const { t } = useTranslation();
  return <p className={className}>{t('checkout.waiting.noPrompt', USSD_CODES)}</p>;
}
