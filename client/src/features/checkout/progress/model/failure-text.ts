import type { TFunction } from 'i18next';
import { formatRetryTime } from '#client/lib/time/retry-time';
import { failureTextKey } from './payment-error';
import type { PaymentFailure } from './payment-progress';

/** What is said of a payment that failed, in a panel or a toast. */
export function failureText(t: TFunction, language: string, failure: PaymentFailure) {
  switch (failure.stage) {
    case 'initiation': {
      const { message, textKey, retryAt } = failure;
      const time = formatRetryTime(retryAt, language);
      return { title: t('checkout.error.title'), description: message ?? t(textKey, { time }) };
    }
    case 'payment': {
      const reasonKey = failureTextKey(failure.reason, failure.method);
      return {
        title: t('checkout.failed.title'),
        description: t(reasonKey ?? 'checkout.failed.description'),
      };
    }
    case 'confirmation':
      return {
        title: t('checkout.failed.title'),
        description: failure.message ?? t('checkout.card.notApproved'),
      };
  }
}
