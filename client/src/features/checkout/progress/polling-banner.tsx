import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#client/ui/spinner';
import { COUNTED_ATTEMPTS } from '#shared/domain/polling';
import { HelpLink } from './help-link';
import { usePaymentProgress } from './payment-progress-context';
import { statusTextOf } from './status-text';
import { UnavailableReceipt } from './unavailable-receipt';
import { UncertainPrompt } from './uncertain-prompt';

/** Stays in sight above every page while a payment is being checked. */
export function PollingBanner() {
  const { t } = useTranslation();
  const { progress } = usePaymentProgress();
  const statusText = statusTextOf(progress);
  if (statusText === null) return null;

  const isWorking =
    progress.phase === 'verifyingCard' ||
    ('nextCheckInMs' in progress && progress.nextCheckInMs !== null);
  return (
    <section
      data-banner
      aria-label={t('checkout.status.label')}
      className="sticky top-0 z-40 bg-amber pt-[env(safe-area-inset-top)] text-amber-ink shadow-xl"
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
            {progress.phase === 'polling' && (
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
