import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatRetryTime } from '#client/lib/time/retry-time';
import { useLanguage } from '#client/lib/use-language';
import { failureTextKey } from '../progress/model/payment-error';
import type { PaymentFailure } from '../progress/model/payment-progress';

/** Why the last payment failed, for as long as it takes to read; the toast has announced it. */
export function FailureNotice({ failure }: { failure: PaymentFailure }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isRefused = failure.stage === 'initiation';
  const reason = (): string => {
    switch (failure.stage) {
      case 'initiation':
        return t(failure.textKey, { time: formatRetryTime(failure.retryAt, language) });
      case 'payment':
        return t(failureTextKey(failure.reason, failure.method) ?? 'checkout.failed.description');
      case 'confirmation':
        return failure.message ?? t('checkout.card.notApproved');
    }
  };
  return (
    <div className="flex items-start gap-3 rounded-xl border border-alert px-4 py-3 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-alert" />
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">
          {t(isRefused ? 'checkout.error.title' : 'checkout.failed.title')}
        </p>
        <p className="text-ivory-soft">{reason()}</p>
      </div>
    </div>
  );
}
