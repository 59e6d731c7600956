import type { FailureReason } from '#shared/domain/payment';
import type { PaymentMethod } from '#shared/domain/pricing';
import { failureTextKey } from '../checkout';

/** Why a payment failed and what to do about it, in the words of the checkout. */
export const reasonTextKey = (reason: FailureReason, method: PaymentMethod) =>
  failureTextKey(reason, method) ?? 'help.noReason';
