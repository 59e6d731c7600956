import type { PaymentContext } from '#server/payments/index';

export interface BookContext {
  payments: PaymentContext;
  /** Where days begin. */
  timezone: () => string;
}
