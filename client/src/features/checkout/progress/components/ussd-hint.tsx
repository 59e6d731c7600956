import { useTranslation } from 'react-i18next';
import { useWalletOperators } from '../../use-wallet-operators';

/** The operators' menus for a payment request that did not show up by itself. */
const USSD_CODES = { mtn: '*126#', orange: '#150*50#' };

export function UssdHint({ className }: { className?: string }) {
  const { t } = useTranslation();
  const [first, second] = useWalletOperators();
  const isOnlyOne = first !== undefined && second === undefined;
  return (
    <p className={className}>
      {isOnlyOne
        ? t('checkout.waiting.noPromptOfOne', { code: USSD_CODES[first] })
        : t('checkout.waiting.noPrompt', USSD_CODES)}
    </p>
  );
}
