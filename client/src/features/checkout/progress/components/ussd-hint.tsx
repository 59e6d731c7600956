import { useTranslation } from 'react-i18next';
import { useWalletOperators } from '../../use-wallet-operators';

/** Codes of the operators' menus, for a prompt that did not appear by itself. */
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
