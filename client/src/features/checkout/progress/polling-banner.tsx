import { useTranslation } from 'react-i18next';
import { COUNTED_ATTEMPTS } from '../../../../../shared/domain/polling';
import { Spinner } from '../../../ui/spinner';
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
    progress.phase === 'loadingReceipt' ||
    ('nextCheckInMs' in progress && progress.nextCheckInMs !== null);
  return (
    <section
      aria-label={t('checkout.status.label')}
      className="sticky top-0 z-40 bg-amber pt-[env(safe-area-inset-top)] text-amber-ink shadow-xl"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
        <p role="status" className="flex min-w-0 items-center gap-2.5 font-semibold">
          {isWorking && <Spinner className="size-5 shrink-0" />}
          {t(`checkout.status.${statusText}`)}
        </p>
        {progress.phase === 'polling' && (
          <p className="ml-auto text-sm tabular-nums">
            {t('checkout.status.counter', {
              attempt: progress.attempt,
              total: COUNTED_ATTEMPTS,
            })}
          </p>
        )}
        {progress.phase === 'uncertain' && <UncertainPrompt isGivingUp={progress.isGivingUp} />}
        {progress.phase === 'receiptUnavailable' && <UnavailableReceipt />}
      </div>
    </section>
  );
}
