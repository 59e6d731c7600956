import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '#client/ui/button';
import { HelpLink } from './help-link';
import { usePaymentProgress } from './payment-progress-context';

/** Paid, but the receipt did not come through: nothing is lost, it can be fetched again. */
export function UnavailableReceipt() {
  const { t } = useTranslation();
  const { dispatch } = usePaymentProgress();
  const [, navigate] = useLocation();

  const lookUpLater = () => {
    dispatch({ type: 'receiptDismissed' });
    navigate('/my-receipts');
  };

  return (
    <div className="pt-1 pb-1.5">
      <p>{t('checkout.receipt.unavailable')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="outline"
          className="flex-1 px-3 sm:flex-none sm:px-5"
          onClick={() => dispatch({ type: 'receiptRequested' })}
        >
          {t('checkout.receipt.retry')}
        </Button>
        <Button
          variant="outline"
          className="flex-1 px-3 sm:flex-none sm:px-5"
          onClick={lookUpLater}
        >
          {t('checkout.receipt.later')}
        </Button>
      </div>
      <HelpLink className="mt-1 -mb-2" />
    </div>
  );
}
