import type { PaymentContext } from '#server/payments/index';

export interface BookContext {
  payments: PaymentContext;
  /** Time zone that defines the days. */
  timezone: () => string;
}
