import type { TFunction } from 'i18next';
import type { ApiError } from '#client/lib/api/request';
import { formatRetryTime, retryAtOf } from '#client/lib/api/retry-time';
import {
  failureTextKey,
  type InitiationErrorTextKey,
  initiationErrorTextKey,
  isAboutOutdatedPage,
} from './payment-error';
import type { InitiationFailure, PaymentFailure, PaymentProgress } from './payment-progress';

/** Returns what to show for a payment that could not be started. */
export function initiationFailureOf(error: ApiError): InitiationFailure {
  const textKey = initiationErrorTextKey(error);
  const isUnnamed = textKey === 'checkout.error.generic';
  const { paymentId = null, promptLapsesInMs } = error.body;
  return {
    textKey,
    message: isUnnamed ? error.refusal : null,
    retryAt: promptLapsesInMs === undefined ? retryAtOf(error) : Date.now() + promptLapsesInMs,
    openPaymentId: paymentId,
  };
}

/** The request never reached the server, and will not be sent any more. */
export const UNSENT: InitiationFailure = {
  textKey: 'checkout.error.unsent',
  message: null,
  retryAt: null,
  openPaymentId: null,
};

/** Titles for rejections that are no failure: an open payment has to be settled first. */
const TITLES = {
  'checkout.error.prompt-open': 'checkout.promptOpen.title',
  'checkout.error.earlier-paid': 'checkout.earlierPaid.title',
  'checkout.error.unsent': 'checkout.unsent.title',
} as const satisfies Partial<Record<InitiationErrorTextKey, string>>;

const titleKeyOf = (textKey: InitiationErrorTextKey) =>
  textKey in TITLES ? TITLES[textKey as keyof typeof TITLES] : null;

/**
 * Returns the key of the text for a payment that was rejected because the page was outdated: what is
 * on offer now is told on the checkout, as a notice.
 */
export function outdatedTextIn(progress: PaymentProgress): InitiationErrorTextKey | null {
  if (progress.phase !== 'idle' || progress.failure?.stage !== 'initiation') return null;
  const { textKey } = progress.failure;
  return isAboutOutdatedPage(textKey) ? textKey : null;
}

/** Returns the text about a failed payment, for a panel or a toast. */
export function failureText(t: TFunction, language: string, failure: PaymentFailure) {
  switch (failure.stage) {
    case 'initiation': {
      const { message, textKey, retryAt } = failure;
      const time = formatRetryTime(retryAt, language);
      const titleKey = titleKeyOf(textKey);
      return {
        title: t(titleKey ?? 'checkout.error.title'),
        description: message ?? t(textKey, { time }),
        isError: titleKey === null,
      };
    }
    case 'payment': {
      const reasonKey = failureTextKey(failure.reason, failure.method);
      return {
        title: t('checkout.failed.title'),
        description: t(reasonKey ?? 'checkout.failed.description'),
        isError: true,
      };
    }
    case 'missing':
      return {
        title: t('checkout.missing.title'),
        description: t('checkout.missing.description'),
        isError: true,
      };
    case 'confirmation':
      return {
        title: t('checkout.failed.title'),
        description: failure.message ?? t('checkout.card.notApproved'),
        isError: true,
      };
  }
}
