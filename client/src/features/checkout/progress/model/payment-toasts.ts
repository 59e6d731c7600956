import i18next from 'i18next';
import { formatRetryTime } from '#client/lib/time/retry-time';
import { toast } from '#client/ui/overlay/toast';
import type { FailureReason, PaymentMethod } from '#shared/domain/payment';
import {
  failureTextKey,
  type InitiationErrorTextKey,
  initiationErrorTextKey,
} from './payment-error';

/** These answer events, not renders, so they read the language of the moment. */
const { t } = i18next;

/** The provider said no; a reason it gave comes with what to do next. */
export function showPaymentFailure(reason: FailureReason | null, method: PaymentMethod): void {
  const reasonKey = failureTextKey(reason, method);
  const outcome = t('checkout.failed.description');
  toast({
    variant: 'destructive',
    title: t('checkout.failed.title'),
    description: reasonKey === null ? outcome : `${outcome} ${t(reasonKey)}`,
  });
}

export const showInitiationError = (
  textKey: InitiationErrorTextKey,
  retryAt: number | null = null,
): void =>
  toast({
    variant: 'destructive',
    title: t('checkout.error.title'),
    description: t(textKey, { time: formatRetryTime(retryAt, i18next.language) }),
  });

const NAMED_SETUP_FAILURES = new Set<InitiationErrorTextKey>([
  'checkout.error.voting-closed',
  'checkout.error.method-off',
  'checkout.error.price-changed',
  'checkout.error.nominations-invalid',
  'checkout.error.card-declines',
]);

/** The card payment could not be prepared. */
export function showSetupFailure(error: unknown): void {
  const textKey = initiationErrorTextKey(error);
  const isNamed = NAMED_SETUP_FAILURES.has(textKey);
  toast({
    variant: 'destructive',
    title: t('checkout.card.setupFailed.title'),
    description: t(isNamed ? textKey : 'checkout.card.setupFailed.description'),
  });
}

/** In the card provider's words, which are in the voter's language. */
export const showCardDecline = (message: string | null): void =>
  toast({
    variant: 'destructive',
    title: t('checkout.failed.title'),
    description: message ?? t('checkout.card.notApproved'),
  });

/** @param contact whom to ask, where the text sends to somebody */
export const showCardError = (
  problem: 'incomplete' | 'confirming' | 'unexpected' | 'refill',
  contact = '',
): void =>
  toast({
    variant: 'destructive',
    title: t('checkout.error.title'),
    description: `${t(`checkout.card.error.${problem}`)} ${contact}`.trim(),
  });

export const showReceiptError = (contact: string): void =>
  toast({
    variant: 'destructive',
    title: t('checkout.receipt.failed.title'),
    description: `${t('checkout.receipt.failed.description')} ${contact}`.trim(),
  });
