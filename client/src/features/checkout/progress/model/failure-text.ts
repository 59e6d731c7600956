import type { TFunction } from 'i18next';
import { ApiError } from '#client/lib/api/request';
import { formatRetryTime, retryAtOf } from '#client/lib/time/retry-time';
import { failureTextKey, initiationErrorTextKey } from './payment-error';
import type { InitiationFailure, PaymentFailure } from './payment-progress';

/** What is shown of a payment that could not be started. */
export function initiationFailureOf(error: unknown): InitiationFailure {
  const textKey = initiationErrorTextKey(error);
  const isUnnamed = textKey === 'checkout.error.generic';
  const message = isUnnamed && error instanceof ApiError ? error.refusal : null;
  return { textKey, message, retryAt: retryAtOf(error) };
}

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
