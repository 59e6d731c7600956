import i18next from 'i18next';
import type { FailureReason } from '../../../../../shared/domain/payment';
import { toast } from '../../../ui/toast';
import { failureTextKey, type InitiationErrorTextKey } from './payment-error';

/** These answer events, not renders, so they read the language of the moment. */
const { t } = i18next;

/** The provider said no; a reason it gave comes with what to do next. */
export function showPaymentFailure(reason: FailureReason | null): void {
  const reasonKey = failureTextKey(reason);
  const outcome = t('checkout.failed.description');
  toast({
    variant: 'destructive',
    title: t('checkout.failed.title'),
    description: reasonKey === null ? outcome : `${outcome} ${t(reasonKey)}`,
  });
}

export const showInitiationError = (textKey: InitiationErrorTextKey): void =>
  toast({
    variant: 'destructive',
    title: t('checkout.error.title'),
    description: t(textKey),
  });

export const showReceiptError = (): void =>
  toast({
    variant: 'destructive',
    title: t('checkout.receipt.failed.title'),
    description: t('checkout.receipt.failed.description'),
  });
