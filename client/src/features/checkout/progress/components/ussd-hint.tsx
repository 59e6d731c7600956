import { useTranslation } from 'react-i18next';
import { WALLET_CODES } from '../../model/wallet-codes';
import { useWalletOperators } from '../../use-wallet-operators';

export function UssdHint({ className }: { className?: string }) {
  const { t } = useTranslation();
  const [first, second] = useWalletOperators();
  const isOnlyOne = first !== undefined && second === undefined;
  return (
    <p className={className}>
      {isOnlyOne
        ? t('checkout.waiting.noPromptOfOne', { code: WALLET_CODES[first] })
        : t('checkout.waiting.noPrompt', WALLET_CODES)}
    </p>
  );
}
