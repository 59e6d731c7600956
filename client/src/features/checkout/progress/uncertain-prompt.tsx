import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import type { PaymentMethod } from '#shared/domain/pricing';
import { HelpLink } from './help-link';
import { usePaymentProgress } from './payment-progress-context';
import { UssdHint } from './ussd-hint';

interface UncertainPromptProps {
  method: PaymentMethod;
  isGivingUp: boolean;
}

/** The checks brought no result: only the voter knows whether PIN or bank dialog was completed. */
export function UncertainPrompt({ method, isGivingUp }: UncertainPromptProps) {
  const { t } = useTranslation();
  const { dispatch } = usePaymentProgress();
  return (
    <div role="alert" className="pt-1 pb-1.5">
      <h2 className="font-bold text-xl leading-snug">{t('checkout.uncertain.question')}</h2>
      {method === 'mobileMoney' && <UssdHint className="mt-1 text-sm" />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="outline"
          className="max-w-full grow px-3 sm:grow-0 sm:px-5"
          onClick={() => dispatch({ type: 'statusCheckRequested' })}
        >
          {t('checkout.uncertain.checkStatus')}
        </Button>
        <Button
          variant="outline"
          className="max-w-full grow px-3 sm:grow-0 sm:px-5"
          isBusy={isGivingUp}
          onClick={() => dispatch({ type: 'retryRequested' })}
        >
          {t('checkout.uncertain.tryAgain')}
        </Button>
      </div>
      <HelpLink className="mt-1 -mb-2" />
    </div>
  );
}
