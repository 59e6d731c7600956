import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useSupportContact } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { AFTER_OVERLAY_MS } from '#client/ui/overlay/focus-on-itself';
import { Spinner } from '#client/ui/spinner';
import type { PaymentMethod } from '#shared/domain/payment';
import { COUNTED_ATTEMPTS } from '#shared/domain/polling';
import { statusTextOf } from '../model/status-text';
import { usePaymentProgress } from '../use-payment-progress';
import { HelpLink } from './help-link';
import { UssdHint } from './ussd-hint';

interface UncertainPromptProps {
  method: PaymentMethod;
  isGivingUp: boolean;
}

/**
 * Shown when the checks gave no result: only the voter can tell whether the PIN or the bank's
 * dialog was completed.
 */
function UncertainPrompt({ method, isGivingUp }: UncertainPromptProps) {
  const { t } = useTranslation();
  const { dispatch } = usePaymentProgress();
  const question = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused element disappeared with the overlay. The focus does not move when the voter has
    // continued meanwhile.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) question.current?.focus();
    }, AFTER_OVERLAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="alert" className="pt-1 pb-1.5">
      <h2 ref={question} tabIndex={-1} className="font-bold text-xl leading-snug outline-none">
        {t(method === 'card' ? 'checkout.uncertain.cardQuestion' : 'checkout.uncertain.question')}
      </h2>
      {method === 'mobile-money' && <UssdHint className="mt-1 text-sm" />}
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

/** Paid, but the receipt failed to load: nothing is lost, and it can be fetched again. */
function UnavailableReceipt() {
  const { t } = useTranslation();
  const contact = useSupportContact();
  const { dispatch } = usePaymentProgress();
  const [, navigate] = useLocation();

  const lookUpLater = () => {
    dispatch({ type: 'receiptDismissed' });
    navigate('/my-receipts');
  };

  return (
    <div className="pt-1 pb-1.5">
      <p role="alert">
        {contact === ''
          ? t('checkout.receipt.failed.alone')
          : `${t('checkout.receipt.failed.description')} ${contact}`}
      </p>
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

/** Stays visible above every page while a payment is being checked. */
export function PollingBanner() {
  const { t } = useTranslation();
  const { progress } = usePaymentProgress();
  const statusText = statusTextOf(progress);
  if (statusText === null) return null;

  const isWorking = progress.phase === 'verifyingCard' || 'nextCheckInMs' in progress;
  return (
    <section
      data-banner
      aria-label={t('checkout.status.label')}
      className="bg-amber pt-[env(safe-area-inset-top)] text-amber-ink shadow-xl"
    >
      <div className="mx-auto flex max-w-page items-start gap-3 px-4 py-2.5 sm:px-6">
        {progress.phase === 'loadingReceipt' ? (
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        ) : (
          isWorking && <Spinner className="mt-0.5 size-5 shrink-0" />
        )}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p role="status" className="font-semibold">
              {t(`checkout.status.${statusText}`)}
            </p>
            {progress.phase === 'polling' && progress.lostChecks === 0 && (
              <p className="text-sm tabular-nums">
                {t('checkout.status.counter', {
                  attempt: progress.attempt,
                  total: COUNTED_ATTEMPTS,
                })}
              </p>
            )}
          </div>
          {progress.phase === 'polling' && <HelpLink className="-mb-2 text-sm" />}
          {progress.phase === 'uncertain' && (
            <UncertainPrompt method={progress.method} isGivingUp={progress.isGivingUp} />
          )}
          {progress.phase === 'receiptUnavailable' && <UnavailableReceipt />}
        </div>
      </div>
    </section>
  );
}
